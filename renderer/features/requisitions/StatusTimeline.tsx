import { useCallback } from 'react';
import type { Requisition } from '#contract/requisition.ts';
import type { TypicalDurations } from '#contract/worklist.ts';
import { Timeline } from '#renderer/records/Timeline.tsx';
import { AskedProblem } from '#renderer/records/AskedProblem.tsx';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { statusShape } from '#renderer/records/standing.ts';
import { statusLabel } from '#renderer/records/StatusWord.tsx';
import { StatusTimelineChart } from './WayDrawing.tsx';

/** How long the steps usually take where this one is done. */
function useTypicalDurations({ serviceFacility, type }: Requisition): Asked<TypicalDurations> {
  const { calls } = useStores();
  const ask = useCallback(
    () => calls['requisitions.typicalDurations']({ serviceFacility, type }),
    [calls, serviceFacility, type],
  );
  return useAsked(ask);
}

/** The way of a requisition: drawn, and beneath it step by step with who and when. */
export function StatusTimeline({ record }: { readonly record: Requisition }) {
  const text = useText();
  const typicalDurations = useTypicalDurations(record);
  const history = record.statusHistory;
  return (
    <Section title={text('requisition.statusHistory')} count={history.length}>
      <StatusTimelineChart record={record} usual={typicalDurations.value} />
      <AskedProblem asked={typicalDurations} what={text('requisition.usualFailed')} />
      <Timeline
        history={history}
        toLabel={(status) => statusLabel(text, status)}
        shapeOf={(status) => statusShape({ status, needsReview: true })}
      />
    </Section>
  );
}
