"""German: nouns have three genders and are declined, and the verb of a verb phrase stands at its end.

Pool entries are written short and given all their forms here, as German forms follow from few.
"""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, lines

_STRONG = {"m": "er", "f": "e", "n": "es"}
_ACCUSATIVE = {"m": "en", "f": "e", "n": "es"}


def noun(entry: str) -> str:
    """A noun from itself, its gender and its plural, with its cases; weak nouns have others, and no place here.

    >>> noun("Gartentor n Gartentore")
    'Gartentor #n #acc:Gartentor #dat:Gartentor #gen:Gartentors #pl:Gartentore'
    """
    word, gender, plural = entry.split()
    return f"{word} #{gender} #acc:{word} #dat:{word} #gen:{_genitive(word, gender)} #pl:{plural}"


def adjective_noun(entry: str) -> str:
    """An adjective's stem and a noun, declined as after *ein*; `def` and `defacc` are the forms after *der* and *den*.

    >>> adjective_noun("alt Schrank m Schränke")  # doctest: +NORMALIZE_WHITESPACE
    'alter Schrank #m #acc:alten Schrank #dat:alten Schrank #gen:alten Schranks
     #def:alte Schrank #defacc:alten Schrank #pl:alte Schränke'
    """
    stem, word, gender, plural = entry.split()
    return (
        f"{stem}{_STRONG[gender]} {word} #{gender} #acc:{stem}{_ACCUSATIVE[gender]} {word} #dat:{stem}en {word} "
        f"#gen:{stem}en {_genitive(word, gender)} #def:{stem}e {word} "
        f"#defacc:{stem}{'en' if gender == 'm' else 'e'} {word} #pl:{stem}e {plural}"
    )


def verb_noun(entry: str) -> str:
    """An object and a verb with its third person in the present and past, and its participle.

    >>> verb_noun("ein Lied singen singt sang gesungen")
    'ein Lied [singen #pres:singt #prespl:singen #past:sang #pastpl:sangen #part:gesungen]'
    """
    *rest, infinitive, present, past, participle = entry.split()
    plural = f"{past}n" if past.endswith("e") else f"{past}en"
    forms = f"#pres:{present} #prespl:{infinitive} #past:{past} #pastpl:{plural} #part:{participle}"
    return f"{' '.join(rest)} [{infinitive} {forms}]"


def after_articles(articles: tuple[str, ...]) -> str | None:
    """The form that follows articles of the three genders; None for the citation form.

    >>> [after_articles(a) for a in (("einen", "eine", "ein"), ("den", "die", "das"), ("ein", "eine", "ein"))]
    ['acc', 'defacc', None]
    """
    if len(articles) < len(_STRONG):
        return None
    masculine, _, neuter = (article.split()[0].lower() if article.strip() else "" for article in articles[:3])
    weak = neuter.endswith("s")
    by_ending = {"en": "defacc" if weak else "acc", "em": "dat", "es": "gen", "er": "def" if weak else None}
    return by_ending.get(masculine[-2:]) if masculine != "des" else "gen"


def _genitive(word: str, gender: str) -> str:
    if gender == "f":
        return word
    return word + ("es" if word.endswith(("s", "ß", "x", "z")) else "s")


