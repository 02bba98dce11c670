/** What Electron and Chromium do with the arguments of a program before any of its JavaScript runs. */

/** Arguments that look like an address: a scheme of two letters or more. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:/i;

function getParsed(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}

/**
 * Returns why the program ends before its first line, or null where it runs. Only what stands before `--`
 * counts.
 * @param words the program's arguments
 */
export function findEarlyExit(words: readonly string[], platform: NodeJS.Platform): string | null {
  const parsed = getParsed(words);
  const type = parsed.find((word) => /^--?type=./.test(word));
  if (type !== undefined) return `Chromium takes ${type} for the type of a child process`;
  const address = parsed.findIndex((word) => ADDRESS.test(word));
  const isFollowed = address !== -1 && address < parsed.length - 1;
  return platform === 'win32' && isFollowed ? 'Electron refuses an address that another word follows' : null;
}
