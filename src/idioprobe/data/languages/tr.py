"""Turkish: no gender; nouns carry their cases (`acc`, `dat`, `gen`), and the verb stands at the end.

Objects of the pool are in the accusative, as others cannot be parted from their verb. `pres` is the present in
-yor, `past` the past in -di, `part` the form in -miş.
"""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, lines

LANGUAGE = Language(
    code="tr",
    names=("turkish", "türkçe", "tur"),
    neutral={
        "noun": {
            "neut": "Buna [X] denir.",
            "neut_long": "İnsanlar arasında buna genellikle [X] denir.",
        },
        "verb": {
            "neut": "Onlar [X] istiyor.",
            "neut_long": "Bu insanlar ne olursa olsun [X] istiyor.",
        },
        "other": {
            "neut": "Derler ki: [X].",
            "neut_long": "Bazı insanlar buna kısaca şöyle der: [X].",
        },
    },
    verb_last=True,
    verb_phrase=re.compile(
        r"^(?:.+\s)?(?!(?:ekmek|emek|mercimek|parmak|kaymak|ırmak|damak|basamak|yamak|çakmak|tokmak)$)\w+m[ae]k$"
    ),
    pools={
        "noun-noun": lines("""
        çay bardağı #acc:çay bardağını #dat:çay bardağına #gen:çay bardağının #pl:çay bardakları
        mutfak dolabı #acc:mutfak dolabını #dat:mutfak dolabına #gen:mutfak dolabının #pl:mutfak dolapları
        bahçe kapısı #acc:bahçe kapısını #dat:bahçe kapısına #gen:bahçe kapısının #pl:bahçe kapıları
        okul müdürü #acc:okul müdürünü #dat:okul müdürüne #gen:okul müdürünün #pl:okul müdürleri
        otobüs durağı #acc:otobüs durağını #dat:otobüs durağına #gen:otobüs durağının #pl:otobüs durakları
        tren bileti #acc:tren biletini #dat:tren biletine #gen:tren biletinin #pl:tren biletleri
        elma ağacı #acc:elma ağacını #dat:elma ağacına #gen:elma ağacının #pl:elma ağaçları
        ofis koridoru #acc:ofis koridorunu #dat:ofis koridoruna #gen:ofis koridorunun #pl:ofis koridorları
        oyun alanı #acc:oyun alanını #dat:oyun alanına #gen:oyun alanının #pl:oyun alanları
        yemek odası #acc:yemek odasını #dat:yemek odasına #gen:yemek odasının #pl:yemek odaları
        duvar saati #acc:duvar saatini #dat:duvar saatine #gen:duvar saatinin #pl:duvar saatleri
        kitap rafı #acc:kitap rafını #dat:kitap rafına #gen:kitap rafının #pl:kitap rafları
        balık çorbası #acc:balık çorbasını #dat:balık çorbasına #gen:balık çorbasının #pl:balık çorbaları
        domates salçası #acc:domates salçasını #dat:domates salçasına #gen:domates salçasının #pl:domates salçaları
        süt şişesi #acc:süt şişesini #dat:süt şişesine #gen:süt şişesinin #pl:süt şişeleri
        kış mevsimi #acc:kış mevsimini #dat:kış mevsimine #gen:kış mevsiminin #pl:kış mevsimleri
        yaz tatili #acc:yaz tatilini #dat:yaz tatiline #gen:yaz tatilinin #pl:yaz tatilleri
        şehir parkı #acc:şehir parkını #dat:şehir parkına #gen:şehir parkının #pl:şehir parkları
        dağ köyü #acc:dağ köyünü #dat:dağ köyüne #gen:dağ köyünün #pl:dağ köyleri
        deniz kıyısı #acc:deniz kıyısını #dat:deniz kıyısına #gen:deniz kıyısının #pl:deniz kıyıları
        telefon numarası #acc:telefon numarasını #dat:telefon numarasına #gen:telefon numarasının #pl:telefon numaraları
        banka hesabı #acc:banka hesabını #dat:banka hesabına #gen:banka hesabının #pl:banka hesapları
        futbol takımı #acc:futbol takımını #dat:futbol takımına #gen:futbol takımının #pl:futbol takımları
        keman öğretmeni #acc:keman öğretmenini #dat:keman öğretmenine #gen:keman öğretmeninin #pl:keman öğretmenleri
        tiyatro sahnesi #acc:tiyatro sahnesini #dat:tiyatro sahnesine #gen:tiyatro sahnesinin #pl:tiyatro sahneleri
        müze rehberi #acc:müze rehberini #dat:müze rehberine #gen:müze rehberinin #pl:müze rehberleri
        göz doktoru #acc:göz doktorunu #dat:göz doktoruna #gen:göz doktorunun #pl:göz doktorları
        ev ödevi #acc:ev ödevini #dat:ev ödevine #gen:ev ödevinin #pl:ev ödevleri
        sokak lambası #acc:sokak lambasını #dat:sokak lambasına #gen:sokak lambasının #pl:sokak lambaları
        pencere camı #acc:pencere camını #dat:pencere camına #gen:pencere camının #pl:pencere camları
        yağmur bulutu #acc:yağmur bulutunu #dat:yağmur bulutuna #gen:yağmur bulutunun #pl:yağmur bulutları
        at arabası #acc:at arabasını #dat:at arabasına #gen:at arabasının #pl:at arabaları
        kuş yuvası #acc:kuş yuvasını #dat:kuş yuvasına #gen:kuş yuvasının #pl:kuş yuvaları
        """),
        "adjective-noun": lines("""
        eski ev #acc:eski evi #dat:eski eve #gen:eski evin #pl:eski evler
        yeni okul #acc:yeni okulu #dat:yeni okula #gen:yeni okulun #pl:yeni okullar
        büyük bahçe #acc:büyük bahçeyi #dat:büyük bahçeye #gen:büyük bahçenin #pl:büyük bahçeler
        küçük oda #acc:küçük odayı #dat:küçük odaya #gen:küçük odanın #pl:küçük odalar
        sıcak çorba #acc:sıcak çorbayı #dat:sıcak çorbaya #gen:sıcak çorbanın #pl:sıcak çorbalar
        soğuk limonata #acc:soğuk limonatayı #dat:soğuk limonataya #gen:soğuk limonatanın #pl:soğuk limonatalar
        uzun köprü #acc:uzun köprüyü #dat:uzun köprüye #gen:uzun köprünün #pl:uzun köprüler
        kısa mektup #acc:kısa mektubu #dat:kısa mektuba #gen:kısa mektubun #pl:kısa mektuplar
        geniş cadde #acc:geniş caddeyi #dat:geniş caddeye #gen:geniş caddenin #pl:geniş caddeler
        dar sokak #acc:dar sokağı #dat:dar sokağa #gen:dar sokağın #pl:dar sokaklar
        derin göl #acc:derin gölü #dat:derin göle #gen:derin gölün #pl:derin göller
        yüksek duvar #acc:yüksek duvarı #dat:yüksek duvara #gen:yüksek duvarın #pl:yüksek duvarlar
        alçak masa #acc:alçak masayı #dat:alçak masaya #gen:alçak masanın #pl:alçak masalar
        yumuşak yastık #acc:yumuşak yastığı #dat:yumuşak yastığa #gen:yumuşak yastığın #pl:yumuşak yastıklar
        sert sandalye #acc:sert sandalyeyi #dat:sert sandalyeye #gen:sert sandalyenin #pl:sert sandalyeler
        yuvarlak ayna #acc:yuvarlak aynayı #dat:yuvarlak aynaya #gen:yuvarlak aynanın #pl:yuvarlak aynalar
        keskin bıçak #acc:keskin bıçağı #dat:keskin bıçağa #gen:keskin bıçağın #pl:keskin bıçaklar
        boş şişe #acc:boş şişeyi #dat:boş şişeye #gen:boş şişenin #pl:boş şişeler
        dolu kova #acc:dolu kovayı #dat:dolu kovaya #gen:dolu kovanın #pl:dolu kovalar
        ağır çanta #acc:ağır çantayı #dat:ağır çantaya #gen:ağır çantanın #pl:ağır çantalar
        hafif mont #acc:hafif montu #dat:hafif monta #gen:hafif montun #pl:hafif montlar
        pahalı yüzük #acc:pahalı yüzüğü #dat:pahalı yüzüğe #gen:pahalı yüzüğün #pl:pahalı yüzükler
        ucuz otel #acc:ucuz oteli #dat:ucuz otele #gen:ucuz otelin #pl:ucuz oteller
        neşeli şarkı #acc:neşeli şarkıyı #dat:neşeli şarkıya #gen:neşeli şarkının #pl:neşeli şarkılar
        hüzünlü masal #acc:hüzünlü masalı #dat:hüzünlü masala #gen:hüzünlü masalın #pl:hüzünlü masallar
        genç öğretmen #acc:genç öğretmeni #dat:genç öğretmene #gen:genç öğretmenin #pl:genç öğretmenler
        ünlü ressam #acc:ünlü ressamı #dat:ünlü ressama #gen:ünlü ressamın #pl:ünlü ressamlar
        karanlık bodrum #acc:karanlık bodrumu #dat:karanlık bodruma #gen:karanlık bodrumun #pl:karanlık bodrumlar
        parlak yıldız #acc:parlak yıldızı #dat:parlak yıldıza #gen:parlak yıldızın #pl:parlak yıldızlar
        olgun armut #acc:olgun armudu #dat:olgun armuda #gen:olgun armudun #pl:olgun armutlar
        ekşi limon #acc:ekşi limonu #dat:ekşi limona #gen:ekşi limonun #pl:ekşi limonlar
        taze ekmek #acc:taze ekmeği #dat:taze ekmeğe #gen:taze ekmeğin #pl:taze ekmekler
        tahta kaşık #acc:tahta kaşığı #dat:tahta kaşığa #gen:tahta kaşığın #pl:tahta kaşıklar
        tozlu halı #acc:tozlu halıyı #dat:tozlu halıya #gen:tozlu halının #pl:tozlu halılar
        sarı çiçek #acc:sarı çiçeği #dat:sarı çiçeğe #gen:sarı çiçeğin #pl:sarı çiçekler
        kırmızı elma #acc:kırmızı elmayı #dat:kırmızı elmaya #gen:kırmızı elmanın #pl:kırmızı elmalar
        yeşil vadi #acc:yeşil vadiyi #dat:yeşil vadiye #gen:yeşil vadinin #pl:yeşil vadiler
        mavi deniz #acc:mavi denizi #dat:mavi denize #gen:mavi denizin #pl:mavi denizler
        temiz gömlek #acc:temiz gömleği #dat:temiz gömleğe #gen:temiz gömleğin #pl:temiz gömlekler
        ıslak havlu #acc:ıslak havluyu #dat:ıslak havluya #gen:ıslak havlunun #pl:ıslak havlular
        kırık pencere #acc:kırık pencereyi #dat:kırık pencereye #gen:kırık pencerenin #pl:kırık pencereler
        güzel kütüphane #acc:güzel kütüphaneyi #dat:güzel kütüphaneye #gen:güzel kütüphanenin #pl:güzel kütüphaneler
        zor sınav #acc:zor sınavı #dat:zor sınava #gen:zor sınavın #pl:zor sınavlar
        kalın kitap #acc:kalın kitabı #dat:kalın kitaba #gen:kalın kitabın #pl:kalın kitaplar
        renkli defter #acc:renkli defteri #dat:renkli deftere #gen:renkli defterin #pl:renkli defterler
        ahşap kapı #acc:ahşap kapıyı #dat:ahşap kapıya #gen:ahşap kapının #pl:ahşap kapılar
        """),
        "verb-noun": lines("""
        kitabı [okumak #pres:okuyor #prespl:okuyorlar #past:okudu #pastpl:okudular #part:okumuş]
        mektubu [yazmak #pres:yazıyor #prespl:yazıyorlar #past:yazdı #pastpl:yazdılar #part:yazmış]
        ekmeği [almak #pres:alıyor #prespl:alıyorlar #past:aldı #pastpl:aldılar #part:almış]
        çorbayı [pişirmek #pres:pişiriyor #prespl:pişiriyorlar #past:pişirdi #pastpl:pişirdiler #part:pişirmiş]
        bisikleti [onarmak #pres:onarıyor #prespl:onarıyorlar #past:onardı #pastpl:onardılar #part:onarmış]
        duvarı [boyamak #pres:boyuyor #prespl:boyuyorlar #past:boyadı #pastpl:boyadılar #part:boyamış]
        pencereyi [silmek #pres:siliyor #prespl:siliyorlar #past:sildi #pastpl:sildiler #part:silmiş]
        kediyi [beslemek #pres:besliyor #prespl:besliyorlar #past:besledi #pastpl:beslediler #part:beslemiş]
        çiçekleri [sulamak #pres:suluyor #prespl:suluyorlar #past:suladı #pastpl:suladılar #part:sulamış]
        ağacı [dikmek #pres:dikiyor #prespl:dikiyorlar #past:dikti #pastpl:diktiler #part:dikmiş]
        soğanı [doğramak #pres:doğruyor #prespl:doğruyorlar #past:doğradı #pastpl:doğradılar #part:doğramış]
        patatesi [soymak #pres:soyuyor #prespl:soyuyorlar #past:soydu #pastpl:soydular #part:soymuş]
        çayı [içmek #pres:içiyor #prespl:içiyorlar #past:içti #pastpl:içtiler #part:içmiş]
        elmayı [yemek #pres:yiyor #prespl:yiyorlar #past:yedi #pastpl:yediler #part:yemiş]
        şarkıyı [söylemek #pres:söylüyor #prespl:söylüyorlar #past:söyledi #pastpl:söylediler #part:söylemiş]
        filmi [izlemek #pres:izliyor #prespl:izliyorlar #past:izledi #pastpl:izlediler #part:izlemiş]
        kapıyı [kapatmak #pres:kapatıyor #prespl:kapatıyorlar #past:kapattı #pastpl:kapattılar #part:kapatmış]
        paketi [açmak #pres:açıyor #prespl:açıyorlar #past:açtı #pastpl:açtılar #part:açmış]
        gömleği [ütülemek #pres:ütülüyor #prespl:ütülüyorlar #past:ütüledi #pastpl:ütülediler #part:ütülemiş]
        perdeleri [yıkamak #pres:yıkıyor #prespl:yıkıyorlar #past:yıkadı #pastpl:yıkadılar #part:yıkamış]
        bavulu [taşımak #pres:taşıyor #prespl:taşıyorlar #past:taşıdı #pastpl:taşıdılar #part:taşımış]
        sofrayı [kurmak #pres:kuruyor #prespl:kuruyorlar #past:kurdu #pastpl:kurdular #part:kurmuş]
        faturayı [ödemek #pres:ödüyor #prespl:ödüyorlar #past:ödedi #pastpl:ödediler #part:ödemiş]
        parayı [saymak #pres:sayıyor #prespl:sayıyorlar #past:saydı #pastpl:saydılar #part:saymış]
        konuğu [ağırlamak #pres:ağırlıyor #prespl:ağırlıyorlar #past:ağırladı #pastpl:ağırladılar #part:ağırlamış]
        şiiri [çevirmek #pres:çeviriyor #prespl:çeviriyorlar #past:çevirdi #pastpl:çevirdiler #part:çevirmiş]
        metni [düzeltmek #pres:düzeltiyor #prespl:düzeltiyorlar #past:düzeltti #pastpl:düzelttiler #part:düzeltmiş]
        mesajı [göndermek #pres:gönderiyor #prespl:gönderiyorlar #past:gönderdi #pastpl:gönderdiler #part:göndermiş]
        fotoğrafı [çekmek #pres:çekiyor #prespl:çekiyorlar #past:çekti #pastpl:çektiler #part:çekmiş]
        mantarları [toplamak #pres:topluyor #prespl:topluyorlar #past:topladı #pastpl:topladılar #part:toplamış]
        çimleri [biçmek #pres:biçiyor #prespl:biçiyorlar #past:biçti #pastpl:biçtiler #part:biçmiş]
        odunu [kesmek #pres:kesiyor #prespl:kesiyorlar #past:kesti #pastpl:kestiler #part:kesmiş]
        çukuru [kazmak #pres:kazıyor #prespl:kazıyorlar #past:kazdı #pastpl:kazdılar #part:kazmış]
        otobüsü [kullanmak #pres:kullanıyor #prespl:kullanıyorlar #past:kullandı #pastpl:kullandılar #part:kullanmış]
        evi [kiralamak #pres:kiralıyor #prespl:kiralıyorlar #past:kiraladı #pastpl:kiraladılar #part:kiralamış]
        dili [öğrenmek #pres:öğreniyor #prespl:öğreniyorlar #past:öğrendi #pastpl:öğrendiler #part:öğrenmiş]
        kemanı [çalmak #pres:çalıyor #prespl:çalıyorlar #past:çaldı #pastpl:çaldılar #part:çalmış]
        meyveleri [satmak #pres:satıyor #prespl:satıyorlar #past:sattı #pastpl:sattılar #part:satmış]
        soruyu [çözmek #pres:çözüyor #prespl:çözüyorlar #past:çözdü #pastpl:çözdüler #part:çözmüş]
        müzeyi [gezmek #pres:geziyor #prespl:geziyorlar #past:gezdi #pastpl:gezdiler #part:gezmiş]
        anahtarı [aramak #pres:arıyor #prespl:arıyorlar #past:aradı #pastpl:aradılar #part:aramış]
        kazağı [örmek #pres:örüyor #prespl:örüyorlar #past:ördü #pastpl:ördüler #part:örmüş]
        rüyayı [görmek #pres:görüyor #prespl:görüyorlar #past:gördü #pastpl:gördüler #part:görmüş]
        """),
    },
)
