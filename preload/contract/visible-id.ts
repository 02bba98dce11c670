/** Characters that are invisible or reorder the text around them; a plain blank is not one of them. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
/** Blanks that a page collapses: at either end, and all but the first of several. */
const COLLAPSED_SPACES = /^ +| +$|(?<= ) +/g;

function escapeMatch(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

/**
 * Returns an identifier as it is shown. It may contain any character (service's document, section 2.1), so
 * invisible characters are written as their code: two different identifiers never look the same because of
 * one.
 */
export function escapeInvisibleCharactersOfId(id: string): string {
  return id
    .replace(COLLAPSED_SPACES, escapeMatch)
    .replace(INVISIBLE, (character) => (character === ' ' ? character : escapeMatch(character)));
}
