import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { When } from '#renderer/records/When.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { statusShape, timeline } from './model.ts';
import { statusWord } from './StatusWord.tsx';

interface StatusTimelineProps {
  readonly history: Requisition['statusHistory'];
}

/** The way of a requisition: a drawn line with the status marks and the time between them. */
export function StatusTimeline({ history }: StatusTimelineProps) {
  const text = useText();
  const [shown, more] = useSome(timeline(history));
  return (
    <Section title={text('requisition.statusHistory')} count={history.length}>
      {history.length > 0 && (
        <ol className="timeline">
          {shown.map(({ change, sinceMs }, index) => (
            <li key={`${change.status} ${change.changedAt} ${index}`}>
              <StatusMark shape={statusShape({ status: change.status, needsReview: true })} />
              <span className="timeline-status" dir="auto">
                {statusWord(text, change.status)}
              </span>
              <span className="timeline-when">
                <When at={change.changedAt} />
              </span>
              {sinceMs !== null && sinceMs > 0 && (
                <span className="timeline-since">
                  {text('requisition.later', { span: longSpan(sinceMs) })}
                </span>
              )}
              <span className="timeline-by">
                <IdValue id={change.changedBy} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {more}
    </Section>
  );
}
