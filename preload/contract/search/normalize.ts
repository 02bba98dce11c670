/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

/** Returns a text without case, accents and the width of its letters. The result may be shorter or longer. */
export function removeCaseAccentsAndWidth(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Script=Inherited}/gu, '')
    .replaceAll(/[łđðøħıßæœþς]/gu, (letter) => LETTERS[letter] ?? letter);
}
