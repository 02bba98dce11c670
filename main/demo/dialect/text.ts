import type { DialectChoices } from './unspecified-points.ts';

const MAX_STORED_LENGTH = 255;

/** Returns a written text as the service stores it: unchanged, trimmed, normalized or cut. */
export function normalizeStoredText(text: string, how: DialectChoices['storedText']): string {
  switch (how) {
    case 'as-sent':
      return text;
    case 'trimmed':
      return text.trim();
    case 'nfc':
      return text.normalize('NFC');
    case 'cut-255':
      return Array.from(text).slice(0, MAX_STORED_LENGTH).join('');
  }
}

function unaccent(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function findText(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * Returns a case-insensitive test of names for a search text (the service's document, section 4.2). An empty
 * text matches all names.
 */
export function createNameMatcher(search: string, how: DialectChoices['search']): (name: string) => boolean {
  const sought = search.toLowerCase();
  if (sought === '') return () => true;
  switch (how) {
    case 'substring':
      return (name) => name.toLowerCase().includes(sought);
    case 'prefix':
      return (name) => name.toLowerCase().startsWith(sought);
    case 'whole-word':
      return (name) => {
        const words = findText(name.toLowerCase());
        return findText(sought).every((word) => words.includes(word));
      };
    case 'unaccented':
      return (name) => unaccent(name.toLowerCase()).includes(unaccent(sought));
    case 'ignored':
      return () => true;
  }
}
