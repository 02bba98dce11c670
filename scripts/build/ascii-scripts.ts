import type { Plugin } from 'vite';

const OTHER_CHARACTERS = /\P{ASCII}/gu;
const CODE_LENGTH = 4;

function escapeCharacter(character: string): string {
  return character
    .split('')
    .map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(CODE_LENGTH, '0'))
    .join('');
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
