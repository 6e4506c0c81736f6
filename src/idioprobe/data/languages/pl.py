"""Polish: nouns are declined (`gen`, `acc`, `ins`), and a verb in the past agrees with its subject.

`past` is masculine, `pastf` feminine, `part` the passive participle; a noun of a noun has the second in the genitive.
"""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, lines

LANGUAGE = Language(
    code="pl",
    names=("polish", "polski", "pol"),
    neutral={
        "noun": {
            "neut": "To jest [X].",
            "neut_long": "Tak mniej więcej wygląda [X].",
        },
        "verb": {
            "neut": "Oni chcą [X].",
            "neut_long": "Niektórzy ludzie za wszelką cenę chcą [X].",
        },
        "other": {
            "neut": "Mówi się: [X].",
            "neut_long": "Niektórzy ludzie mówią na to po prostu: [X].",
        },
    },
    verb_phrase=re.compile(
        r"^(?!(?:nić|sieć|płeć|postać|śmieć|kapeć|łokieć|paznokieć)\b)"
        r"(?:nie\s)?(?:\w*(?:[aeiyuąó]ć|jść|nieść|siąść|trząść|biec)|iść|(?:z|po|do)?jeść"
        r"|(?:po|na|wy)?kłaść|(?:w|s|u|o|od)paść|u?kraść|(?:po)?móc|u?piec)(?:\s|$)"
    ),
    pools={
        "noun-noun": lines("""
        szklanka wody #f #gen:szklanki wody #acc:szklankę wody #ins:szklanką wody #pl:szklanki wody
        kostka masła #f #gen:kostki masła #acc:kostkę masła #ins:kostką masła #pl:kostki masła
        butelka oliwy #f #gen:butelki oliwy #acc:butelkę oliwy #ins:butelką oliwy #pl:butelki oliwy
        worek cementu #m #gen:worka cementu #acc:worek cementu #ins:workiem cementu #pl:worki cementu
        koszyk truskawek #m #gen:koszyka truskawek #acc:koszyk truskawek #ins:koszykiem truskawek #pl:koszyki truskawek
        bukiet tulipanów #m #gen:bukietu tulipanów #acc:bukiet tulipanów #ins:bukietem tulipanów #pl:bukiety tulipanów
        dach stodoły #m #gen:dachu stodoły #acc:dach stodoły #ins:dachem stodoły #pl:dachy stodoły
        brzeg rzeki #m #gen:brzegu rzeki #acc:brzeg rzeki #ins:brzegiem rzeki #pl:brzegi rzeki
        szczyt wzgórza #m #gen:szczytu wzgórza #acc:szczyt wzgórza #ins:szczytem wzgórza #pl:szczyty wzgórza
        okładka zeszytu #f #gen:okładki zeszytu #acc:okładkę zeszytu #ins:okładką zeszytu #pl:okładki zeszytu
        początek lekcji #m #gen:początku lekcji #acc:początek lekcji #ins:początkiem lekcji #pl:początki lekcji
        koniec filmu #m #gen:końca filmu #acc:koniec filmu #ins:końcem filmu #pl:końce filmu
        cena biletu #f #gen:ceny biletu #acc:cenę biletu #ins:ceną biletu #pl:ceny biletu
        numer telefonu #m #gen:numeru telefonu #acc:numer telefonu #ins:numerem telefonu #pl:numery telefonu
        adres szkoły #m #gen:adresu szkoły #acc:adres szkoły #ins:adresem szkoły #pl:adresy szkoły
        wynik meczu #m #gen:wyniku meczu #acc:wynik meczu #ins:wynikiem meczu #pl:wyniki meczu
        godzina odjazdu #f #gen:godziny odjazdu #acc:godzinę odjazdu #ins:godziną odjazdu #pl:godziny odjazdu
        liczba uczniów #f #gen:liczby uczniów #acc:liczbę uczniów #ins:liczbą uczniów #pl:liczby uczniów
        zapach kawy #m #gen:zapachu kawy #acc:zapach kawy #ins:zapachem kawy #pl:zapachy kawy
        smak malin #m #gen:smaku malin #acc:smak malin #ins:smakiem malin #pl:smaki malin
        kolor zasłon #m #gen:koloru zasłon #acc:kolor zasłon #ins:kolorem zasłon #pl:kolory zasłon
        dźwięk skrzypiec #m #gen:dźwięku skrzypiec #acc:dźwięk skrzypiec #ins:dźwiękiem skrzypiec #pl:dźwięki skrzypiec
        gałąź jabłoni #f #gen:gałęzi jabłoni #acc:gałąź jabłoni #ins:gałęzią jabłoni #pl:gałęzie jabłoni
        liść dębu #m #gen:liścia dębu #acc:liść dębu #ins:liściem dębu #pl:liście dębu
        stos gazet #m #gen:stosu gazet #acc:stos gazet #ins:stosem gazet #pl:stosy gazet
        para butów #f #gen:pary butów #acc:parę butów #ins:parą butów #pl:pary butów
        zbiór znaczków #m #gen:zbioru znaczków #acc:zbiór znaczków #ins:zbiorem znaczków #pl:zbiory znaczków
        plan miasta #m #gen:planu miasta #acc:plan miasta #ins:planem miasta #pl:plany miasta
        mapa regionu #f #gen:mapy regionu #acc:mapę regionu #ins:mapą regionu #pl:mapy regionu
        historia zamku #f #gen:historii zamku #acc:historię zamku #ins:historią zamku #pl:historie zamku
        budowa autostrady #f #gen:budowy autostrady #acc:budowę autostrady #ins:budową autostrady #pl:budowy autostrady
        remont łazienki #m #gen:remontu łazienki #acc:remont łazienki #ins:remontem łazienki #pl:remonty łazienki
        """),
        "adjective-noun": lines("""
        stary dom #m #gen:starego domu #acc:stary dom #ins:starym domem #pl:stare domy
        nowy rower #m #gen:nowego roweru #acc:nowy rower #ins:nowym rowerem #pl:nowe rowery
        duży ogród #m #gen:dużego ogrodu #acc:duży ogród #ins:dużym ogrodem #pl:duże ogrody
        mały pokój #m #gen:małego pokoju #acc:mały pokój #ins:małym pokojem #pl:małe pokoje
        ciepły koc #m #gen:ciepłego koca #acc:ciepły koc #ins:ciepłym kocem #pl:ciepłe koce
        zimny wieczór #m #gen:zimnego wieczoru #acc:zimny wieczór #ins:zimnym wieczorem #pl:zimne wieczory
        długi most #m #gen:długiego mostu #acc:długi most #ins:długim mostem #pl:długie mosty
        krótki list #m #gen:krótkiego listu #acc:krótki list #ins:krótkim listem #pl:krótkie listy
        szeroki chodnik #m #gen:szerokiego chodnika #acc:szeroki chodnik #ins:szerokim chodnikiem #pl:szerokie chodniki
        wąski korytarz #m #gen:wąskiego korytarza #acc:wąski korytarz #ins:wąskim korytarzem #pl:wąskie korytarze
        głęboki staw #m #gen:głębokiego stawu #acc:głęboki staw #ins:głębokim stawem #pl:głębokie stawy
        wysoki mur #m #gen:wysokiego muru #acc:wysoki mur #ins:wysokim murem #pl:wysokie mury
        miękki fotel #m #gen:miękkiego fotela #acc:miękki fotel #ins:miękkim fotelem #pl:miękkie fotele
        okrągły talerz #m #gen:okrągłego talerza #acc:okrągły talerz #ins:okrągłym talerzem #pl:okrągłe talerze
        ostry nóż #m #gen:ostrego noża #acc:ostry nóż #ins:ostrym nożem #pl:ostre noże
        ciężki plecak #m #gen:ciężkiego plecaka #acc:ciężki plecak #ins:ciężkim plecakiem #pl:ciężkie plecaki
        drogi zegarek #m #gen:drogiego zegarka #acc:drogi zegarek #ins:drogim zegarkiem #pl:drogie zegarki
        tani hotel #m #gen:taniego hotelu #acc:tani hotel #ins:tanim hotelem #pl:tanie hotele
        ciemny las #m #gen:ciemnego lasu #acc:ciemny las #ins:ciemnym lasem #pl:ciemne lasy
        głośny silnik #m #gen:głośnego silnika #acc:głośny silnik #ins:głośnym silnikiem #pl:głośne silniki
        świeży chleb #m #gen:świeżego chleba #acc:świeży chleb #ins:świeżym chlebem #pl:świeże chleby
        pusty słoik #m #gen:pustego słoika #acc:pusty słoik #ins:pustym słoikiem #pl:puste słoiki
        drewniany płot #m #gen:drewnianego płotu #acc:drewniany płot #ins:drewnianym płotem #pl:drewniane płoty
        czerwone jabłko #n #gen:czerwonego jabłka #acc:czerwone jabłko #ins:czerwonym jabłkiem #pl:czerwone jabłka
        zielone drzewo #n #gen:zielonego drzewa #acc:zielone drzewo #ins:zielonym drzewem #pl:zielone drzewa
        żółte krzesło #n #gen:żółtego krzesła #acc:żółte krzesło #ins:żółtym krzesłem #pl:żółte krzesła
        jasne okno #n #gen:jasnego okna #acc:jasne okno #ins:jasnym oknem #pl:jasne okna
        brudne lustro #n #gen:brudnego lustra #acc:brudne lustro #ins:brudnym lustrem #pl:brudne lustra
        spokojne jezioro #n #gen:spokojnego jeziora #acc:spokojne jezioro #ins:spokojnym jeziorem #pl:spokojne jeziora
        trudne zadanie #n #gen:trudnego zadania #acc:trudne zadanie #ins:trudnym zadaniem #pl:trudne zadania
        smutna piosenka #f #gen:smutnej piosenki #acc:smutną piosenkę #ins:smutną piosenką #pl:smutne piosenki
        wesoła zabawa #f #gen:wesołej zabawy #acc:wesołą zabawę #ins:wesołą zabawą #pl:wesołe zabawy
        cicha ulica #f #gen:cichej ulicy #acc:cichą ulicę #ins:cichą ulicą #pl:ciche ulice
        kwaśna śliwka #f #gen:kwaśnej śliwki #acc:kwaśną śliwkę #ins:kwaśną śliwką #pl:kwaśne śliwki
        słodka gruszka #f #gen:słodkiej gruszki #acc:słodką gruszkę #ins:słodką gruszką #pl:słodkie gruszki
        czysta koszula #f #gen:czystej koszuli #acc:czystą koszulę #ins:czystą koszulą #pl:czyste koszule
        jedwabna suknia #f #gen:jedwabnej sukni #acc:jedwabną suknię #ins:jedwabną suknią #pl:jedwabne suknie
        piękna wyspa #f #gen:pięknej wyspy #acc:piękną wyspę #ins:piękną wyspą #pl:piękne wyspy
        mokra kurtka #f #gen:mokrej kurtki #acc:mokrą kurtkę #ins:mokrą kurtką #pl:mokre kurtki
        pełna filiżanka #f #gen:pełnej filiżanki #acc:pełną filiżankę #ins:pełną filiżanką #pl:pełne filiżanki
        nudna książka #f #gen:nudnej książki #acc:nudną książkę #ins:nudną książką #pl:nudne książki
        stroma góra #f #gen:stromej góry #acc:stromą górę #ins:stromą górą #pl:strome góry
        """),
        "verb-noun": lines("""
        [czytać #pres:czyta #past:czytał #pastf:czytała #part:czytany] gazetę
        [pisać #pres:pisze #past:pisał #pastf:pisała #part:pisany] list
        [kupować #pres:kupuje #past:kupował #pastf:kupowała #part:kupowany] chleb
        [gotować #pres:gotuje #past:gotował #pastf:gotowała #part:gotowany] zupę
        [budować #pres:buduje #past:budował #pastf:budowała #part:budowany] dom
        [naprawiać #pres:naprawia #past:naprawiał #pastf:naprawiała #part:naprawiany] rower
        [malować #pres:maluje #past:malował #pastf:malowała #part:malowany] ścianę
        [myć #pres:myje #past:mył #pastf:myła #part:myty] okno
        [karmić #pres:karmi #past:karmił #pastf:karmiła #part:karmiony] kota
        [podlewać #pres:podlewa #past:podlewał #pastf:podlewała #part:podlewany] kwiaty
        [sadzić #pres:sadzi #past:sadził #pastf:sadziła #part:sadzony] drzewo
        [kroić #pres:kroi #past:kroił #pastf:kroiła #part:krojony] cebulę
        [obierać #pres:obiera #past:obierał #pastf:obierała #part:obierany] ziemniaki
        [piec #pres:piecze #past:piekł #pastf:piekła #part:pieczony] ciasto
        [pić #pres:pije #past:pił #pastf:piła #part:pity] herbatę
        [jeść #pres:je #past:jadł #pastf:jadła #part:jedzony] śniadanie
        [śpiewać #pres:śpiewa #past:śpiewał #pastf:śpiewała #part:śpiewany] piosenkę
        [oglądać #pres:ogląda #past:oglądał #pastf:oglądała #part:oglądany] film
        [zamykać #pres:zamyka #past:zamykał #pastf:zamykała #part:zamykany] drzwi
        [otwierać #pres:otwiera #past:otwierał #pastf:otwierała #part:otwierany] paczkę
        [prasować #pres:prasuje #past:prasował #pastf:prasowała #part:prasowany] koszulę
        [prać #pres:pierze #past:prał #pastf:prała #part:prany] zasłony
        [szyć #pres:szyje #past:szył #pastf:szyła #part:szyty] sukienkę
        [nosić #pres:nosi #past:nosił #pastf:nosiła #part:noszony] plecak
        [pakować #pres:pakuje #past:pakował #pastf:pakowała #part:pakowany] walizkę
        [płacić #pres:płaci #past:płacił #pastf:płaciła #part:płacony] rachunek
        [liczyć #pres:liczy #past:liczył #pastf:liczyła #part:liczony] pieniądze
        [odwiedzać #pres:odwiedza #past:odwiedzał #pastf:odwiedzała #part:odwiedzany] babcię
        [witać #pres:wita #past:witał #pastf:witała #part:witany] gości
        [tłumaczyć #pres:tłumaczy #past:tłumaczył #pastf:tłumaczyła #part:tłumaczony] wiersz
        [poprawiać #pres:poprawia #past:poprawiał #pastf:poprawiała #part:poprawiany] tekst
        [wysyłać #pres:wysyła #past:wysyłał #pastf:wysyłała #part:wysyłany] pocztówkę
        [robić #pres:robi #past:robił #pastf:robiła #part:robiony] zdjęcie
        [zbierać #pres:zbiera #past:zbierał #pastf:zbierała #part:zbierany] grzyby
        [kosić #pres:kosi #past:kosił #pastf:kosiła #part:koszony] trawę
        [rąbać #pres:rąbie #past:rąbał #pastf:rąbała #part:rąbany] drewno
        [kopać #pres:kopie #past:kopał #pastf:kopała #part:kopany] studnię
        [prowadzić #pres:prowadzi #past:prowadził #pastf:prowadziła #part:prowadzony] autobus
        [wynajmować #pres:wynajmuje #past:wynajmował #pastf:wynajmowała #part:wynajmowany] mieszkanie
        [studiować #pres:studiuje #past:studiował #pastf:studiowała #part:studiowany] prawo
        [ćwiczyć #pres:ćwiczy #past:ćwiczył #pastf:ćwiczyła #part:ćwiczony] taniec
        [sprzedawać #pres:sprzedaje #past:sprzedawał #pastf:sprzedawała #part:sprzedawany] owoce
        [zwiedzać #pres:zwiedza #past:zwiedzał #pastf:zwiedzała #part:zwiedzany] muzeum
        """),
    },
)
