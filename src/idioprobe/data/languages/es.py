"""Spanish: articles agree with the gender of what follows, and `a` and `de` contract with `el`."""

from __future__ import annotations

import re

from idioprobe.data.grammar.romance import OPENING, exchanged, last_word, noun_phrases, verb_phrases
from idioprobe.data.languages.language import Language, lines

# Masculine, feminine, and feminine before a stressed a (el agua, un hacha).
_FAMILIES = (
    ("el ", "la ", "el "),
    ("un ", "una ", "un "),
    ("del ", "de la ", "del "),
    ("al ", "a la ", "al "),
    ("algún ", "alguna ", "algún "),
    ("ningún ", "ninguna ", "ningún "),
)
_ARTICLE = last_word(word for family in _FAMILIES for word in family)
_UNCONTRACTED = re.compile(rf"(?<!\w)([Aa]|[Dd]e) el(?=\s{OPENING})")
_STRESSED_A = re.compile(
    r"(?:agua|águila|ala|alba|álgebra|alga|alma|alza|ama|ánfora|ancla|ansia|arca|área|arma|arpa|asa|asma|aspa|asta|"
    r"aula|ave|áncora|habla|hacha|hada|hambre|haya)(?!\w)",
    re.I,
)


def adapt_article(before: str, filler: str, tags: frozenset[str]) -> str:
    """An article directly before the target, made to fit a filler of known gender; `a el` and `de el` contract.

    Where the gender is not known the article stays: before a verb, `la` is a pronoun.

    >>> adapt_article("Vio la ", "árbol seco", frozenset({"m"})), adapt_article("La ", "agua fría", frozenset({"f"}))
    ('Vio el ', 'El ')
    >>> adapt_article("Habló de el ", "pez gordo", frozenset())
    'Habló del '
    """
    before = _UNCONTRACTED.sub(r"\1l", before)
    match = _ARTICLE.search(before)
    if not match or not tags & {"m", "f"}:
        return before
    family = next(family for family in _FAMILIES if match[0].lower() in family)
    article = family[0 if "m" in tags else 2 if _STRESSED_A.match(filler) else 1]
    return before if article == match[0].lower() else exchanged(before, match, article)


# By their ending alone, these would pass for verbs.
_NOUNS = """
alfiler alquiler altar azar azúcar bar bazar cáncer carácter collar cualquier dólar elixir emir familiar hogar líder
lugar lunar mar mártir máster militar mujer par particular pilar polar porvenir póster primer radar solar suéter taller
tercer
"""
_VERB_PHRASE = re.compile(
    rf"^(?!(?:{'|'.join(_NOUNS.split())})(?!\w)|ser (?:humano|querido|vivo)|poder (?:adquisitivo|ejecutivo|judicial))"
    r"(?:no )?\w*[aeiáéí]r(?:me|te|se|nos|os)?(?:l[aeo]s?)?(?!\w)",
    re.I,
)

_REGULAR = {
    "ar": "pres:a prespl:an past:ó pastpl:aron impf:aba impfpl:aban part:ado ger:ando",
    "er": "pres:e prespl:en past:ió pastpl:ieron impf:ía impfpl:ían part:ido ger:iendo",
    "ir": "pres:e prespl:en past:ió pastpl:ieron impf:ía impfpl:ían part:ido ger:iendo",
}
_PLURALS = (
    (r"z$", "ces"),
    (r"ón$", "ones"),
    (r"án$", "anes"),
    (r"ín$", "ines"),
    (r"és$", "eses"),
    (r"[aeiouáéó]$", r"\g<0>s"),
    (r"$", "es"),
)

