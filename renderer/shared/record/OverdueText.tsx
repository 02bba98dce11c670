import type { ReactNode } from 'react';
import type { EpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { useCurrentTime, useDateFormat } from './date-time.tsx';
import { getOverdueMark } from './review-labels.ts';
import styles from './OverdueText.module.css';

interface OverdueTextProps {
  /** A deadline that has passed. */
  readonly deadline: EpochMs;
  /** What is said instead of `overdue 12 days`. */
  readonly children?: ReactNode;
}

/** That something is overdue, in words, with the triangle and the colour that show for how long. */
export function OverdueText({ deadline, children }: OverdueTextProps) {
  const text = useText();
  const { days } = useDateFormat();
  const count = days(deadline, useCurrentTime());
  const { shape, tone } = getOverdueMark(count);
  const words = count < 1 ? text('worklist.row.overdueToday') : text('worklist.row.overdue', { count });
  return (
    <span className={styles.overdue} data-tone={tone}>
      <StatusMark shape={shape} />
      <span>{children ?? words}</span>
    </span>
  );
}
