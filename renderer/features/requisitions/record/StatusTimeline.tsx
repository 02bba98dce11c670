import type { Requisition, TypicalStatusStepDurations } from '#contract/requisitions.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { StatusHistoryList } from '#renderer/shared/record/StatusHistoryList.tsx';
import { useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import {
  getRequisitionStatusShape,
  getRequisitionStatusLabel,
} from '#renderer/shared/record/requisition-status.tsx';
import type { QueryState } from '#renderer/shared/use-query-result.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { formatDuration } from '#renderer/ui/format.ts';
import { toCurrentDayAndTypicalDays, toTimelineChart, type TimelineSegment } from './status-timeline.ts';
import type { RequisitionContext } from './use-requisition-context.ts';
import styles from './record-view.module.css';

const formatPercent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** How long a step took or has taken so far, and the typical duration: `day 6, usually 2`. */
export function formatSegmentDuration(text: TextFunction, segment: TimelineSegment): string {
  const { lengthMs, typical, isOpen } = segment;
  if (typical === null) return formatDuration(lengthMs);
  const days = isOpen ? toCurrentDayAndTypicalDays(segment) : null;
  if (days !== null) return text('typical.dayOf', days);
  const spans = { span: formatDuration(lengthMs), usual: formatDuration(typical.median) };
  return text(isOpen ? 'typical.spanOf' : 'typical.took', spans);
}

interface StatusTimelineChartProps {
  readonly record: Requisition;
  readonly typicalDurations: TypicalStatusStepDurations | null;
}

/**
 * Chart of a requisition's statuses: a point for each, compressed distances, the typical duration as a light
 * band.
 */
function StatusTimelineChart({ record, typicalDurations }: StatusTimelineChartProps) {
  const text = useText();
  const { marks, segments } = toTimelineChart(record, typicalDurations, useCurrentTime());
  if (segments.length === 0) return null;
  const typicalNext = segments.find(({ isOpen }) => isOpen)?.typical ?? null;
  const steps = marks
    .map(({ status }, index) => {
      const segment = segments[index];
      const took = segment === undefined ? '' : `, ${formatSegmentDuration(text, segment)}`;
      return `${getRequisitionStatusLabel(text, status)}${took}`;
    })
    .join('; ');
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` shows a file; this drawing consists of elements */}
      <div className={styles.statusChart} role="img" aria-label={text('typical.drawing', { steps })}>
        {segments.map((segment) => (
          <SegmentDrawing key={segment.from} segment={segment} />
        ))}
        {marks.map(({ status, at }, index) => (
          <span
            key={`${status} ${index}`}
            className={styles.statusChartMark}
            style={{ insetInlineStart: formatPercent(at) }}
          >
            <StatusMark shape={getRequisitionStatusShape({ status, needsReview: true })} />
          </span>
        ))}
      </div>
      {typicalNext !== null && (
        <p className={styles.statusChartBasis}>
          {/* Without a facility, the sample is of all facilities. */}
          {text(record.serviceFacility === '' ? 'typical.learnedAnywhere' : 'typical.learned', {
            count: typicalNext.sampleSize,
          })}
        </p>
      )}
    </>
  );
}

function SegmentDrawing({ segment }: { readonly segment: TimelineSegment }) {
  const text = useText();
  const { from, until, band, now, isOpen } = segment;
  const end = now ?? until;
  return (
    <>
      {band !== null && (
        <span
          className={styles.statusChartBand}
          style={{
            insetInlineStart: formatPercent(band.from),
            width: formatPercent(Math.max(0.004, band.until - band.from)),
          }}
        />
      )}
      <span
        className={styles.statusChartLine}
        data-open={isOpen ? '' : undefined}
        style={{ insetInlineStart: formatPercent(from), width: formatPercent(end - from) }}
      />
      {now !== null && (
        <span className={styles.statusChartNow} style={{ insetInlineStart: formatPercent(now) }} />
      )}
      <span
        className={styles.statusChartWords}
        style={{ insetInlineStart: formatPercent(from), width: formatPercent(until - from) }}
      >
        {formatSegmentDuration(text, segment)}
      </span>
    </>
  );
}

interface StatusTimelineProps {
  readonly record: Requisition;
  readonly context: QueryState<RequisitionContext>;
}

/** The history of a requisition: the chart, and below it each status with user and time. */
export function StatusTimeline({ record, context }: StatusTimelineProps) {
  const text = useText();
  const history = record.statusHistory;
  return (
    <Section title={text('requisition.statusHistory')} count={history.length}>
      <StatusTimelineChart record={record} typicalDurations={context.value?.typicalDurations ?? null} />
      <QueryError query={context} sentence={text('requisition.usualFailed')} />
      <StatusHistoryList
        history={history}
        toLabel={(status) => getRequisitionStatusLabel(text, status)}
        getShape={(status) => getRequisitionStatusShape({ status, needsReview: true })}
      />
    </Section>
  );
}
