"""English: the indefinite article goes by the sound that follows, a plural by the end of the last word."""

from __future__ import annotations

import re
import unicodedata

from idioprobe.data.grammar.english import inflect, is_adjective, is_verb_phrase, recognise
from idioprobe.data.languages.language import Language, LongSentence, lines

_ARTICLE = re.compile(r"(?<!\w)(an?)(\s+[\"'“‘(]*)$", re.I)

# Spelling and sound disagree here: the first sound decides between a and an.
_VOWEL_LETTER_CONSONANT_SOUND = re.compile(
    r"eu|ewe|one\b|once\b|uni(?![mn]|dent)|unanim|ukr|u[bcfhjkqrst][aeiou]", re.I
)
_CONSONANT_LETTER_VOWEL_SOUND = re.compile(r"hour|honest|honou?r|heir|[fhlmnrsx]-", re.I)
_SPELLED_OUT_WITH_VOWEL = re.compile(r"[AEFHILMNORSX](?![a-z])")
_SPELLED_OUT = re.compile(r"[A-Z]+(?![a-z])(?:\b|\d)")


def indefinite_article(phrase: str) -> str:
    """`a` or `an`, by the sound that the phrase begins with.

    >>> [indefinite_article(p) for p in ("owl", "union leader", "hour", "MRI scan", "UN envoy", "umbrella")]
    ['an', 'a', 'an', 'an', 'a', 'an']
    """
    word = phrase.lstrip("\"'“‘(")
    if _SPELLED_OUT.match(word):
        return "an" if _SPELLED_OUT_WITH_VOWEL.match(word) else "a"
    if _CONSONANT_LETTER_VOWEL_SOUND.match(word):
        return "an"
    if _VOWEL_LETTER_CONSONANT_SOUND.match(word):
        return "a"
    if word[:1] == "8" or re.match(r"(?:11|18)(?!\d)", word):
        return "an"
    return "an" if unicodedata.normalize("NFD", word)[:1].lower() in tuple("aeiou") else "a"


def adapt_article(before: str, filler: str, tags: frozenset[str]) -> str:
    """An indefinite article directly before the target, made to fit the filler.

    A tag `#a` or `#an` on the filler settles what the rule would get wrong.

    >>> adapt_article("She is an ", "hard worker", frozenset())
    'She is a '
    """
    match = _ARTICLE.search(before)
    if not match:
        return before
    article = next((tag for tag in ("an", "a") if tag in tags), None) or indefinite_article(filler)
    written = match.group(1)
    article = article.upper() if written.isupper() and len(written) > 1 else article
    if written[0].isupper():
        article = article[0].upper() + article[1:]
    return before[: match.start(1)] + article + match.group(2)


