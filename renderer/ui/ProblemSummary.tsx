import type { RefObject } from 'react';
import { Button } from './Button.tsx';
import styles from './Field.module.css';

export interface FieldProblem {
  readonly name: string;
  readonly label: string;
  /** The error message. */
  readonly message: string;
  /** Moves the focus to the field. */
  readonly focus: () => void;
}

interface ProblemSummaryProps {
  readonly title: string;
  readonly problems: readonly FieldProblem[];
  /** The element that gets the focus after a failed save. */
  readonly summaryRef?: RefObject<HTMLDivElement | null>;
}

/** All validation errors of an editor, each linked to its field. */
export function ProblemSummary({ title, problems, summaryRef }: ProblemSummaryProps) {
  if (problems.length === 0) return null;
  return (
    <div ref={summaryRef} className={styles.problems} role="alert" tabIndex={-1}>
      <p>{title}</p>
      <ul>
        {problems.map(({ name, label, message, focus }) => (
          <li key={name}>
            <Button tone="link" size="tiny" onPress={focus}>
              {label}
            </Button>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
