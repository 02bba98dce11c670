/**
 * Texts of the service outside Intray's own window: on a terminal or in a notification of the system, a
 * character of a text may be an instruction.
 */

/** Controls of terminals (C0, C1) and characters that break a line or reverse the direction of writing. */
const CONTROL = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu;
/** Invisible marks of the writing direction, which can reorder the text beside them. */
const DIRECTION_MARK = /[\u061c\u200e\u200f]+/g;

/** The same controls, except the line breaks and tabs that give an output its shape. */
const UNSAFE = /\r(?!\n)|(?![\t\n\r])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Returns a text on a single line, without characters that control a terminal or the direction of writing. */
export function toSingleLineWithoutControls(text: string): string {
  return text.replace(DIRECTION_MARK, '').replace(CONTROL, ' ').trim();
}

/**
 * Returns a text with its control characters as `\uXXXX`; line breaks and tabs stay. JSON keeps its meaning, because
 * such characters occur only within its strings.
 */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** Returns a number with its noun, as "1 change" or "2 changes"; `several` is the plural, also of zero. */
export function formatCountWithNoun(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
