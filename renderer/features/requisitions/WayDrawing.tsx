import type { Requisition } from '#contract/requisition.ts';
import type { Usual } from '#contract/worklist.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { statusShape } from '#renderer/records/standing.ts';
import { statusWord } from '#renderer/records/StatusWord.tsx';
import { daysOf, wayOf, type Stretch } from './way-model.ts';
import './way-drawing.css';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** How long a stretch took or has taken so far, and what is usual: `day 6, usually 2`. */
export function stretchWords(text: Text, stretch: Stretch): string {
  const { lengthMs, usual, isOpen } = stretch;
  if (usual === null) return longSpan(lengthMs);
  const days = isOpen ? daysOf(stretch) : null;
  if (days !== null) return text('usual.dayOf', days);
  const spans = { span: longSpan(lengthMs), usual: longSpan(usual.median) };
  return text(isOpen ? 'usual.spanOf' : 'usual.took', spans);
}

interface WayDrawingProps {
  readonly record: Requisition;
  readonly usual: Usual | null;
}

/** The way of a requisition, drawn: marks of its statuses, compressed distances, the usual time as a light band. */
export function WayDrawing({ record, usual }: WayDrawingProps) {
  const text = useText();
  const { marks, stretches } = wayOf(record, usual, useNow());
  if (stretches.length === 0) return null;
  const usualNext = stretches.find(({ isOpen }) => isOpen)?.usual ?? null;
  const steps = marks
    .map(({ status }, index) => {
      const stretch = stretches[index];
      const took = stretch === undefined ? '' : `, ${stretchWords(text, stretch)}`;
      return `${statusWord(text, status)}${took}`;
    })
    .join('; ');
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of elements, not of a file */}
      <div className="way" role="img" aria-label={text('usual.drawing', { steps })}>
        {stretches.map((stretch) => (
          <StretchDrawing key={stretch.from} stretch={stretch} />
        ))}
        {marks.map(({ status, at }, index) => (
          <span key={`${status} ${index}`} className="way-mark" style={{ insetInlineStart: percent(at) }}>
            <StatusMark shape={statusShape({ status, needsReview: true })} />
          </span>
        ))}
      </div>
      {usualNext !== null && <p className="way-learned">{text('usual.learned', { count: usualNext.of })}</p>}
    </>
  );
}

function StretchDrawing({ stretch }: { readonly stretch: Stretch }) {
  const text = useText();
  const { from, until, band, now, isOpen } = stretch;
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
        {stretchWords(text, stretch)}
      </span>
    </>
  );
}
