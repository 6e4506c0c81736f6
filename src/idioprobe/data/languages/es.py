"""Spanish: articles agree with the gender of what follows, and `a` and `de` contract with `el`."""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, lines

# Masculine, feminine, and feminine before a stressed a (el agua, un hacha).
_ARTICLES = (
    ("el", "la", "el"),
    ("un", "una", "un"),
    ("del", "de la", "del"),
    ("al", "a la", "al"),
    ("algún", "alguna", "algún"),
    ("ningún", "ninguna", "ningún"),
)
_CONTRACTION = re.compile(r"(?<!\w)([Aa]|[Dd]e) el(?=\s+[\"'“‘«¿¡(]*$)")
_ARTICLE = re.compile(r"(?<!\w)(de la|a la|[^\W\d_]+)(?=\s+[\"'“‘«¿¡(]*$)", re.I)
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
    before = _CONTRACTION.sub(r"\1l", before)
    match = _ARTICLE.search(before)
    if not match or not tags & {"m", "f"}:
        return before
    written = match[1]
    forms = next((forms for forms in _ARTICLES if written.lower() in forms), None)
    if forms is None:
        return before
    article = forms[0] if "m" in tags else forms[2] if _STRESSED_A.match(filler) else forms[1]
    if written[0].isupper():
        article = article[0].upper() + article[1:]
    return before[: match.start(1)] + article + before[match.end(1) :]


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
    fit=adapt_article,
    verb_phrase=re.compile(
        r"(?!(?:alfiler|alquiler|altar|azar|azúcar|bar|bazar|cáncer|carácter|collar|cualquier|dólar|elixir|emir|"
        r"familiar|hogar|lugar|líder|lunar|mar|mártir|máster|militar|mujer|par|particular|pilar|polar|porvenir|póster|"
        r"primer|radar|solar|suéter|taller|tercer|ser (?:humano|querido|vivo)|poder (?:adquisitivo|ejecutivo|judicial|"
        r"legislativo))(?!\w))\w*[aeiáéí]r(?:(?:me|te|se|nos|os)?(?:l[aeo]s?)?)(?!\w)",
        re.I,
    ),
    pools={
        "adjective-noun": lines("""
            abrigo largo #m ; aceituna amarga #f ; actriz famosa #f ; aeropuerto moderno #m ; agenda nueva #f
            alfombra persa #f ; anillo antiguo #m ; balcón soleado #m ; barca frágil #f ; bicicleta verde #f
            blusa arrugada #f ; bosque denso #m ; brisa suave #f ; camello sediento #m ; camino pedregoso #m
            canción alegre #f ; cantante ronco #m ; capitán severo #m ; catedral gótica #f ; cazuela honda #f
            cebolla dulce #f ; cereza madura #f ; chaqueta impermeable #f ; cisterna rota #f ; colina nevada #f
            cortina transparente #f ; cuaderno cuadriculado #m ; cuchillo afilado #m ; desierto árido #m
            diccionario bilingüe #m ; dibujo abstracto #m ; edificio altísimo #m ; enfermera amable #f
            escalera estrecha #f ; espejo ovalado #m ; examen difícil #m ; falda plisada #f ; farola apagada #f
            foto borrosa #f ; gaviota hambrienta #f ; gorra azul #f ; granja lejana #f ; guitarra desafinada #f
            habitación húmeda #f ; hermana menor #f ; invierno frío #m ; isla volcánica #f ; jardín japonés #m
            jersey morado #m ; joya valiosa #f ; lago profundo #m ; lápiz corto #m ; libro interesante #m
            limón ácido #m ; lluvia fina #f ; maleta pesada #f ; martillo oxidado #m ; médico joven #m
            montaña escarpada #f ; moneda falsa #f ; nube gris #f ; periódico atrasado #m ; piano alemán #m
            plaza tranquila #f ; pregunta sencilla #f ; puerta blanca #f ; queso curado #m ; río caudaloso #m
            sofá cómodo #m ; tejado rojo #m ; zapato viejo #m ; zanahoria cruda #f
        """),
        "noun-noun": lines("""
            taza de barro #f ; cuchara de madera #f ; collar de perlas #m ; bolsa de arroz #f ; clase de geografía #f
            tarro de mermelada #m ; camisa de algodón #f ; puente de piedra #m ; sombrero de paja #m
            vaso de limonada #m ; vestido de seda #m ; saco de cemento #m ; sopa de verduras #f ; partido de tenis #m
            tienda de muebles #f ; profesor de latín #m ; cesta de mimbre #f ; estatua de mármol #f
            jersey de lana #m ; cinturón de cuero #m ; informe de ventas #m ; concierto de violín #m
            tubo de plástico #m ; pastel de almendra #m ; ramo de rosas #m ; horario de invierno #m ; hotel de lujo #m
            empresa de seguros #f ; parada de autobús #f ; torneo de ajedrez #m ; carro de heno #m
            barril de cerveza #m ; jaula de canarios #f ; receta de cocina #f ; mapa de carreteras #m
            olla de aluminio #f ; equipo de natación #m ; plantación de algas #f ; bolso de tela #m
            carrete de alambre #m ; rebaño de cabras #m
        """),
        "verb-noun": lines("""
            [comprar #pres:compra #past:compró #impf:compraba #part:comprado #ger:comprando] una bicicleta
            [reparar #pres:repara #past:reparó #impf:reparaba #part:reparado #ger:reparando] el motor
            [leer #pres:lee #past:leyó #impf:leía #part:leído #ger:leyendo] el periódico
            [cerrar #pres:cierra #past:cerró #impf:cerraba #part:cerrado #ger:cerrando] la puerta
            [vender #pres:vende #past:vendió #impf:vendía #part:vendido #ger:vendiendo] un sofá
            [limpiar #pres:limpia #past:limpió #impf:limpiaba #part:limpiado #ger:limpiando] el espejo
            [cocinar #pres:cocina #past:cocinó #impf:cocinaba #part:cocinado #ger:cocinando] unas lentejas
            [beber #pres:bebe #past:bebió #impf:bebía #part:bebido #ger:bebiendo] un refresco
            [medir #pres:mide #past:midió #impf:medía #part:medido #ger:midiendo] el pasillo
            [contar #pres:cuenta #past:contó #impf:contaba #part:contado #ger:contando] las monedas
            [probar #pres:prueba #past:probó #impf:probaba #part:probado #ger:probando] un helado
            [coser #pres:cose #past:cosió #impf:cosía #part:cosido #ger:cosiendo] un botón
            [traducir #pres:traduce #past:tradujo #impf:traducía #part:traducido #ger:traduciendo] un poema
            [construir #pres:construye #past:construyó #impf:construía #part:construido #ger:construyendo] un puente
            [calentar #pres:calienta #past:calentó #impf:calentaba #part:calentado #ger:calentando] la sopa
            [sembrar #pres:siembra #past:sembró #impf:sembraba #part:sembrado #ger:sembrando] tomates
            [elegir #pres:elige #past:eligió #impf:elegía #part:elegido #ger:eligiendo] un vestido
            [devolver #pres:devuelve #past:devolvió #impf:devolvía #part:devuelto #ger:devolviendo] la llave
            [moler #pres:muele #past:molió #impf:molía #part:molido #ger:moliendo] el café
            [admirar #pres:admira #past:admiró #impf:admiraba #part:admirado #ger:admirando] un castillo
            [pedir #pres:pide #past:pidió #impf:pedía #part:pedido #ger:pidiendo] un taxi
            [freír #pres:fríe #past:frió #impf:freía #part:frito #ger:friendo] unas patatas
            [resolver #pres:resuelve #past:resolvió #impf:resolvía #part:resuelto #ger:resolviendo] una ecuación
            [recoger #pres:recoge #past:recogió #impf:recogía #part:recogido #ger:recogiendo] los juguetes
            [enviar #pres:envía #past:envió #impf:enviaba #part:enviado #ger:enviando] un paquete
            [pelar #pres:pela #past:peló #impf:pelaba #part:pelado #ger:pelando] una manzana
            [servir #pres:sirve #past:sirvió #impf:servía #part:servido #ger:sirviendo] el postre
            [tejer #pres:teje #past:tejió #impf:tejía #part:tejido #ger:tejiendo] una bufanda
            [planchar #pres:plancha #past:planchó #impf:planchaba #part:planchado #ger:planchando] la camisa
            [visitar #pres:visita #past:visitó #impf:visitaba #part:visitado #ger:visitando] el museo
            [alquilar #pres:alquila #past:alquiló #impf:alquilaba #part:alquilado #ger:alquilando] un apartamento
            [afinar #pres:afina #past:afinó #impf:afinaba #part:afinado #ger:afinando] el piano
            [ordenar #pres:ordena #past:ordenó #impf:ordenaba #part:ordenado #ger:ordenando] los libros
            [barrer #pres:barre #past:barrió #impf:barría #part:barrido #ger:barriendo] el patio
            [copiar #pres:copia #past:copió #impf:copiaba #part:copiado #ger:copiando] la receta
            [revisar #pres:revisa #past:revisó #impf:revisaba #part:revisado #ger:revisando] los exámenes
            [cruzar #pres:cruza #past:cruzó #impf:cruzaba #part:cruzado #ger:cruzando] el río
            [dibujar #pres:dibuja #past:dibujó #impf:dibujaba #part:dibujado #ger:dibujando] un mapa
            [doblar #pres:dobla #past:dobló #impf:doblaba #part:doblado #ger:doblando] las sábanas
            [ensayar #pres:ensaya #past:ensayó #impf:ensayaba #part:ensayado #ger:ensayando] la canción
            [esconder #pres:esconde #past:escondió #impf:escondía #part:escondido #ger:escondiendo] los regalos
            [estudiar #pres:estudia #past:estudió #impf:estudiaba #part:estudiado #ger:estudiando] geografía
            [firmar #pres:firma #past:firmó #impf:firmaba #part:firmado #ger:firmando] el contrato
            [grabar #pres:graba #past:grabó #impf:grababa #part:grabado #ger:grabando] un disco
            [llenar #pres:llena #past:llenó #impf:llenaba #part:llenado #ger:llenando] la bañera
            [instalar #pres:instala #past:instaló #impf:instalaba #part:instalado #ger:instalando] una antena
            [llevar #pres:lleva #past:llevó #impf:llevaba #part:llevado #ger:llevando] una mochila
            [mirar #pres:mira #past:miró #impf:miraba #part:mirado #ger:mirando] las estrellas
            [montar #pres:monta #past:montó #impf:montaba #part:montado #ger:montando] una estantería
            [ordeñar #pres:ordeña #past:ordeñó #impf:ordeñaba #part:ordeñado #ger:ordeñando] la vaca
            [peinar #pres:peina #past:peinó #impf:peinaba #part:peinado #ger:peinando] al niño
            [plantar #pres:planta #past:plantó #impf:plantaba #part:plantado #ger:plantando] un cerezo
            [preparar #pres:prepara #past:preparó #impf:preparaba #part:preparado #ger:preparando] la cena
            [rellenar #pres:rellena #past:rellenó #impf:rellenaba #part:rellenado #ger:rellenando] el formulario
            [reservar #pres:reserva #past:reservó #impf:reservaba #part:reservado #ger:reservando] una habitación
            [secar #pres:seca #past:secó #impf:secaba #part:secado #ger:secando] la ropa
            [barnizar #pres:barniza #past:barnizó #impf:barnizaba #part:barnizado #ger:barnizando] la escalera
            [subrayar #pres:subraya #past:subrayó #impf:subrayaba #part:subrayado #ger:subrayando] una frase
            [cargar #pres:carga #past:cargó #impf:cargaba #part:cargado #ger:cargando] los muebles
            [tostar #pres:tosta #past:tostó #impf:tostaba #part:tostado #ger:tostando] el pan
            [vaciar #pres:vacía #past:vació #impf:vaciaba #part:vaciado #ger:vaciando] el cubo
            [hervir #pres:hierve #past:hirvió #impf:hervía #part:hervido #ger:hirviendo] un huevo
        """),
        "binomial": lines("""
            lápiz y papel ; queso y uvas ; lluvia y viento ; martillo y clavos ; té y galletas ; sillas y bancos
            abrigo y bufanda ; tíos y primos ; ríos y montañas ; tomate y lechuga ; violín y piano
            médicos y enfermeras ; arroz y frijoles ; oro y cobre ; primavera y verano ; camisas y pantalones
            aceite y vinagre ; jabón y esponja ; norte y este ; patatas y cebollas
        """),
    },
)
