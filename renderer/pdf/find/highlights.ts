import type { TextMatch } from './page-text.ts';

/** The names under which the styles of a page colour matches. */
const NAMES = { match: 'pdf-match', current: 'pdf-current-match' } as const;

/** Returns the highlight of a name, which all pages share. */
function getHighlight(name: keyof typeof NAMES): Highlight {
  const known = CSS.highlights.get(NAMES[name]);
  if (known !== undefined) return known;
  const highlight = new Highlight();
  // The current match is also one of the matches.
  highlight.priority = name === 'current' ? 1 : 0;
  CSS.highlights.set(NAMES[name], highlight);
  return highlight;
}

function toRange(elements: readonly HTMLElement[], { start, end }: TextMatch): Range | null {
  const first = elements[start.piece]?.firstChild ?? null;
  const last = elements[end.piece]?.firstChild ?? null;
  if (!(first instanceof Text) || !(last instanceof Text)) return null;
  const range = new Range();
  range.setStart(first, Math.min(start.offset, first.length));
  range.setEnd(last, Math.min(end.offset, last.length));
  return range;
}

/**
 * Colours matches in the text layer of a page. Nothing is added to the page, so that its text stays as it is.
 * @param elements the elements of the page's pieces
 * @param current the place of the current match among these; null if it is on another page
 * @returns the function that takes the colours away
 */
export function highlightMatches(
  elements: readonly HTMLElement[],
  matches: readonly TextMatch[],
  current: number | null,
): () => void {
  const added = matches.flatMap((match, index) => {
    const range = toRange(elements, match);
    return range === null
      ? []
      : [{ range, highlight: getHighlight(index === current ? 'current' : 'match') }];
  });
  for (const { range, highlight } of added) highlight.add(range);
  return () => {
    for (const { range, highlight } of added) highlight.delete(range);
  };
}
