import type { Requisition } from '#contract/requisition.ts';
import type { TypicalDurations } from '#contract/worklist.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { statusShape } from '#renderer/records/standing.ts';
import { statusLabel } from '#renderer/records/StatusWord.tsx';
import { getDays, toTimeline, type Segment } from './way-model.ts';
import './way-drawing.css';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** How long a stretch took or has taken so far, and what is usual: `day 6, usually 2`. */
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

/** The way of a requisition, drawn: marks of its statuses, compressed distances, the usual time as a light band. */
export function StatusTimelineChart({ record, usual: typicalDurations }: StatusTimelineChartProps) {
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
      <div className="way" role="img" aria-label={text('usual.drawing', { steps })}>
        {stretches.map((segment) => (
          <SegmentDrawing key={segment.from} segment={segment} />
        ))}
        {marks.map(({ status, at }, index) => (
          <span key={`${status} ${index}`} className="way-mark" style={{ insetInlineStart: percent(at) }}>
            <StatusMark shape={statusShape({ status, needsReview: true })} />
          </span>
        ))}
      </div>
      {typicalNext !== null && (
        <p className="way-learned">{text('usual.learned', { count: typicalNext.of })}</p>
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
          className="way-band"
          style={{
            insetInlineStart: percent(band.from),
            width: percent(Math.max(0.004, band.until - band.from)),
          }}
        />
      )}
      <span
        className="way-line"
        data-open={isOpen ? '' : undefined}
        style={{ insetInlineStart: percent(from), width: percent(end - from) }}
      />
      {now !== null && <span className="way-now" style={{ insetInlineStart: percent(now) }} />}
      <span className="way-words" style={{ insetInlineStart: percent(from), width: percent(until - from) }}>
        {segmentText(text, segment)}
      </span>
    </>
  );
}
