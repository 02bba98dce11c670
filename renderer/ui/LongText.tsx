import { useState } from 'react';
import { Button } from './Button.tsx';
import styles from './Text.module.css';

interface LongTextProps {
  readonly text: string;
  /** Words for the button that shows more, given how many characters are left. */
  readonly moreLabel: (left: number) => string;
  /** Keeps blanks and line lengths as they are, for text of machines. */
  readonly isCode?: boolean;
}

const FIRST = 4000;
// Rendering a text of megabytes would freeze the window: it is shown piece by piece.
const STEP = 100_000;

/** A text as it came, with its line breaks; a very long one is shown in pieces. */
export function LongText({ text, moreLabel, isCode = false }: LongTextProps) {
  const [shown, setShown] = useState(FIRST);
  const left = text.length - shown;
  return (
    <div className={styles.longText}>
      {isCode ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text must be reachable by keyboard
        <pre className={styles.longTextCode} dir="ltr" tabIndex={0}>
          {text.slice(0, shown)}
        </pre>
      ) : (
        <p className={styles.longTextWords} dir="auto">
          {text.slice(0, shown)}
        </p>
      )}
      {left > 0 && (
        <Button size="small" onPress={() => setShown(shown + STEP)}>
          {moreLabel(left)}
        </Button>
      )}
    </div>
  );
}

const INDENT_JSON_STEP = '  ';

/**
 * Lays out a JSON text for reading without parsing it, so that no number loses digits and no field its
 * order: only blanks between the parts change. What is no JSON comes back with the same characters.
 */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const row = (): string => `\n${INDENT_JSON_STEP.repeat(Math.max(0, depth))}`;
  // A whole string, an empty pair of brackets, one mark, or a run of anything else.
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+|"/gs)) {
    if (part === '{' || part === '[') {
      depth += 1;
      parts.push(part, row());
    } else if (part === '}' || part === ']') {
      depth -= 1;
      parts.push(row(), part);
    } else if (part === ',') parts.push(part, row());
    else if (part === ':') parts.push(': ');
    else parts.push(/^[{[]/.test(part) ? part.replace(/\s/g, '') : part);
  }
  return parts.join('');
}
