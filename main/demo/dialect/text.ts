import type { Choices } from './points.ts';

const CUT = 255;

/** A text as the service stores it. */
export function storeText(text: string, how: Choices['storedText']): string {
  switch (how) {
    case 'as-sent':
      return text;
    case 'trimmed':
      return text.trim();
    case 'nfc':
      return text.normalize('NFC');
    case 'cut-255':
      return Array.from(text).slice(0, CUT).join('');
  }
}

function unaccent(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function findText(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}

/** A test of names against what is searched for, in any case (the service's document, section 4.2). Empty: all names pass. */
export function nameSearch(search: string, how: Choices['search']): (name: string) => boolean {
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