LANGUAGE = Language(
    code="de",
    names=("german", "deutsch", "deu", "ger"),
    neutral={
        "noun": {
            "neut": "Das ist {ein|eine|ein} [X].",
            "neut_long": "So sollte {ein|eine|ein} [X] eigentlich sein.",
        },
        "verb": {
            "neut": "Sie wollen [X].",
            "neut_long": "Das tun Leute, die unbedingt [X] wollen.",
        },
        "other": {
            "neut": "Man sagt: [X].",
            "neut_long": "Manche Leute sagen dazu einfach: [X].",
        },
    },
    slot_form=after_articles,
    verb_last=True,
    adjective_endings=("es", "er", "en", "em", "e"),
    verb_phrase=re.compile(r"^(?:.+\s)?(?:[a-zäöü]\w*e[lr]?n|tun|sein)$"),
    pools={
        "closed": tuple(
            noun(entry)
            for entry in lines("""
                Gartentor n Gartentore ; Bergdorf n Bergdörfer ; Kellertreppe f Kellertreppen
                Wollpullover m Wollpullover ; Dachfenster n Dachfenster ; Seeufer n Seeufer
                Waldweg m Waldwege ; Marktplatz m Marktplätze ; Schulhof m Schulhöfe
                Apfelkuchen m Apfelkuchen ; Kaffeetasse f Kaffeetassen ; Holzregal n Holzregale
                Papierkorb m Papierkörbe ; Regenmantel m Regenmäntel ; Sommerkleid n Sommerkleider
                Stadtpark m Stadtparks ; Bauernhaus n Bauernhäuser ; Ledertasche f Ledertaschen
                Silbermünze f Silbermünzen ; Goldkette f Goldketten ; Glasvase f Glasvasen
                Fischteich m Fischteiche ; Hundeleine f Hundeleinen ; Katzenklappe f Katzenklappen
                Pferdestall m Pferdeställe ; Vogelnest n Vogelnester ; Bienenstock m Bienenstöcke
                Blumentopf m Blumentöpfe ; Rosenstrauch m Rosensträucher ; Getreidefeld n Getreidefelder
                Kartoffelsalat m Kartoffelsalate ; Tomatensoße f Tomatensoßen ; Zitronensaft m Zitronensäfte
                Erdbeermarmelade f Erdbeermarmeladen ; Käseplatte f Käseplatten ; Brotmesser n Brotmesser
                Milchkanne f Milchkannen ; Weinflasche f Weinflaschen ; Bierfass n Bierfässer
                Wasserhahn m Wasserhähne ; Badewanne f Badewannen ; Schlafzimmer n Schlafzimmer
                Tresorschlüssel m Tresorschlüssel ; Bürostuhl m Bürostühle ; Stehlampe f Stehlampen
                Wanduhr f Wanduhren ; Bettdecke f Bettdecken ; Kopfkissen n Kopfkissen
                Seidenschal m Seidenschals ; Strohhut m Strohhüte ; Hemdkragen m Hemdkragen
                Hosenknopf m Hosenknöpfe ; Gürtelschnalle f Gürtelschnallen ; Theaterbühne f Theaterbühnen
                Kinokarte f Kinokarten ; Museumsführer m Museumsführer ; Orchesterprobe f Orchesterproben
                Klavierlehrer m Klavierlehrer ; Geigensaite f Geigensaiten ; Chorleiter m Chorleiter
                Fußballtrainer m Fußballtrainer ; Tennisschläger m Tennisschläger ; Skipiste f Skipisten
                Segelboot n Segelboote ; Hafenmauer f Hafenmauern ; Zugfahrt f Zugfahrten
                Bushaltestelle f Bushaltestellen ; Straßenlaterne f Straßenlaternen ; Postamt n Postämter
                Bankkonto n Bankkonten ; Mietvertrag m Mietverträge ; Zeitungsartikel m Zeitungsartikel
                Telefonnummer f Telefonnummern ; Rettungswagen m Rettungswagen ; Fieberthermometer n Fieberthermometer
                Schneeschaufel f Schneeschaufeln ; Mondlandung f Mondlandungen ; Kieselstein m Kieselsteine
            """)
        ),
        "adjective-noun": tuple(
            adjective_noun(entry)
            for entry in lines("""
                leer Flasche f Flaschen ; breit Straße f Straßen ; kalt Abend m Abende ; warm Decke f Decken
                neu Fahrrad n Fahrräder ; alt Schrank m Schränke ; klein Garten m Gärten ; groß Fenster n Fenster
                jung Lehrer m Lehrer ; freundlich Nachbarin f Nachbarinnen ; müd Wanderer m Wanderer
                nass Mantel m Mäntel ; trocken Brötchen n Brötchen ; süß Apfel m Äpfel ; saur Gurke f Gurken
                scharf Messer n Messer ; stumpf Schere f Scheren ; rund Spiegel m Spiegel ; eckig Tablett n Tabletts
                lang Reise f Reisen ; kurz Gespräch n Gespräche ; schmal Gasse f Gassen ; tief Brunnen m Brunnen
                flach Teich m Teiche ; steil Hang m Hänge ; sanft Hügel m Hügel ; wild Fluss m Flüsse
                still Bucht f Buchten ; laut Motor m Motoren ; leis Stimme f Stimmen ; hell Zimmer n Zimmer
                dunkl Keller m Keller ; bunt Schmetterling m Schmetterlinge ; gelb Blume f Blumen
                grün Wiese f Wiesen ; blau Vase f Vasen ; weiß Wand f Wände ; braun Hund m Hunde
                hölzern Truhe f Truhen ; gläsern Kugel f Kugeln ; eisern Tor n Tore ; silbern Ring m Ringe
                gestreift Hemd n Hemden ; kariert Bluse f Blusen ; zerbrochen Krug m Krüge
                geräumig Halle f Hallen ; bequem Sessel m Sessel ; hart Stuhl m Stühle ; weich Kissen n Kissen
                teur Uhr f Uhren ; billig Hotel n Hotels ; berühmt Maler m Maler ; fleißig Schülerin f Schülerinnen
                streng Richter m Richter ; seltsam Geräusch n Geräusche ; spannend Roman m Romane
                langweilig Vortrag m Vorträge ; modern Bibliothek f Bibliotheken ; historisch Rathaus n Rathäuser
                frisch Brot n Brote ; reif Birne f Birnen ; gefroren Pfütze f Pfützen ; staubig Teppich m Teppiche
            """)
        ),
        "verb-noun": tuple(
            verb_noun(entry)
            for entry in lines("""
                einen Zaun bauen baut baute gebaut ; ein Lied singen singt sang gesungen
                das Haus verlassen verlässt verließ verlassen ; die Rechnung bezahlen bezahlt bezahlte bezahlt
                einen Apfel essen isst aß gegessen ; Wasser trinken trinkt trank getrunken
                den Bus verpassen verpasst verpasste verpasst ; Blumen pflücken pflückt pflückte gepflückt
                Holz hacken hackt hackte gehackt ; die Zeitung lesen liest las gelesen
                einen Film sehen sieht sah gesehen ; die Tür schließen schließt schloss geschlossen
                das Hemd bügeln bügelt bügelte gebügelt ; eine Sprache lernen lernt lernte gelernt
                Fußball spielen spielt spielte gespielt ; den Schlüssel suchen sucht suchte gesucht
                eine Münze finden findet fand gefunden ; einen Kuchen backen backt backte gebacken
                die Kartoffeln schälen schält schälte geschält ; das Fahrrad reparieren repariert reparierte repariert
                eine Mauer streichen streicht strich gestrichen ; den Hund füttern füttert fütterte gefüttert
                die Pflanzen gießen gießt goss gegossen ; einen Baum fällen fällt fällte gefällt
                ein Loch graben gräbt grub gegraben ; Kirschen ernten erntet erntete geerntet
                die Kühe melken melkt melkte gemolken ; ein Pferd satteln sattelt sattelte gesattelt
                das Gepäck tragen trägt trug getragen ; einen Koffer packen packt packte gepackt
                die Fahrkarte zeigen zeigt zeigte gezeigt ; den Gipfel erreichen erreicht erreichte erreicht
                einen Tunnel planen plant plante geplant ; das Foto löschen löscht löschte gelöscht
                eine Botschaft senden sendet sendete gesendet ; die Großeltern besuchen besucht besuchte besucht
                Freunde treffen trifft traf getroffen ; einen Gast begrüßen begrüßt begrüßte begrüßt
                die Geschichte erzählen erzählt erzählte erzählt ; ein Gedicht übersetzen übersetzt übersetzte übersetzt
                den Text korrigieren korrigiert korrigierte korrigiert ; eine Maschine bedienen bedient bediente bedient
                das Dach decken deckt deckte gedeckt ; die Vorhänge waschen wäscht wusch gewaschen
                ein Kleid nähen näht nähte genäht ; einen Schal stricken strickt strickte gestrickt
                Klavier üben übt übte geübt ; die Geige stimmen stimmt stimmte gestimmt
                den Teig kneten knetet knetete geknetet ; das Gemüse würzen würzt würzte gewürzt
                Kaffee mahlen mahlt mahlte gemahlen ; die Milch erhitzen erhitzt erhitzte erhitzt
                ein Zelt mieten mietet mietete gemietet ; das Boot steuern steuert steuerte gesteuert
                Muscheln sammeln sammelt sammelte gesammelt ; Enten zählen zählt zählte gezählt
                eine Wunde verbinden verbindet verband verbunden ; ein Medikament nehmen nimmt nahm genommen
                einen Vertrag unterzeichnen unterzeichnet unterzeichnete unterzeichnet
                die Steuern senken senkt senkte gesenkt ; ein Konto eröffnen eröffnet eröffnete eröffnet
                das Geld verstecken versteckt versteckte versteckt ; den Rasen mähen mäht mähte gemäht
                die Straße überqueren überquert überquerte überquert ; eine Pause machen macht machte gemacht
            """)
        ),
        "binomial": lines("""
            Regen und Wind ; Hammer und Nagel ; Tee und Gebäck ; Mantel und Hut ; Gabel und Messer
            Kühe und Ziegen ; Bücher und Hefte ; Pflaumen und Kirschen ; Berge und Seen ; Lehrer und Schüler
            Bus und Straßenbahn ; Hemd und Hose ; Tulpen und Nelken ; Geige und Klavier ; Milch und Zucker
            Stühle und Lampen ; Onkel und Tante ; Reis und Bohnen ; Papier und Schere ; rechnen und lesen
            kalt und nass ; groß und hell
        """),
    },
)
