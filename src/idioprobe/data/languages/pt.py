"""Portuguese: articles agree with the gender of the expression, and every word of a noun has a plural."""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, LongSentence, lines

# Nouns that end like an infinitive; some are infinitives too, which the article of an object tells.
_NOUNS = (
    "altar|andar|ar|açúcar|bar|bilhar|cadáver|calcanhar|caráter|celular|colar|colher|câncer|dever|dólar|elixir|"
    "exemplar|hangar|jaguar|jantar|lar|luar|lugar|líder|mar|militar|mulher|mártir|nadir|olhar|paladar|par|patamar|"
    "pilar|poder|polegar|pomar|prazer|qualquer|radar|repórter|revólver|solar|souvenir|suéter|talher|tapir|titular|"
    "torpor|vapor|vizir"
)

LANGUAGE = Language(
    code="pt",
    names=("portuguese", "português", "por"),
    neutral={
        "noun": {
            "neut": "{Este|Esta} é {um|uma} [X].",
            "neut_long": "Isto é o que {um|uma} [X] deveria ser.",
        },
        "verb": {
            "neut": "Eles querem [X].",
            "neut_long": "É isto que significa [X] na maioria dos casos.",
        },
        "other": {
            "neut": "As pessoas dizem: [X].",
            "neut_long": "Algumas pessoas dizem simplesmente [X] quando falam disso.",
        },
    },
    long=(
        LongSentence(
            re.compile(r"(?:Este|Esta) é (?P<article>uma?) ", re.I),
            "Isto é o que {article} ",
            " deveria ser",
        ),
        LongSentence(
            re.compile(r"(?:Estes|Estas) são (?P<article>)", re.I),
            "Isto é o que {article}",
            " deveriam ser",
        ),
    ),
    plural_rules=(
        (r"\b(alem|c|capit|escriv|guardi|p|tabeli|charlat)ão$", r"\1ães"),
        (r"\b(bênç|ch|cidad|crist|gr|irm|m|órf|órg|pag|s|v|artes)ão$", r"\1ãos"),
        (r"s$", "s"),
        (r"ão$", "ões"),
        (r"m$", "ns"),
        (r"^(.*[áéíóúâêô].*)[ei]l$", r"\1eis"),
        (r"el$", "éis"),
        (r"ol$", "óis"),
        (r"([au])l$", r"\1is"),
        (r"il$", "is"),
        (r"([rz])$", r"\1es"),
        (r"$", "s"),
    ),
    plural_endings=(
        ("ão", "ões"),
        ("ão", "ães"),
        ("m", "ns"),
        ("il", "is"),
        ("il", "eis"),
        ("l", "is"),
        ("ês", "eses"),
        ("", "es"),
    ),
    every_word_inflects=True,
    masculine_rules=(
        (r"ora$", "or"),
        (r"esa$", "ês"),
        (r"(?<=[nlr])ã$", "ão"),
        (r"^má$", "mau"),
        (r"^boa$", "bom"),
        (r"a$", "o"),
    ),
    feminine_rules=(
        (r"or$", "ora"),
        (r"ês$", "esa"),
        (r"ão$", "ã"),
        (r"^mau$", "má"),
        (r"^bom$", "boa"),
        (r"o$", "a"),
    ),
    gender_rules=(
        (r"^(?:coração|bisão|mapa|dia|planeta|cometa|poeta|profeta|atleta|índice|vértice|apêndice|clima|cinema)$", "m"),
        (r"^(?:mulher|colher|flor|cor|dor|mão|vez|cama|dama|chama|lama|fama|trama|goma|soma|gema|pá|tribo)$", "f"),
        (r"(?:ção|são|xão|dade|tude|gem|ice|eza|ura|ia|ã)$", "f"),
        (r"(?:ema|oma|ama|á|ô|or|al|el|il|ol|ez|ento|ismo|mento)$", "m"),
        (r"a$", "f"),
        (r"(?:o|u|i|r|l|im|om|um)$", "m"),
    ),
    verb_phrase=re.compile(
        rf"^(?:não\s)?(?!(?:{_NOUNS})(?:-|\s(?!(?:[oa]s?|uma?|para)\s)|$))(?:\w+[aei]r|\w*p[oô]r)(?:-\w+)?(?:\s.*)?$",
        re.I,
    ),
    pools={
        "adjective-noun": lines("""
            abraço demorado #m ; alaúde envernizado #m ; alfaiate renomado #m ; almofada macia #f ; amigo sincero #m
            ampulheta translúcida #f ; anel valioso #m ; apartamento barato #m ; aranha peluda #f
            argumento convincente #m ; armário espaçoso #m ; astrolábio mourisco #m ; atriz estreante #f
            avental manchado #m ; avó carinhosa #f ; bailarina russa #f ; balde furado #m ; baleia encalhada #f
            banana madura #f ; bela paisagem #f ; besouro iridescente #m ; biblioteca silenciosa #f
            bicicleta vermelha #f ; bilhete curto #m ; biscoito crocante #m ; blusa justa #f ; bolo fofo #m
            bolsa marrom #f ; borboleta colorida #f ; bosque sombrio #m ; bota enlameada #f ; bule esmaltado #m
            cabra teimosa #f ; cachoeira estrondosa #f ; cachorro dorminhoco #m ; cadeira quebrada #f
            caderno rasgado #m ; caixa retangular #f ; caminhão enorme #m ; camisa listrada #f
            cantora desafinada #f ; caranguejo azulado #m ; carroça lenta #f ; carta anônima #f
            carteiro pontual #m ; casaco elegante #m ; cavalo veloz #m ; cidade distante #f
            clarineta empoeirada #f ; coelho arisco #m ; colchão ortopédico #m ; colher enferrujada #f
            colina verdejante #f ; copo limpo #m ; cortina rendada #f ; costureira habilidosa #f ; cozinha nova #f
            dia chuvoso #m ; dicionário volumoso #m ; elevador panorâmico #m ; enfermeira dedicada #f
            envelope lacrado #m ; escritor desconhecido #m ; escultura inacabada #f ; espelho embaçado #m
            estrada poeirenta #f ; estranho sonho #m ; faca afiada #f ; fagote polido #m ; ferreiro musculoso #m
            figo suculento #m ; filme engraçado #m ; flor murcha #f ; formiga minúscula #f ; foto desbotada #f
            gaivota faminta #f ; galinha malhada #f ; garrafa vazia #f ; garçom distraído #m ; gigantesca abóbora #f
            história triste #f ; homem magro #m ; hotel luxuoso #m ; igreja barroca #f ; jacaré imóvel #m
            janela aberta #f ; jangada frágil #f ; jardim florido #m ; jardineiro paciente #m ; jornal amarrotado #m
            jumento obstinado #m ; juíza aposentada #f ; lagartixa assustada #f ; laranja azeda #f
            lenço engomado #m ; limão espremido #m ; livro grosso #m ; longa entrevista #f ; lápis apontado #m
            lâmpada queimada #f ; maestro temperamental #m ; magnífico concerto #m ; manhã ensolarada #f
            mapa antigo #m ; martelo pesado #m ; menina curiosa #f ; menino tímido #m ; moldura velha #f
            motorista cansado #m ; mulher alta #f ; museu interessante #m ; máquina barulhenta #f
            médico experiente #m ; noite estrelada #f ; ocarina desgastada #f ; onda traiçoeira #f
            ovelha tosquiada #f ; padeiro madrugador #m ; palestra monótona #f ; panela amassada #f
            papagaio tagarela #m ; parede rachada #f ; pedreiro cuidadoso #m ; penhasco íngreme #m
            pequeno barco #m ; pergaminho ressecado #m ; pergunta difícil #f ; pescador sonolento #m
            pianista húngaro #m ; pizza requentada #f ; planalto inóspito #m ; plano ambicioso #m
            ponte provisória #f ; porta azul #f ; praia lotada #f ; praça arborizada #f ; prego comprido #m
            presente caro #m ; professora exigente #f ; promessa vaga #f ; pulseira dourada #f ; quadro torto #m
            queijo mofado #m ; rabeca artesanal #f ; rapaz educado #m ; receita simples #f ; relatório detalhado #m
            relógio atrasado #m ; resposta imediata #f ; restaurante movimentado #m ; rio caudaloso #m
            saia plissada #f ; sapato apertado #m ; sofá confortável #m ; sopa morna #f ; tapete felpudo #m
            telefone moderno #m ; tia solteira #f ; toalha úmida #f ; torta cremosa #f ; trem noturno #m
            tábua lisa #f ; vale profundo #m ; vestido bordado #m ; vizinha fofoqueira #f ; vizinho ranzinza #m
            xícara lascada #f ; árvore frondosa #f ; ânfora fenícia #f ; égua mansa #f
        """),
        "noun-noun": lines("""
            anel de prata #m ; aula de geografia #f ; bilhete de trem #m ; bolo de cenoura #m ; cadeira de vime #f
            caixa de papelão #f ; camisa de linho #f ; campo de algodão #m ; casaco de lã #m ; chapéu de palha #m
            chá de hortelã #m ; cinto de couro #m ; colar de pérolas #m ; colher de bambu #f ; concerto de violão #m
            consultório de dentista #m ; copo de plástico #m ; curso de desenho #m ; doce de goiaba #m
            feira de antiguidades #f ; festival de dança #m ; frasco de perfume #m ; fábrica de parafusos #f
            galpão de ferramentas #m ; garrafa de azeite #f ; gaveta de talheres #f ; geleia de uva #f
            ingresso de teatro #m ; janela de alumínio #f ; jarra de cerâmica #f ; lata de tinta #f
            lenço de seda #m ; livro de receitas #m ; loja de brinquedos #f ; luva de borracha #f ; mesa de vidro #f
            mingau de milho #m ; molho de pimenta #m ; motor de caminhão #m ; muro de tijolos #m
            máscara de carnaval #f ; ninho de andorinha #m ; pacote de biscoitos #m ; panela de barro #f
            parada de ônibus #f ; piso de mármore #m ; plantação de soja #f ; pneu de bicicleta #m
            ponte de madeira #f ; porta de ferro #f ; professor de química #m ; quadro de avisos #m
            rebanho de cabras #m ; relatório de despesas #m ; revista de moda #f ; saco de cimento #m
            salada de beterraba #f ; sopa de legumes #f ; suco de maracujá #m ; telhado de zinco #m
            time de vôlei #m ; torta de limão #f ; túnica de cânhamo #f ; uniforme de goleiro #m
            vendedor de seguros #m
        """),
        "verb-noun": lines("""
            [abrir #pres:abre #past:abriu #part:aberto #ger:abrindo] a janela
            [afinar #pres:afina #past:afinou #part:afinado #ger:afinando] o piano
            [alimentar #pres:alimenta #past:alimentou #part:alimentado #ger:alimentando] as galinhas
            [assar #pres:assa #past:assou #part:assado #ger:assando] pimentões
            [bordar #pres:borda #past:bordou #part:bordado #ger:bordando] uma almofada
            [carregar #pres:carrega #past:carregou #part:carregado #ger:carregando] duas caixas
            [colher #pres:colhe #past:colheu #part:colhido #ger:colhendo] as uvas
            [comprar #pres:compra #past:comprou #part:comprado #ger:comprando] legumes
            [consertar #pres:conserta #past:consertou #part:consertado #ger:consertando] a cerca
            [contar #pres:conta #past:contou #part:contado #ger:contando] as moedas
            [copiar #pres:copia #past:copiou #part:copiado #ger:copiando] um desenho
            [cortar #pres:corta #past:cortou #part:cortado #ger:cortando] uma cebola
            [costurar #pres:costura #past:costurou #part:costurado #ger:costurando] botões
            [cozinhar #pres:cozinha #past:cozinhou #part:cozinhado #ger:cozinhando] feijão
            [descascar #pres:descasca #past:descascou #part:descascado #ger:descascando] laranjas
            [desenhar #pres:desenha #past:desenhou #part:desenhado #ger:desenhando] uma ponte
            [embrulhar #pres:embrulha #past:embrulhou #part:embrulhado #ger:embrulhando] o presente
            [empurrar #pres:empurra #past:empurrou #part:empurrado #ger:empurrando] um carrinho
            [engomar #pres:engoma #past:engomou #part:engomado #ger:engomando] a camisa
            [ensinar #pres:ensina #past:ensinou #part:ensinado #ger:ensinando] matemática
            [esconder #pres:esconde #past:escondeu #part:escondido #ger:escondendo] a chave
            [escrever #pres:escreve #past:escreveu #part:escrito #ger:escrevendo] um relatório
            [estudar #pres:estuda #past:estudou #part:estudado #ger:estudando] o mapa
            [esvaziar #pres:esvazia #past:esvaziou #part:esvaziado #ger:esvaziando] o balde
            [fechar #pres:fecha #past:fechou #part:fechado #ger:fechando] a gaveta
            [fotografar #pres:fotografa #past:fotografou #part:fotografado #ger:fotografando] a catedral
            [gravar #pres:grava #past:gravou #part:gravado #ger:gravando] uma canção
            [guardar #pres:guarda #past:guardou #part:guardado #ger:guardando] os talheres
            [lavar #pres:lava #past:lavou #part:lavado #ger:lavando] a varanda
            [ler #pres:lê #past:leu #part:lido #ger:lendo] o jornal
            [limpar #pres:limpa #past:limpou #part:limpado #ger:limpando] o fogão
            [lustrar #pres:lustra #past:lustrou #part:lustrado #ger:lustrando] os sapatos
            [medir #pres:mede #past:mediu #part:medido #ger:medindo] o tapete
            [misturar #pres:mistura #past:misturou #part:misturado #ger:misturando] cimento
            [montar #pres:monta #past:montou #part:montado #ger:montando] uma barraca
            [organizar #pres:organiza #past:organizou #part:organizado #ger:organizando] a estante
            [pendurar #pres:pendura #past:pendurou #part:pendurado #ger:pendurando] um quadro
            [pescar #pres:pesca #past:pescou #part:pescado #ger:pescando] sardinhas
            [pintar #pres:pinta #past:pintou #part:pintado #ger:pintando] o portão
            [plantar #pres:planta #past:plantou #part:plantado #ger:plantando] alface
            [podar #pres:poda #past:podou #part:podado #ger:podando] a roseira
            [preparar #pres:prepara #past:preparou #part:preparado #ger:preparando] o almoço
            [procurar #pres:procura #past:procurou #part:procurado #ger:procurando] um endereço
            [regar #pres:rega #past:regou #part:regado #ger:regando] o jardim
            [reservar #pres:reserva #past:reservou #part:reservado #ger:reservando] uma mesa
            [secar #pres:seca #past:secou #part:secado #ger:secando] os copos
            [servir #pres:serve #past:serviu #part:servido #ger:servindo] café
            [tocar #pres:toca #past:tocou #part:tocado #ger:tocando] violino
            [traduzir #pres:traduz #past:traduziu #part:traduzido #ger:traduzindo] um poema
            [trocar #pres:troca #past:trocou #part:trocado #ger:trocando] a lâmpada
            [varrer #pres:varre #past:varreu #part:varrido #ger:varrendo] a calçada
            [vender #pres:vende #past:vendeu #part:vendido #ger:vendendo] uma motocicleta
            [vestir #pres:veste #past:vestiu #part:vestido #ger:vestindo] um casaco
            [visitar #pres:visita #past:visitou #part:visitado #ger:visitando] o museu
        """),
    },
)
