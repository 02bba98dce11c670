import { useCallback } from 'react';
import type { Requisition, TypicalDurations } from '#contract/requisitions.ts';
import { AskedProblem } from '#renderer/shared/QueryProblem.tsx';
import { Timeline } from '#renderer/shared/record/Timeline.tsx';
import { useNow } from '#renderer/shared/record/When.tsx';
import { statusShape, statusLabel } from '#renderer/shared/record/status.tsx';
import { useAsked, type Asked } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { longSpan } from '#renderer/ui/format.ts';
import { getDays, toTimeline, type Segment } from './status-timeline.ts';
import styles from './record-view.module.css';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** How long a step took or has taken so far, and the typical duration: `day 6, usually 2`. */
export function segmentText(text: Text, segment: Segment): string {
  const { lengthMs, usual: typicalDurations, isOpen } = segment;
  if (typicalDurations === null) return longSpan(lengthMs);
  const days = isOpen ? getDays(segment) : null;
  if (days !== null) return text('usual.dayOf', days);
  const spans = { span: longSpan(lengthMs), usual: longSpan(typicalDurations.median) };
  return text(isOpen ? 'usual.spanOf' : 'usual.took', spans);
}

interface StatusTimelineChartProps {
  readonly record: Requisition;
  readonly usual: TypicalDurations | null;
}

/**
 * Chart of a requisition's statuses: a point for each, compressed distances, the typical duration as a light
 * band.
 */
function StatusTimelineChart({ record, usual: typicalDurations }: StatusTimelineChartProps) {
  const text = useText();
  const { marks, stretches } = toTimeline(record, typicalDurations, useNow());
  if (stretches.length === 0) return null;
  const typicalNext = stretches.find(({ isOpen }) => isOpen)?.usual ?? null;
  const steps = marks
    .map(({ status }, index) => {
      const segment = stretches[index];
      const took = segment === undefined ? '' : `, ${segmentText(text, segment)}`;
      return `${statusLabel(text, status)}${took}`;
    })
    .join('; ');
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of elements, not of a file */}
      <div className={styles.way} role="img" aria-label={text('usual.drawing', { steps })}>
        {stretches.map((segment) => (
          <SegmentDrawing key={segment.from} segment={segment} />
        ))}
        {marks.map(({ status, at }, index) => (
          <span
            key={`${status} ${index}`}
            className={styles.wayMark}
            style={{ insetInlineStart: percent(at) }}
          >
            <StatusMark shape={statusShape({ status, needsReview: true })} />
          </span>
        ))}
      </div>
      {typicalNext !== null && (
        <p className={styles.wayLearned}>{text('usual.learned', { count: typicalNext.of })}</p>
      )}
    </>
  );
}

function SegmentDrawing({ segment }: { readonly segment: Segment }) {
  const text = useText();
  const { from, until, band, now, isOpen } = segment;
  const end = now ?? until;
  return (
    <>
      {band !== null && (
        <span
          className={styles.wayBand}
          style={{
            insetInlineStart: percent(band.from),
            width: percent(Math.max(0.004, band.until - band.from)),
          }}
        />
      )}
      <span
        className={styles.wayLine}
        data-open={isOpen ? '' : undefined}
        style={{ insetInlineStart: percent(from), width: percent(end - from) }}
      />
      {now !== null && <span className={styles.wayNow} style={{ insetInlineStart: percent(now) }} />}
      <span
        className={styles.wayWords}
        style={{ insetInlineStart: percent(from), width: percent(until - from) }}
      >
        {segmentText(text, segment)}
      </span>
    </>
  );
}

/** Reads the typical durations of the steps at this requisition's facility. */
function useTypicalDurations({ serviceFacility, type }: Requisition): Asked<TypicalDurations> {
  const { calls } = useStores();
  const ask = useCallback(
    () => calls['requisitions.typicalDurations']({ serviceFacility, type }),
    [calls, serviceFacility, type],
  );
  return useAsked(ask);
}

/** The history of a requisition: the chart, and below it each status with user and time. */
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
