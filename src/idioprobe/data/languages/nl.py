"""Dutch: an adjective before a neuter noun has no ending after *een*; `def` is the form after *de* and *het*.

Nouns with *de* are tagged #m, nouns with *het* #n: a sentence writes {de|de|het}.
"""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, lines

LANGUAGE = Language(
    code="nl",
    names=("dutch", "nederlands", "flemish", "nld", "dut"),
    neutral={
        "noun": {
            "neut": "Dit is een [X].",
            "neut_long": "Zo zou een [X] eigenlijk moeten zijn.",
        },
        "verb": {
            "neut": "Ze willen [X].",
            "neut_long": "Vroeg of laat willen ze allemaal [X].",
        },
        "other": {
            "neut": "Men zegt: [X].",
            "neut_long": "Sommige mensen zeggen dan gewoon: [X].",
        },
    },
    verb_last=True,
    verb_phrase=re.compile(
        r"^(?:(?:aan|achter|bij|door|in|met|naar|onder|op|over|uit|van|voor)\s)?"
        r"(?:de|het|een|zijn|zich|iets|iemand)\s(?:.+\s)?[a-zë]+n$"
    ),
    pools={
        "closed": lines("""
        appeltaart #m #pl:appeltaarten ; keukenkast #m #pl:keukenkasten ; tuinhek #n #pl:tuinhekken
        regenjas #m #pl:regenjassen ; boekenplank #m #pl:boekenplanken ; koffiekop #m #pl:koffiekoppen
        wijnglas #n #pl:wijnglazen ; schoolplein #n #pl:schoolpleinen ; treinkaartje #n #pl:treinkaartjes
        bushalte #m #pl:bushaltes ; vogelnest #n #pl:vogelnesten ; paardenstal #m #pl:paardenstallen
        melkfles #m #pl:melkflessen ; kaasmes #n #pl:kaasmessen ; aardappelsoep #m #pl:aardappelsoepen
        tomatensaus #m #pl:tomatensauzen ; bloempot #m #pl:bloempotten ; stadspark #n #pl:stadsparken
        bergdorp #n #pl:bergdorpen ; zomerjurk #m #pl:zomerjurken ; zeilboot #m #pl:zeilboten
        havenmuur #m #pl:havenmuren ; voetbalveld #n #pl:voetbalvelden ; pianoleraar #m #pl:pianoleraren
        theaterstuk #n #pl:theaterstukken ; krantenartikel #n #pl:krantenartikelen
        telefoonnummer #n #pl:telefoonnummers ; bankrekening #m #pl:bankrekeningen ; slaapkamer #m #pl:slaapkamers
        wandklok #m #pl:wandklokken ; strohoed #m #pl:strohoeden ; sneeuwschop #m #pl:sneeuwschoppen
        """),
        "adjective-noun": lines("""
        oud huis #n #def:oude huis #pl:oude huizen ; grote tuin #m #def:grote tuin #pl:grote tuinen
        kleine kamer #m #def:kleine kamer #pl:kleine kamers ; nieuwe fiets #m #def:nieuwe fiets #pl:nieuwe fietsen
        warme deken #m #def:warme deken #pl:warme dekens ; koude avond #m #def:koude avond #pl:koude avonden
        lange reis #m #def:lange reis #pl:lange reizen ; korte brief #m #def:korte brief #pl:korte brieven
        brede straat #m #def:brede straat #pl:brede straten ; smalle brug #m #def:smalle brug #pl:smalle bruggen
        diepe vijver #m #def:diepe vijver #pl:diepe vijvers ; hoge muur #m #def:hoge muur #pl:hoge muren
        lage tafel #m #def:lage tafel #pl:lage tafels ; zacht kussen #n #def:zachte kussen #pl:zachte kussens
        harde stoel #m #def:harde stoel #pl:harde stoelen ; ronde spiegel #m #def:ronde spiegel #pl:ronde spiegels
        scherp mes #n #def:scherpe mes #pl:scherpe messen ; lege fles #m #def:lege fles #pl:lege flessen
        volle emmer #m #def:volle emmer #pl:volle emmers ; zware koffer #m #def:zware koffer #pl:zware koffers
        lichte jas #m #def:lichte jas #pl:lichte jassen ; duur horloge #n #def:dure horloge #pl:dure horloges
        goedkoop hotel #n #def:goedkope hotel #pl:goedkope hotels
        vrolijk lied #n #def:vrolijke lied #pl:vrolijke liederen
        verdrietig verhaal #n #def:verdrietige verhaal #pl:verdrietige verhalen
        jonge leraar #m #def:jonge leraar #pl:jonge leraren
        strenge rechter #m #def:strenge rechter #pl:strenge rechters
        beroemde schilder #m #def:beroemde schilder #pl:beroemde schilders
        vriendelijke buurman #m #def:vriendelijke buurman #pl:vriendelijke buurmannen
        luide trommel #m #def:luide trommel #pl:luide trommels
        donkere kelder #m #def:donkere kelder #pl:donkere kelders
        heldere stem #m #def:heldere stem #pl:heldere stemmen ; rijpe peer #m #def:rijpe peer #pl:rijpe peren
        zure citroen #m #def:zure citroen #pl:zure citroenen ; vers brood #n #def:verse brood #pl:verse broden
        stoffig tapijt #n #def:stoffige tapijt #pl:stoffige tapijten
        bevroren meer #n #def:bevroren meer #pl:bevroren meren
        gestreept hemd #n #def:gestreepte hemd #pl:gestreepte hemden
        gebroken raam #n #def:gebroken raam #pl:gebroken ramen ; gele bloem #m #def:gele bloem #pl:gele bloemen
        moeilijk examen #n #def:moeilijke examen #pl:moeilijke examens
        """),
        "verb-noun": lines("""
        een huis [bouwen #pres:bouwt #prespl:bouwen #past:bouwde #pastpl:bouwden #part:gebouwd]
        een lied [zingen #pres:zingt #prespl:zingen #past:zong #pastpl:zongen #part:gezongen]
        de krant [lezen #pres:leest #prespl:lezen #past:las #pastpl:lazen #part:gelezen]
        een appel [eten #pres:eet #prespl:eten #past:at #pastpl:aten #part:gegeten]
        water [drinken #pres:drinkt #prespl:drinken #past:dronk #pastpl:dronken #part:gedronken]
        de rekening [betalen #pres:betaalt #prespl:betalen #past:betaalde #pastpl:betaalden #part:betaald]
        de bus [missen #pres:mist #prespl:missen #past:miste #pastpl:misten #part:gemist]
        bloemen [plukken #pres:plukt #prespl:plukken #past:plukte #pastpl:plukten #part:geplukt]
        hout [hakken #pres:hakt #prespl:hakken #past:hakte #pastpl:hakten #part:gehakt]
        een film [bekijken #pres:bekijkt #prespl:bekijken #past:bekeek #pastpl:bekeken #part:bekeken]
        de deur [sluiten #pres:sluit #prespl:sluiten #past:sloot #pastpl:sloten #part:gesloten]
        het overhemd [strijken #pres:strijkt #prespl:strijken #past:streek #pastpl:streken #part:gestreken]
        een taal [leren #pres:leert #prespl:leren #past:leerde #pastpl:leerden #part:geleerd]
        de sleutel [zoeken #pres:zoekt #prespl:zoeken #past:zocht #pastpl:zochten #part:gezocht]
        een munt [vinden #pres:vindt #prespl:vinden #past:vond #pastpl:vonden #part:gevonden]
        een taart [bakken #pres:bakt #prespl:bakken #past:bakte #pastpl:bakten #part:gebakken]
        aardappelen [schillen #pres:schilt #prespl:schillen #past:schilde #pastpl:schilden #part:geschild]
        de fiets [repareren #pres:repareert #prespl:repareren #past:repareerde #pastpl:repareerden #part:gerepareerd]
        de muur [verven #pres:verft #prespl:verven #past:verfde #pastpl:verfden #part:geverfd]
        de hond [voeren #pres:voert #prespl:voeren #past:voerde #pastpl:voerden #part:gevoerd]
        een boom [planten #pres:plant #prespl:planten #past:plantte #pastpl:plantten #part:geplant]
        een gat [graven #pres:graaft #prespl:graven #past:groef #pastpl:groeven #part:gegraven]
        de koffer [dragen #pres:draagt #prespl:dragen #past:droeg #pastpl:droegen #part:gedragen]
        een tas [pakken #pres:pakt #prespl:pakken #past:pakte #pastpl:pakten #part:gepakt]
        het kaartje [tonen #pres:toont #prespl:tonen #past:toonde #pastpl:toonden #part:getoond]
        de top [bereiken #pres:bereikt #prespl:bereiken #past:bereikte #pastpl:bereikten #part:bereikt]
        een tunnel [ontwerpen #pres:ontwerpt #prespl:ontwerpen #past:ontwierp #pastpl:ontwierpen #part:ontworpen]
        de foto [wissen #pres:wist #prespl:wissen #past:wiste #pastpl:wisten #part:gewist]
        een bericht [sturen #pres:stuurt #prespl:sturen #past:stuurde #pastpl:stuurden #part:gestuurd]
        vrienden [ontmoeten #pres:ontmoet #prespl:ontmoeten #past:ontmoette #pastpl:ontmoetten #part:ontmoet]
        een gast [begroeten #pres:begroet #prespl:begroeten #past:begroette #pastpl:begroetten #part:begroet]
        het verhaal [vertellen #pres:vertelt #prespl:vertellen #past:vertelde #pastpl:vertelden #part:verteld]
        een gedicht [vertalen #pres:vertaalt #prespl:vertalen #past:vertaalde #pastpl:vertaalden #part:vertaald]
        de tekst [verbeteren #pres:verbetert #prespl:verbeteren #past:verbeterde #pastpl:verbeterden #part:verbeterd]
        de gordijnen [wassen #pres:wast #prespl:wassen #past:waste #pastpl:wasten #part:gewassen]
        een sjaal [breien #pres:breit #prespl:breien #past:breide #pastpl:breiden #part:gebreid]
        viool [spelen #pres:speelt #prespl:spelen #past:speelde #pastpl:speelden #part:gespeeld]
        het deeg [kneden #pres:kneedt #prespl:kneden #past:kneedde #pastpl:kneedden #part:gekneed]
        een tent [huren #pres:huurt #prespl:huren #past:huurde #pastpl:huurden #part:gehuurd]
        schelpen [verzamelen #pres:verzamelt #prespl:verzamelen #past:verzamelde #pastpl:verzamelden #part:verzameld]
        het gras [maaien #pres:maait #prespl:maaien #past:maaide #pastpl:maaiden #part:gemaaid]
        het geld [verstoppen #pres:verstopt #prespl:verstoppen #past:verstopte #pastpl:verstopten #part:verstopt]
        """),
    },
)
