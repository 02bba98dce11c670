import { useState } from 'react';
import type { AppError } from '#contract/result.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import {
  formatFieldLabels,
  isCreate,
  isEditable,
  isDiscardable,
  needsDecision,
  getOperationLabel,
  getUncertainHint,
  listFieldNamesToShow,
} from './pending-labels.ts';
import { PendingStateLabel, useProvidedUnsentChanges } from './PendingBadge.tsx';
import { useDateFormat, useCurrentTime } from '../record/date-time.tsx';
import styles from './pending.module.css';

/** The unsent changes of the record on screen, each with its actions. Renders nothing if there are none. */
export function PendingChangesStrip() {
  const text = useText();
  const { view } = useStores();
  const writes = useProvidedUnsentChanges();
  const first = writes.find(needsDecision) ?? writes[0];
  if (first === undefined) return null;
  return (
    <section className={styles.pendingStrip} aria-label={text('pending.unsent')}>
      <div className={styles.pendingStripHead}>
        <p>{text('pending.strip', { count: writes.length })}</p>
        <Button size="small" tone="quiet" onPress={() => view.showWrite(first.number)}>
          {text('pending.openActivity')}
        </Button>
      </div>
      {writes.some(isCreate) && <p>{text('pending.onlyHere')}</p>}
      <ul>
        {writes.map((write) => (
          <li key={write.number}>
            <StripRow write={write} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why a change has not been sent yet; null if nothing is wrong. Decisions are made on the outbox screen. */
function formatReason(text: TextFunction, write: PendingOperation): string | null {
  const { state, question } = write;
  if (state === 'uncertain') return getUncertainHint(text, write);
  return state === 'needs-you' && question !== null ? text(`activity.question.${question}`) : null;
}

function StripRow({ write }: { readonly write: PendingOperation }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { undoable, view } = useStores();
  const [problem, setProblem] = useState<AppError | null>(null);
  const fields = listFieldNamesToShow(write);
  const what = isCreate(write) || fields.length === 0 ? getOperationLabel(text, write.operation) : '';
  const why = formatReason(text, write);
  const discard = async (): Promise<void> => setProblem(await undoable.discardChange(write));
  return (
    <>
      <PendingStateLabel state={write.state} />
      <span className={styles.pendingStripWhat}>{what || formatFieldLabels(text, fields)}</span>
      <span className={styles.pendingStripWhen}>
        {text('activity.saved', { when: asOf(write.savedAt, now) })}
      </span>
      {isEditable(write) && (
        <Button size="small" onPress={() => view.showWrite(write.number, 'edit')}>
          {text('pending.edit')}
        </Button>
      )}
      {why !== null && <p>{why}</p>}
      {isDiscardable(write) && <DiscardButton write={write} onDiscard={() => void discard()} />}
      {problem !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(problem)}
        </p>
      )}
    </>
  );
}
