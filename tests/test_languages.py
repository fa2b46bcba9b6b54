"""The catalogues are complete in all languages, and nothing in them can break a sentence."""

import gettext
import json
import re
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import sixprime
from sixprime.cli.play.typed_commands import WORDS, TypedCommand, read_command, words_of
from sixprime.languages import LANGUAGES, LOCALE_FOLDER, UnknownLanguage, catalogue, language_of
from sixprime.messages import ENGLISH

STATIC = Path(sixprime.__file__).parent / "web" / "static"
PAGE_SCRIPTS = [("**/example/**.js", "ignore"), ("**/bundles/**.js", "ignore"), ("**.js", "javascript")]
TRANSLATED = [language for language in LANGUAGES if language != "en"]


@cache
def texts_in_the_source() -> Catalog:
    texts = Catalog()
    keywords = {"text": (1,), "counted": (1, 2)}
    folder = Path(sixprime.__file__).parent
    methods = [("**/migrations/**.py", "ignore"), ("**.py", "python"), *PAGE_SCRIPTS]
    for _, _, message, _, _ in extract_from_dir(folder, keywords=keywords, method_map=methods):
        texts.add(message)
    return texts


@cache
def texts_in_the_pages() -> set[str]:
    keywords = {"text": (1,), "counted": (1, 2)}
    found = extract_from_dir(STATIC, keywords=keywords, method_map=PAGE_SCRIPTS)
    return {message[0] if isinstance(message, tuple) else message for _, _, message, _, _ in found}


def catalogue_source(language: str) -> Catalog:
    with (LOCALE_FOLDER / language / "LC_MESSAGES" / "sixprime.po").open("rb") as file:
        return read_po(file, locale=language)


