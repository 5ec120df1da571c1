"""Names that are nobody's whom one deals with, and those beside them that are somebody's."""

import pytest

NOBODY = """
web_search | query | character analysis of Elizabeth Bennet
web_search | query | who played Michael Corleone in the second film
search | query | Jean Valjean character arc essay
search | query | Doctor Zhivago themes
suche | anfrage | Effi Briest Kapitel 12 Zusammenfassung
suche | anfrage | Rolle der Luise in Kabale und Liebe
recherche | requete | résumé du roman Eugénie Grandet
buscar | consulta | resumen de Doña Bárbara
cerca | query | Renzo e Lucia riassunto
busca | consulta | personagens de Brás Cubas
szukaj | zapytanie | Pan Wołodyjowski streszczenie
ara | sorgu | Selim Işık karakter analizi
web_search | query | анализ образа Евгения Онегина
search | phrase | 三四郎くん 登場人物
product_copy | text | Say hello to Amelia, the stroller that folds in one second.
produkttext | text | Darf ich vorstellen: Greta, unser leisester Staubsauger.
produit | description | Voici Margaux, notre nouveau canapé d'angle.
tienda | descripcion | Te presentamos a Lucía, nuestra lámpara más vendida.
prodotto | descrizione | Ecco Sofia, la nostra nuova poltrona in velluto.
newsletter | text | Maak kennis met Sophie, onze zachtste bank.
palette | swatch | Ruby Stone
furniture_search | query | Charles armchair in walnut
order | item | 2x Margherita, 1x Shirley Temple
order | item | Victoria plums and Granny Smith apples
search_products | query | Aunt Jemima syrup
color_picker | name | Jasmine Sky #88AADD
rezept | name | Pfirsich Melba mit Birne Helene
ricetta | nome | pizza Margherita e carpaccio Cipriani
einkauf | liste | Dr. Oetker Backpulver, Jever
shop | name | Molly's Cupcakes
nota | texto | comprar leche en Supermercados Ramón
search | query | Danish pastry recipe
search | query | Halley's comet next visit
search | query | Phillips curve and Taylor rule
search | query | Lou Gehrig's disease research funding
analysis | note | Mann-Whitney gives the same p value
suche | anfrage | Konrad-Adenauer-Platz Parkhaus
buscar | consulta | estadio Diego Armando Maradona entradas
busca | consulta | prémio José Saramago regulamento
web_search | query | театр имени Евгения Вахтангова афиша
agenda | titre | réunion en salle Marie Curie
news_search | query | Lula visit Beijing trade deal
noticias | consulta | Sánchez y Feijóo debate en el Congreso
web_search | query | how vaccines against measles are made
web_search | query | divorce rates in Europe by country
web_search | query | Down Syndrome Association opening hours
buscar | consulta | causas de la diabetes en el mundo
cerca | query | come funziona il vaccino contro l'influenza
web_search | query | как работает вакцина от гриппа
search | query | 流感疫苗 原理
nota | texto | la oficina no abre hasta mañana
search | query | new grip tape for the skateboard
ticket | text | Der Server druckt nicht, Kellner-Knopf und Bäcker-Theme fehlen
ticket | text | Sister project blocked by parent process
notiz | text | Mutter M8 mit Unterlegscheibe bestellen
notiz | text | Die Tochter-Firma sitzt in Köln
nota | texto | revisar la madre de la placa
ticket | text | Widow and orphan control is broken in the PDF export
ticket | text | Brother driver conflicts with the update
notiz | text | Foto der Hebamme-Kröte für die Naturseite
web_search | query | lesson on the Protestant reformation
note | texte | la carte mère chauffe
recherche | requete | théorème de Thalès exercices
szukaj | zapytanie | pomnik Fryderyka Chopina dojazd
recipe | title | Grandma's apple crumble
suche | anfrage | Referat über Tuberkulose Klasse 9
web_search | query | why is insulin so expensive in America
web_search | query | Annie Hall filming locations
ticket | text | Tabletten-Layout bricht, Pille-Button zu groß
note | text | the feature is disabled by default, values are separated by commas, see PEP 8
note | text | Server down, ping the load balancer from the GUI
ticket | text | general product questions
search | query | summary of The Brothers Karamazov chapter 5
"""
SOMEBODY = """
web_search | query | review of Dr. Farah Hosseini dentist Leeds | Farah Hosseini
search | query | emails from Jasmine Kowalczyk about the lease | Jasmine Kowalczyk
search_movies | query | movie night with Priya Raman on Friday | Priya Raman
send_email | body | The summary from Emma Lindgren is attached. | Emma Lindgren
web_search | query | essay by my son Caleb Thornbury | Caleb Thornbury
note | text | Meet Olivia, our new intern, at the door. | Olivia
notiz | text | Darf ich vorstellen: Greta, unsere neue Kollegin. | Greta
create_listing | description | Selling for my neighbour Charlotte Bruhn, call her | Charlotte Bruhn
web_search | query | Marlene Okafor phone number | Marlene Okafor
tickets | text | Marlene Okafor desk is wobbly | Marlene Okafor
product_reviews | text | Bought by Priya Raman last week | Priya Raman
"""

STATED = """
web_search | query | why does metformin cause diarrhea | metformin
web_search | query | how many weeks pregnant can you fly | pregnant
web_search | query | divorce laws in Texas without consent | divorce
suche | anfrage | wie funktioniert Privatinsolvenz | Privatinsolvenz
cerca | query | numero di telefono centro antiviolenza donne | centro antiviolenza
lookup_patient | query | Delacroix-Ames, Henrietta dob 03/11/1958 | Delacroix-Ames, Henrietta
web_search | query | how to quit smoking while I am pregnant | quit smoking
web_search | query | my mother has diabetes what helps worldwide | diabetes
web_search | query | side effects of metformin | metformin
web_search | query | signs of depression in teenagers | depression
buscar | consulta | tengo gripe qué tomar | gripe
not | metin | Annem hasta, kliniğe gidiyoruz | hasta
note | text | Brother and mother arrive Friday | Brother
"""


def _rows(table):
    return [tuple(part.strip() for part in line.split("|")) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("tool", "field", "text"), _rows(NOBODY))
def test_a_name_of_a_work_or_a_thing_is_nobodys(found, tool, field, text):
    assert found(text, field, tool) == []


@pytest.mark.parametrize(("tool", "field", "text", "name"), _rows(SOMEBODY))
def test_a_name_of_somebody_counts_beside_the_same_words(found, tool, field, text, name):
    assert any(sub == "person" and name in value for sub, value in found(text, field, tool))


@pytest.mark.parametrize(("tool", "field", "text", "item"), _rows(STATED))
def test_what_is_said_of_somebody_counts_beside_general_words(found, tool, field, text, item):
    assert any(item in value for _, value in found(text, field, tool))
