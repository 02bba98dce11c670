import type { Plugin } from 'vite';

const OTHER_CHARACTERS = /(?<backslashes>\\*)(?<character>\P{ASCII})/gu;
const CODE_LENGTH = 4;

/** Escapes one character. A backslash that stands before it would take that of the escape, and means nothing there. */
function escapeCharacter(_match: string, backslashes: string, character: string): string {
  const escapes = character
    .split('')
    .map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(CODE_LENGTH, '0'));
  return backslashes.slice(backslashes.length % 2) + escapes.join('');
}

/**
 * Returns a script with an escape in place of each character that is not ASCII. In strings, templates, regular expressions and
 * names that means the same. `String.raw` shows the difference, so what it builds has to be a regular expression.
 */
export function escapeToAscii(code: string): string {
  return code.replaceAll(OTHER_CHARACTERS, escapeCharacter);
}

/**
 * Vite plugin that escapes what is not ASCII in all scripts. V8 keeps the text of a script in memory, once for each thread; with one
 * character outside of Latin-1 it takes two bytes for each of all characters.
 */
export function asciiScripts(): Plugin {
  return {
    name: 'ascii-scripts',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.code = escapeToAscii(output.code);
    },
  };
}