def forms(value: object) -> list[str]:
    return [str(form) for form in value] if isinstance(value, tuple | list) else [str(value)]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_no_text_of_the_pages_hides_in_a_template_string() -> None:
    """What collects the texts does not look there, so that nobody would translate them."""
    hidden = re.compile(r"\$\{[^}`]*\b(?:text|counted)\(")
    scripts = [path for folder in ("app", "board") for path in sorted((STATIC / folder).rglob("*.js"))]
    assert len(scripts) > 100
    assert not [path.name for path in scripts if hidden.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    known = catalogue_source(language)
    wanted = {str(message.id) for message in texts_in_the_source() if message.id}
    missing = [str(message.id) for message in known if message.id and not all(forms(message.string))]
    assert not missing
    assert {str(message.id) for message in known if message.id} == wanted, "run make catalogues"
    assert not [message.id for message in known if message.fuzzy and message.id]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_pages_have_the_words_of_their_scripts(language: str) -> None:
    used = texts_in_the_pages()
    words = json.loads((STATIC / "words" / f"{language}.json").read_text(encoding="utf-8"))["texts"]
    assert used
    assert set(words) == used, "run make catalogues"


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_those_of_the_english_text(language: str) -> None:
    for message in catalogue_source(language):
        if message.id:
            names = set().union(*(placeholders(form) for form in forms(message.id)))
            for form in forms(message.string):
                assert placeholders(form) == names, message.id


GRAMMAR = {"hu": {"az", "-es", "az-es"}, "it": {"il", "del", "nel"}}
"""The formats of placeholders that a language may use."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_ask_for_the_grammar_of_their_language(language: str) -> None:
    for message in catalogue_source(language):
        for form in forms(message.string) if message.id else []:
            wanted = {asked.lower() for _, _, asked, _ in string.Formatter().parse(form) if asked}
            assert wanted <= GRAMMAR.get(language, set()), form


@pytest.mark.parametrize("language", TRANSLATED)
def test_texts_of_the_pages_ask_for_no_grammar(language: str) -> None:
    """The scripts fill in values as they are."""
    words = json.loads((STATIC / "words" / f"{language}.json").read_text(encoding="utf-8"))["texts"]
    assert not [form for value in words.values() for form in forms(value) if re.search(r"\{\w+:", form)]


def test_no_hungarian_article_is_left_to_the_reader() -> None:
    strings = [form for message in catalogue_source("hu") if message.id for form in forms(message.string)]
    assert not [form for form in strings if re.search(r"\ba\(z\)", form, re.IGNORECASE)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_compiled_catalogues_are_those_of_the_sources(language: str) -> None:
    compiled = catalogue(language)
    assert isinstance(compiled, gettext.GNUTranslations), "run make catalogues"
    for message in catalogue_source(language):
        if message.id and not isinstance(message.id, tuple | list):
            assert compiled.gettext(message.id) == message.string, "run make catalogues"
        elif message.id:
            singular, plural = message.id
            assert compiled.ngettext(singular, plural, 1) == forms(message.string)[0], "run make catalogues"
            assert compiled.ngettext(singular, plural, 5) == forms(message.string)[1], "run make catalogues"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_word_means_one_thing(language: str) -> None:
    words = catalogue(language)
    for command in TypedCommand:
        for word in (*words_of(command, words), *words_of(command, ENGLISH)):
            assert " " not in word
            assert read_command(word, words) == (command, ""), (language, word)
            assert read_command(f"{word.upper()}  2 ", words) == (command, "2")


def test_words_of_commands_are_shown_nowhere_else() -> None:
    """They may have several forms, such as "beaver, castor", of which only the terminal game knows what to make."""
    folder = Path(sixprime.__file__).parent
    commands = {WORDS[command].template for command in TypedCommand}
    several = {word for word in commands for language in TRANSLATED if "," in catalogue(language).gettext(word)}
    assert "beaver" in several
    ignored = [(name, "ignore") for name in ("**/typed_commands.py", "**/migrations/**.py")]
    methods = [*ignored, ("**.py", "python"), *PAGE_SCRIPTS]
    elsewhere = {
        message for _, _, message, _, _ in extract_from_dir(folder, keywords={"text": (1,)}, method_map=methods)
    }
    assert not several & elsewhere


OTHER_WORDS = {
    "de": r"Tutor|Verdopplungswürfel|Würfelentscheidung|ein Doppel\b|des Matchs\b",
    "fr": r"\bjets?\b|tuteur|robot|actions? d[eu] videau",
    "it": r"\btutor\b|una giocata|questa giocata|azion[ei] del cubo|piccole tavole|primo tiro|[a-zA-Z]'[a-z]",
    "hu": r"\btutor\b|robot|játszm|duplázókock|kockadönt|[Pp]énzes játék",
}
"""Words for something that is called otherwise everywhere else: trainer, doubling cube, cube decision, roll, game."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_one_thing_has_one_name(language: str) -> None:
    other = re.compile(OTHER_WORDS[language])
    strings = [form for message in catalogue_source(language) if message.id for form in forms(message.string)]
    assert not [form for form in strings if other.search(form)]


FORMAL_WORDS = {
    "de": r"\b(können|haben|sind|müssen|dürfen) Sie\b|\bIhnen\b|(?<=[a-z] )Ihr(e[mnrs]?)?\b",
    "fr": r"\bv(otre|os)\b|veuillez|(?<!vous )(?<!l’)\b(?!chez|assez)\w+ez\b",
    "it": r"\bLei\b|\bSu[oai]\b|\bvostr[oaie]\b|si prega",
    "hu": r"\bÖn(t|nek|ök)?\b|kérjük",
}
"""Forms by which a stranger is addressed. Two friends are vous and ihr; one is tu and du throughout."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_reader_is_a_friend(language: str) -> None:
    formal = re.compile(FORMAL_WORDS[language], re.IGNORECASE if language == "fr" else 0)
    strings = [form for message in catalogue_source(language) if message.id for form in forms(message.string)]
    assert not [form for form in strings if formal.search(form)]


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(UnknownLanguage, match="'tlh' is not one of the languages en, de, fr, it, hu"):
        catalogue("tlh")


def test_the_environment_is_read_in_the_usual_order() -> None:
    assert language_of({}) == "en"
    assert language_of({"LANG": "hu_HU.UTF-8"}) == "hu"
    assert language_of({"LANG": "hu_HU.UTF-8", "LC_ALL": "it_CH"}) == "it"
    assert language_of({"LANG": "hu_HU.UTF-8", "LC_ALL": "C"}) == "en"
    assert language_of({"LANGUAGE": "ja:fr_CA:de", "LANG": "hu"}) == "fr"
    assert language_of({"LANGUAGE": "de", "SIXPRIME_LANGUAGE": "fr"}) == "fr"
    assert language_of({"LANG": "xx_YY"}) == "en"
