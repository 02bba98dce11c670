import type { PendingOperation } from '#contract/outbox.ts';
import { operationLabel } from '#renderer/records/pending-words.ts';
import { PendingLabel } from '#renderer/records/PendingWord.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { longSpan, shorten } from '#renderer/ui/format.ts';

const LABEL_LENGTH = 200;
const MINUTE_MS = 60_000;

/** What a write does and to which record, in one line. */
export function getTitle(text: Text, { operation, label }: PendingOperation): string {
  const name = shorten(label, LABEL_LENGTH);
  return name === '' ? operationLabel(text, operation) : `${operationLabel(text, operation)}: ${name}`;
}

/** How a write stands, what it does, its number and its age. */
export function WriteHeader({ write }: { readonly write: PendingOperation }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const ageMs = now - write.savedAt;
  return (
    <header className="write-head">
      <PendingLabel state={write.state} />
      <h3>
        <span className="write-operation">{operationLabel(text, write.operation)}</span>{' '}
        <bdi>{shorten(write.label, LABEL_LENGTH)}</bdi>
      </h3>
      <span className="write-when">
        {text('activity.number', { number: write.number })} ·{' '}
        {ageMs < MINUTE_MS
          ? text('activity.saved', { when: asOf(write.savedAt, now) })
          : text('activity.savedAgo', { when: asOf(write.savedAt, now), span: longSpan(ageMs) })}
      </span>
    </header>
  );
}
