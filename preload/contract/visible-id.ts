/** What a reader cannot see, or what could reorder the text around it: everything of that kind but a plain blank. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;
/** Blanks that a page swallows: at either end, and all but the first of several. */
const SWALLOWED = /^ +| +$|(?<= ) +/g;

function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

/**
 * An identifier as it is shown. It may hold any character (service's document, section 2.1), so those that nobody could see are
 * written as their code: two identifiers that differ never look the same because of one.
 */
export function visibleId(id: string): string {
  return id
    .replace(SWALLOWED, escaped)
    .replace(INVISIBLE, (character) => (character === ' ' ? character : escaped(character)));
}
