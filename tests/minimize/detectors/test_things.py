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
product_reviews | text | Bought by Priya Raman last week | Priya Raman
"""


def _rows(table):
    return [tuple(part.strip() for part in line.split("|")) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("tool", "field", "text"), _rows(NOBODY))
def test_a_name_of_a_work_or_a_thing_is_nobodys(found, tool, field, text):
    assert found(text, field, tool) == []


@pytest.mark.parametrize(("tool", "field", "text", "name"), _rows(SOMEBODY))
def test_a_name_of_somebody_counts_beside_the_same_words(found, tool, field, text, name):
    assert any(sub == "person" and name in value for sub, value in found(text, field, tool))
