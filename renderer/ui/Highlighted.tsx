/** A piece of a text, and whether it matches the search. */
export interface HighlightedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Marks which characters of a text belong to a search word; case is ignored. */
function markMatches(normalizedText: string, words: readonly string[]): readonly boolean[] {
  const hits = Array.from({ length: normalizedText.length }, () => false);
  for (const word of new Set(words.map((each) => each.toLowerCase()))) {
    if (word === '') continue;
    for (
      let at = normalizedText.indexOf(word);
      at >= 0;
      at = normalizedText.indexOf(word, at + word.length)
    ) {
      hits.fill(true, at, at + word.length);
    }
  }
  return hits;
}

/**
 * Splits a text at the boundaries of matches; the parts joined are the whole text. A text whose length
 * changes with its case is not split.
 */
function splitAtMatches(text: string, words: readonly string[]): readonly HighlightedPart[] {
  const normalizedText = text.toLowerCase();
  if (words.length === 0 || normalizedText.length !== text.length) return [{ text, isHit: false }];
  const hits = markMatches(normalizedText, words);
  const parts: HighlightedPart[] = [];
  for (let from = 0; from < text.length; ) {
    const isHit = hits[from] === true;
    const change = hits.indexOf(!isHit, from);
    const end = change < 0 ? text.length : change;
    parts.push({ text: text.slice(from, end), isHit });
    from = end;
  }
  return parts;
}

interface HighlightedProps {
  readonly text: string;
  /** The search words; case is ignored. */
  readonly words: readonly string[];
}

/** A text with the search words highlighted. */
export function Highlighted({ text, words }: HighlightedProps) {
  const parts = splitAtMatches(text, words);
  return <>{parts.map(({ text: part, isHit }, index) => (isHit ? <mark key={index}>{part}</mark> : part))}</>;
}