LANGUAGE = Language(
    code="en",
    names=("english", "eng"),
    neutral={
        "noun": {
            "neut": "This is a [X].",
            "neut_long": "This is what a [X] is supposed to be.",
        },
        "verb": {
            "neut": "They want to [X].",
            "neut_long": "This is what it means to [X] in most cases.",
        },
        "other": {
            "neut": "People say: [X].",
            "neut_long": "Some people simply say [X] when they talk about it.",
        },
    },
    long=(
        LongSentence(
            re.compile(r"This is (?P<article>an?) ", re.I),
            "This is what {article} ",
            " is supposed to be",
        ),
    ),
    plural_endings=(
        ("y", "ies"),
        ("fe", "ves"),
        ("f", "ves"),
        ("man", "men"),
        ("child", "children"),
        ("tooth", "teeth"),
        ("foot", "feet"),
        ("", "es"),
    ),
    fit=adapt_article,
    inflect=inflect,
    recognise=recognise,
    is_adjective=is_adjective,
    is_verb_phrase=is_verb_phrase,
    pools={
        "adjective-noun": lines("""
            abandoned warehouse ; absent landlord ; ambitious lawyer ; angry customer ; annual budget
            anonymous poem ; aromatic resin ; bacterial infection ; baroque sonata ; battered ladle
            bilingual dictionary ; bitter syrup ; blue bicycle ; blunt chisel ; boiled egg ; brave firefighter
            bright comet ; broken window ; burnt pancake ; ceramic bowl ; cheap hotel ; chilly afternoon
            clever student ; cloudy morning ; colourful poster ; concave lens ; costly repair ; cracked teapot
            creamy soup ; crowded beach ; crystalline solid ; damp basement ; deep river ; dense jungle
            difficult exam ; digital thermometer ; diplomatic envoy ; distant galaxy ; dusty road ; elderly farmer
            electric drill ; empty bottle ; extinct mammoth ; faded photograph ; famous painter ; faulty socket
            fluffy pillow ; foggy harbour ; foreign embassy ; fractured rib ; friendly neighbour ; frozen lake
            gentle breeze ; glossy brochure ; good answer ; gothic cathedral ; grey door ; handwritten recipe
            happy family ; heated greenhouse ; heavy suitcase ; herbal ointment ; hungry fox ; hydraulic pump
            illegible signature ; important meeting ; inflatable raft ; injured goalkeeper ; knitted glove
            large city ; little boy ; lively waltz ; local newspaper ; long letter ; luminous meteor
            magnetic compass ; medieval castle ; migratory stork ; mild autumn ; minor bruise ; misleading statement
            modern library ; modest profit ; muddy boot ; muffled drum ; muscular swimmer ; narrow staircase
            nervous bride ; new house ; nice idea ; nocturnal moth ; noisy parrot ; old bridge ; optical microscope
            oval mirror ; painful blister ; partial rainbow ; peeled carrot ; persistent cough ; polite tailor
            porous membrane ; portable heater ; provincial orchestra ; quick lunch ; quiet street
            regional parliament ; rehearsed speech ; remote valley ; retired judge ; ripe mango ; roasted chestnut
            rocky coastline ; ruined abbey ; rural clinic ; rusty nail ; salted almond ; sandy island ; secret diary
            severe drought ; shallow pond ; shy tortoise ; simple equation ; skilled carpenter ; sleepy kitten
            solar lantern ; solemn hymn ; sour lemon ; spacious attic ; spicy curry ; spotted beetle ; square tray
            stale biscuit ; steep hillside ; sterile bandage ; strange noise ; striped apron ; stubborn toddler
            suburban bungalow ; sudden thunderstorm ; sulphurous vapour ; surgical needle ; swollen ankle
            talented cellist ; tall fence ; tame goat ; temporary permit ; thatched cottage ; theatrical costume
            tidal estuary ; tiny screw ; tired nurse ; tragic ballet ; unanimous verdict ; unpublished manuscript
            untuned harp ; useful tool ; venomous lizard ; volcanic crater ; warm room ; wealthy collector
            weary donkey ; weekly magazine ; wireless keyboard ; wobbly ladder ; woollen hat ; yellow umbrella
            young woman
        """),
        "noun-noun": lines("""
            air filter ; almond tart ; amateur choir ; apple orchard ; art gallery ; balcony railing ; bamboo flute
            bathroom mirror ; battery charger ; bee colony ; beer bottle ; bird feeder ; birthday cake
            border patrol ; brass trombone ; brick chimney ; budget deficit ; butter dish ; camera lens
            cheese grater ; chemistry laboratory ; city council ; clay jug ; college professor ; concert pianist
            copper kettle ; cotton towel ; court ruling ; denim jacket ; dentist appointment ; desert caravan
            diesel generator ; evening lecture ; family doctor ; football stadium ; fossil fragment ; glass vase
            goat shed ; granite pillar ; guitar solo ; harbour wall ; history teacher ; horse saddle
            insurance broker ; iron gate ; island ferry ; jazz trumpet ; kitchen table ; lake shore ; leather sofa
            library catalogue ; linen napkin ; maple seed ; marble statue ; mortgage rate ; mouse trap ; oak barrel
            ocean current ; orange crate ; owl nest ; petrol pump ; pine cone ; plankton sample ; plastic bucket
            porcelain plate ; prison chaplain ; protein molecule ; quartz crystal ; rabbit hutch ; radio broadcast
            railway tunnel ; river delta ; roof tile ; rose petal ; school bus ; science museum ; silk scarf
            silver bracelet ; software update ; steel cable ; stone quarry ; sulphur mine ; summer holiday
            telephone number ; television studio ; tomato salad ; tractor engine ; traffic report ; turbine blade
            vegetable soup ; velvet cushion ; wine cellar ; wool blanket
        """),
        "verb-noun": lines("""
            [borrow] an umbrella ; [build] a garage ; [buy] some vegetables ; [carry] two suitcases
            [choose] a colour ; [clean] the stove ; [climb] a hill ; [collect] stamps ; [cook] some rice
            [correct] spelling mistakes ; [count] the coins ; [cover] the table ; [cross] the river
            [darn] some socks ; [decorate] the chapel ; [describe] a picture ; [design] a bridge
            [dilute] the vinegar ; [embroider] a cushion ; [explore] the cave ; [feed] the rabbits
            [fill] an empty bottle ; [film] the ceremony ; [find] the key ; [fold] napkins ; [follow] the tourists
            [grate] cheese ; [grow] tomatoes ; [hang] a mirror ; [harvest] barley ; [help] the neighbours
            [inspect] two reactors ; [invite] some cousins ; [iron] a shirt
            [knit #past:knitted #part:knitted] a scarf ; [learn] a language ; [leave] the station ; [load] the lorry
            [lock] the cellar ; [lubricate] the hinges ; [measure] the carpet ; [melt] some wax
            [memorise] the timetable ; [mix] cement ; [mow] a meadow ; [order] a salad ; [photograph] the cathedral
            [plough] the field ; [polish] boots ; [print] leaflets ; [prune] vines ; [record] a sonata
            [rehearse] a sketch ; [rent] an apartment ; [repair] the old fence ; [replace] the battery
            [sand] the plank ; [sew] buttons ; [shake] the blanket ; [sharpen] a pencil ; [shear] the flock
            [slice] an onion ; [stir] the porridge ; [study] an ancient map ; [sweep] the stairs
            [teach] mathematics ; [test] the brakes ; [translate] a poem ; [tune] the violin
            [upholster] an armchair ; [use] a hammer ; [varnish] a wooden cello ; [visit] a museum
            [watch] the match ; [water] the lawn ; [wear] a helmet ; [weave #past:wove] baskets
            [weigh] the luggage ; [whisk] some cream ; [wrap] a present
        """),
        "verb-particle": lines("""
            [bend] forward ; [bounce] about ; [bump] along ; [clip] on ; [drag] behind ; [drift] downstream
            [drip] beneath ; [drive] past ; [edge] past ; [float] by ; [fold] inwards ; [follow] along
            [gallop] past ; [gather] together ; [get #part:got] aboard ; [glue] together ; [grow] indoors
            [hang] overhead ; [hide] underneath ; [hurry] upstairs ; [jerk] sideways ; [land] nearby
            [lean #part:leaned] over ; [march] forward ; [meet] outdoors ; [move] over ; [pack] inside
            [paddle] upstream ; [park] outside ; [play] outside ; [point] upwards ; [pour] on ; [race] downstairs
            [ride] ahead ; [roll] along ; [row] ashore ; [rush] home ; [sail] on ; [scatter] about
            [shuttle] across ; [skip] ahead ; [slide] under ; [slip] inside ; [spin] about ; [spread] outwards
            [squeeze] between ; [stand] upright ; [steer] between ; [stretch] apart ; [study] abroad
            [sweep] together ; [swim] across ; [swing] over ; [tilt] backwards ; [tip] over ; [tow] along
            [trot] behind ; [twist] apart ; [wash] overboard ; [wheel] indoors
        """),
        "binomial": lines("""
            salt and water ; plums and cherries ; pens and rulers ; tables and stools ; trains and buses
            vinegar and mustard ; lamps and carpets ; cows and hens ; shirts and scarves ; doctors and teachers
            rivers and lakes ; tulips and daisies ; cement and gravel ; violins and cellos ; onions and carrots
            paper and glue ; towels and pillows ; boxes and jars ; walnuts and raisins ; tin and zinc
            maps and compasses ; sailors and fishermen ; hammers and chisels ; velvet and linen ; tall and narrow
            cheap and heavy ; warm and dusty ; sing and whistle ; cook and sew ; slowly and carefully
        """),
    },
)