LANGUAGE = Language(
    code="es",
    names=("spanish", "español", "castellano", "spa"),
    neutral={
        "noun": {
            "neut": "{Este|Esta} es {un|una} [X].",
            "neut_long": "Esto es lo que {un|una} [X] debería ser.",
        },
        "verb": {
            "neut": "Quieren [X].",
            "neut_long": "No siempre es tan fácil [X] como parece.",
        },
        "other": {
            "neut": "Suele decirse: [X].",
            "neut_long": "Hay quien lo dice así, sin más: [X].",
        },
    },
    masculine_rules=((r"ora$", "or"), (r"esa$", "és"), (r"a$", "o")),
    feminine_rules=((r"or$", "ora"), (r"és$", "esa"), (r"o$", "a")),
    gender_rules=(
        (r"(?:ción|sión|dad|tud|ez|eza|ura|ia)$", "f"),
        (r"(?:ema|oma|ama)$", "m"),
        (r"a$", "f"),
        (r"(?:o|or)$", "m"),
    ),
    fit=adapt_article,
    verb_phrase=_VERB_PHRASE,
    pools={
        "adjective-noun": noun_phrases(
            """
            abrigo largo #m ; aceituna amarga #f ; actriz famosa #f ; aeropuerto moderno #m ; agenda nueva #f
            alfombra persa #f ; anillo antiguo #m ; balcón soleado #m ; barca frágil #f ; bicicleta verde #f
            blusa arrugada #f ; bosque denso #m ; brisa suave #f ; camello sediento #m ; camino pedregoso #m
            canción alegre #f ; cantante ronco #m ; capitán severo #m ; catedral gótica #f ; cazuela honda #f
            cebolla dulce #f ; cereza madura #f ; chaqueta impermeable #f ; cisterna rota #f ; colina nevada #f
            cortina transparente #f ; cuaderno cuadriculado #m ; cuchillo afilado #m ; desierto árido #m
            diccionario bilingüe #m ; dibujo abstracto #m ; edificio altísimo #m ; enfermera amable #f
            escalera estrecha #f ; espejo ovalado #m ; examen difícil #m #pl:exámenes difíciles ; falda plisada #f
            farola apagada #f ; foto borrosa #f ; gaviota hambrienta #f ; gorra azul #f ; granja lejana #f
            guitarra desafinada #f ; habitación húmeda #f ; hermana menor #f ; invierno frío #m ; isla volcánica #f
            jardín japonés #m ; guante morado #m ; joya valiosa #f ; lago profundo #m ; lápiz corto #m
            libro interesante #m ; limón ácido #m ; lluvia fina #f ; maleta pesada #f ; martillo oxidado #m
            médico joven #m #pl:médicos jóvenes ; montaña escarpada #f ; moneda falsa #f ; nube gris #f
            periódico atrasado #m ; piano alemán #m ; plaza tranquila #f ; pregunta sencilla #f ; puerta blanca #f
            queso curado #m ; río caudaloso #m ; sofá cómodo #m ; tejado rojo #m ; zapato viejo #m
            zanahoria cruda #f
            """,
            _PLURALS,
        ),
        "noun-noun": noun_phrases(
            """
            taza de barro #f ; cuchara de madera #f ; collar de perlas #m ; bolsa de arroz #f ; clase de geografía #f
            tarro de mermelada #m ; camisa de algodón #f ; puente de piedra #m ; sombrero de paja #m
            vaso de limonada #m ; vestido de seda #m ; saco de cemento #m ; sopa de verduras #f ; partido de tenis #m
            tienda de muebles #f ; profesor de latín #m ; cesta de mimbre #f ; estatua de mármol #f
            guante de lana #m ; cinturón de cuero #m ; informe de ventas #m ; concierto de violín #m
            tubo de plástico #m ; pastel de almendra #m ; ramo de rosas #m ; horario de invierno #m ; hotel de lujo #m
            empresa de seguros #f ; parada de autobús #f ; torneo de ajedrez #m ; carro de heno #m
            barril de cerveza #m ; jaula de canarios #f ; receta de cocina #f ; mapa de carreteras #m
            olla de aluminio #f ; equipo de natación #m ; plantación de tabaco #f ; bolso de tela #m
            carrete de alambre #m ; rebaño de cabras #m
            """,
            _PLURALS,
        ),
        "verb-noun": verb_phrases(
            """
            comprar una bicicleta ; reparar el motor ; ojear el periódico ; golpear la puerta ; vender un sofá
            limpiar el espejo ; cocinar las lentejas ; beber un refresco ; decorar el pasillo ; juntar las monedas
            saborear un helado ; coser un botón ; recitar un poema ; inspeccionar un puente ; sazonar la sopa
            cultivar tomates ; estrenar un vestido ; entregar la llave ; azucarar el café ; admirar un castillo
            buscar un taxi ; asar unas patatas ; plantear una ecuación ; recoger los juguetes ; facturar un paquete
            pelar una manzana ; repartir el postre ; tejer una bufanda ; planchar la camisa ; visitar el museo
            alquilar un apartamento ; afinar el piano ; ordenar los libros ; barrer el patio ; copiar la receta
            revisar los exámenes ; cruzar el río ; dibujar un mapa ; doblar las sábanas ; ensayar la canción
            esconder los regalos ; estudiar geografía ; firmar el contrato ; grabar un disco ; llenar la bañera
            instalar una antena ; llevar una mochila ; mirar las estrellas ; montar una estantería ; ordeñar la vaca
            peinar una muñeca ; plantar un cerezo ; preparar la cena ; rellenar el formulario
            reservar una habitación ; secar la ropa ; barnizar la escalera ; subrayar una frase ; cargar los muebles
            amasar el pan ; transportar el cubo ; batir un huevo
            """,
            _REGULAR,
        ),
        "binomial": lines("""
            lápiz y papel ; queso y uvas ; lluvia y viento ; martillo y clavos ; té y galletas ; sillas y bancos
            abrigo y bufanda ; tíos y primos ; ríos y montañas ; tomate y lechuga ; violín y piano
            médicos y enfermeras ; arroz y frijoles ; oro y cobre ; primavera y otoño ; camisas y pantalones
            aceite y vinagre ; jabón y esponja ; norte y este ; patatas y cebollas
        """),
    },
)
