/**
 * The standard fonts of PDF readers contain only Latin letters. Other text is transliterated where possible
 * (Cyrillic, Greek, accents); elsewhere a note names the script.
 */
const PUNCTUATION = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const CYRILLIC_FROM = 'абвгдеёзийклмнопрстуфхцъыьэіґ';
const CYRILLIC_TO = 'abvgdeezijklmnoprstufhc"y\'eig';
const GREEK_FROM = 'αβγδεζηικλμνξοπρσςτυφω';
const GREEK_TO = 'avgdeziiklmnxoprsstufo';
const DIGRAPHS: Readonly<Record<string, string>> = {
  ж: 'zh',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ю: 'yu',
  я: 'ya',
  ї: 'yi',
  є: 'ye',
  θ: 'th',
  χ: 'ch',
  ψ: 'ps',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ',': ', ',
  '。': '. ',
  ':': ': ',
  '(': ' (',
  ')': ') ',
  '、': ', ',
};

const LETTERS: ReadonlyMap<string, string> = new Map([
  ...Array.from(CYRILLIC_FROM, (letter, index) => [letter, CYRILLIC_TO[index] ?? ''] as const),
  ...Array.from(GREEK_FROM, (letter, index) => [letter, GREEK_TO[index] ?? ''] as const),
  ...Object.entries(DIGRAPHS),
]);

const SCRIPTS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Han}/u, 'Chinese or Japanese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Devanagari}/u, 'Devanagari'],
];

const OMITTED = '\uFFFC';
const OMITTED_RUN = new RegExp(`${OMITTED}(?:[^\\p{L}${OMITTED}]*${OMITTED})*`, 'gu');

function isDrawable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return (
    letter === '\n' ||
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xff) ||
    PUNCTUATION.includes(letter)
  );
}

function toLatinLetter(letter: string): string | null {
  const known = LETTERS.get(letter);
  if (known !== undefined) return known;
  const small = LETTERS.get(letter.toLowerCase());
  return small === undefined ? null : small.slice(0, 1).toUpperCase() + small.slice(1);
}

function toDrawable(letter: string): string {
  if (isDrawable(letter)) return letter;
  if (/[\p{C}\p{Z}]/u.test(letter)) return ' ';
  const [base = '', ...marks] = letter.normalize('NFD');
  if (marks.length > 0 && isDrawable(base)) return base;
  if (/\p{M}/u.test(letter)) return '';
  return toLatinLetter(letter) ?? toLatinLetter(base) ?? OMITTED;
}

function detectScript(text: string): string {
  return SCRIPTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'another';
}

/** Returns `text` in letters of the standard fonts, with a note in place of other scripts. */
export function toStandardFontText(text: string): string {
  const letters = Array.from(text.normalize('NFC'), toDrawable).join('');
  if (!letters.includes(OMITTED)) return letters;
  return letters.replaceAll(OMITTED_RUN, `[text in ${detectScript(text)} script]`).trim();
}
