import { ERROR_TEXT } from '#contract/error-text.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useText, type Text } from '#renderer/text/text.ts';

/** Why a write stands as it does: its state in a sentence, what it waits for, what the last attempt came to. */
export function PendingLine({ write }: { readonly write: PendingOperation }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { state, error, triedAt, attempts, waitsFor } = write;
  return (
    <div className="write-standing">
      <p>{stateText(text, write)}</p>
      {write.mayHaveArrived && <p>{text('activity.mayHaveArrived')}</p>}
      {error !== null && error.code !== 'rejected' && <p>{ERROR_TEXT[error.code]}</p>}
      {error?.serverWords !== undefined && (
        <blockquote>
          {text('activity.said')} <q dir="auto">{error.serverWords}</q>
        </blockquote>
      )}
      {waitsFor !== null && <p>{text('activity.waitsFor', { number: waitsFor })}</p>}
      {triedAt !== null && state !== 'sending' && (
        <p className="write-hint">
          {text('activity.tried', { when: asOf(triedAt, now) })},{' '}
          {text('activity.attempts', { count: attempts })}
        </p>
      )}
    </div>
  );
}

function stateText(text: Text, { state, question }: PendingOperation): string {
  if (state === 'rejected') return text('activity.question.rejected');
  if (state === 'needs-you') return question === null ? '' : text(`activity.question.${question}`);
  return text(`activity.stateHint.${state}`);
}
