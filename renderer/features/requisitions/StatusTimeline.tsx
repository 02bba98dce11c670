import { useCallback } from 'react';
import type { Requisition } from '#contract/requisition.ts';
import type { Usual } from '#contract/worklist.ts';
import { Timeline } from '#renderer/records/Timeline.tsx';
import { AskedProblem } from '#renderer/records/AskedProblem.tsx';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { statusShape } from '#renderer/records/standing.ts';
import { statusWord } from '#renderer/records/StatusWord.tsx';
import { WayDrawing } from './WayDrawing.tsx';

/** How long the steps usually take where this one is done. */
function useUsual({ serviceFacility, type }: Requisition): Asked<Usual> {
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
  return (
    <Section title={text('requisition.statusHistory')} count={history.length}>
      <WayDrawing record={record} usual={usual.value} />
      <AskedProblem asked={usual} what={text('requisition.usualFailed')} />
      <Timeline
        history={history}
        wordOf={(status) => statusWord(text, status)}
        shapeOf={(status) => statusShape({ status, needsReview: true })}
      />
    </Section>
  );
}
