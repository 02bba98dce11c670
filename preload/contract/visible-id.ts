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

/** Characters that make the letters after them run the other way: a word reads as another word. */
const DIRECTION_OVERRIDE = /[\u202d\u202e]/g;
/** Characters that give the part of a text after them a direction which its letters do not have, and the end of such a part. */
const DIRECTION_EMBEDDING = /[\u202a-\u202c\u2066\u2067]/g;
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/g;
const FIRST_STRONG_ISOLATE = '\u2068';
const ISOLATE = /[\u2068\u2069]/g;
/** What is shown in the place of an override, so that the text is not taken for an ordinary one. */
const SHOWN_OVERRIDE = '\ufffd';

/** Returns whether a text has a character that makes its letters run against their own direction. */
export function hasDirectionOverride(text: string): boolean {
  return text.search(DIRECTION_OVERRIDE) !== -1;
}

/**
 * Returns a text without the characters that turn the direction of what follows. Letters have a direction of their own; the marks
 * that Arabic and Hebrew texts have beside digits and signs stay.
 */
export function removeDirectionControls(text: string): string {
  return text.replace(DIRECTION_CONTROL, '');
}

/** Returns whether each isolated part of a text ends within it, so that it affects nothing outside. */
function isEveryIsolateClosed(text: string): boolean {
  let depth = 0;
  for (const [character] of text.matchAll(ISOLATE)) {
    depth += character === FIRST_STRONG_ISOLATE ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Returns a text as it is shown: no character of it turns the direction of what follows, which would show one name as another.
 * A visible sign stands for an override, the other controls are left out. Isolated parts stay where all of them end: they have
 * the direction of their own letters, as the values in the sentences of the window.
 */
export function neutralizeDirectionControls(text: string): string {
  if (text.search(DIRECTION_CONTROL) === -1) return text;
  const plain = text.replace(DIRECTION_OVERRIDE, SHOWN_OVERRIDE).replace(DIRECTION_EMBEDDING, '');
  return isEveryIsolateClosed(plain) ? plain : plain.replace(ISOLATE, '');
}
