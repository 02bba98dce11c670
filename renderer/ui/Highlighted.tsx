/** A piece of a text, and whether it is what was looked for. */
export interface HighlightedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Where words stand in a text, each place once, without regard to case. */
function places(normalizedText: string, words: readonly string[]): readonly boolean[] {
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
 * A text cut where what was looked for begins and ends; the parts make up the whole text. A text whose length changes with
 * its case is left in one piece.
 */
function highlightedParts(text: string, words: readonly string[]): readonly HighlightedPart[] {
  const normalizedText = text.toLowerCase();
  if (words.length === 0 || normalizedText.length !== text.length) return [{ text, isHit: false }];
  const hits = places(normalizedText, words);
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
  /** What was looked for; case does not matter. */
  readonly words: readonly string[];
}

/** A text in which what was looked for is marked. */
export function Highlighted({ text, words }: HighlightedProps) {
  return highlightedParts(text, words).map(({ text: part, isHit }, index) =>
    isHit ? <mark key={index}>{part}</mark> : part,
  );
}
