import { useState } from 'react';
import { Button } from './Button.tsx';
import styles from './Text.module.css';

interface LongTextProps {
  readonly text: string;
  /** Label of the button that shows more, given the number of characters left. */
  readonly moreLabel: (left: number) => string;
  /** Keeps spaces and line breaks, for JSON and similar text. */
  readonly isCode?: boolean;
}

const FIRST_LENGTH = 4000;
// Rendering megabytes of text would freeze the window, so it is shown in steps.
const STEP = 100_000;

/** A text with its line breaks; a very long one is shown in steps. */
export function LongText({ text, moreLabel, isCode = false }: LongTextProps) {
  const [shown, setShown] = useState(FIRST_LENGTH);
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
 * Indents a JSON text without parsing it, so that numbers keep all digits and fields their order: only
 * whitespace changes. A text that is not JSON keeps all its characters.
 */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const startLine = (): string => `\n${INDENT_JSON_STEP.repeat(Math.max(0, depth))}`;
  // A whole string, an empty pair of brackets, one punctuation character, or a run of other characters.
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+|"/gs)) {
    if (part === '{' || part === '[') {
      depth += 1;
      parts.push(part, startLine());
    } else if (part === '}' || part === ']') {
      depth -= 1;
      parts.push(startLine(), part);
    } else if (part === ',') parts.push(part, startLine());
    else if (part === ':') parts.push(': ');
    else parts.push(/^[{[]/.test(part) ? part.replace(/\s/g, '') : part);
  }
  return parts.join('');
}
