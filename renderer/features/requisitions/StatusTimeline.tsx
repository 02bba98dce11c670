import { useCallback } from 'react';
import type { Requisition } from '#contract/requisition.ts';
import type { Usual } from '#contract/worklist.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { When } from '#renderer/records/When.tsx';
import { useAsked } from '#renderer/records/use-asked.ts';
import { useSome } from '#renderer/records/use-some.tsx';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { statusShape } from '#renderer/records/standing.ts';
import { timeline } from './model.ts';
import { statusWord } from '#renderer/records/StatusWord.tsx';
import { WayDrawing } from './WayDrawing.tsx';

/** How long the steps usually take where this one is done. */
function useUsual({ serviceFacility, type }: Requisition): Usual | null {
  const { calls } = useDesk();
  const ask = useCallback(
    () => calls['requisitions.usual']({ serviceFacility, type }),
    [calls, serviceFacility, type],
  );
  return useAsked(ask);
}

/** The way of a requisition: drawn, and beneath it step by step with who and when. */
export function StatusTimeline({ record }: { readonly record: Requisition }) {
  const text = useText();
  const usual = useUsual(record);
  const history = record.statusHistory;
  const [shown, more] = useSome(timeline(history));
  return (
    <Section title={text('requisition.statusHistory')} count={history.length}>
      <WayDrawing record={record} usual={usual} />
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
