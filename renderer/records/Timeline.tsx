import type { ReactNode } from 'react';
import { useText } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';
import { StatusMark, type MarkShape } from '#renderer/ui/StatusMark.tsx';
import { IdValue } from './IdValue.tsx';
import { timeline, type StatusChange } from './timeline-steps.ts';
import { useSome } from './use-some.tsx';
import { When } from './When.tsx';
import './timeline.css';

interface TimelineProps<C extends StatusChange> {
  readonly history: readonly C[];
  readonly toLabel: (status: string) => string;
  readonly shapeOf: (status: string) => MarkShape;
  /** What else is known of a change. */
  readonly renderMore?: (change: C) => ReactNode;
}

/** A status history step by step: who, when, and how long after the one before. Nothing where there was none. */
export function Timeline<C extends StatusChange>({
  history,
  toLabel,
  shapeOf: getShape,
  renderMore,
}: TimelineProps<C>) {
  const text = useText();
  const [shown, more] = useSome(timeline(history));
  if (history.length === 0) return null;
  return (
    <>
      <ol className="timeline">
        {shown.map(({ change, sinceMs }, index) => (
          <li key={`${change.status} ${change.changedAt} ${index}`}>
            <StatusMark shape={getShape(change.status)} />
            <span className="timeline-status" dir="auto">
              {toLabel(change.status)}
            </span>
            <span className="timeline-when">
              <When at={change.changedAt} />
            </span>
            {sinceMs !== null && sinceMs > 0 && (
              <span className="timeline-since">{text('record.later', { span: longSpan(sinceMs) })}</span>
            )}
            <span className="timeline-by">
              <IdValue id={change.changedBy} />
              {renderMore?.(change)}
            </span>
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
