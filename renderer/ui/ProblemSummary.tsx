import type { RefObject } from 'react';
import { Button } from './Button.tsx';
import styles from './Field.module.css';

export interface FieldProblem {
  readonly name: string;
  readonly label: string;
  /** What is wrong, in words. */
  readonly words: string;
  /** Leads to the field. */
  readonly focus: () => void;
}

interface ProblemSummaryProps {
  readonly title: string;
  readonly problems: readonly FieldProblem[];
  /** Moves the focus to the field. */
  readonly summaryRef?: RefObject<HTMLDivElement | null>;
}

/** All that is wrong with a form, each line leading to its field. */
export function ProblemSummary({ title, problems, summaryRef }: ProblemSummaryProps) {
  if (problems.length === 0) return null;
  return (
    <div ref={summaryRef} className={styles.problems} role="alert" tabIndex={-1}>
      <p>{title}</p>
      <ul>
        {problems.map(({ name, label, words, focus }) => (
          <li key={name}>
            <Button tone="link" size="tiny" onPress={focus}>
              {label}
            </Button>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
