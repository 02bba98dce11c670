import { useState } from 'react';
import type { AppError } from '#contract/result.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import {
  formatFieldLabels,
  isCreateChange,
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
  const changes = useProvidedUnsentChanges();
  const first = changes.find(needsDecision) ?? changes[0];
  if (first === undefined) return null;
  return (
    <section className={styles.pendingStrip} aria-label={text('pending.unsent')}>
      <div className={styles.pendingStripHead}>
        <p>{text('pending.strip', { count: changes.length })}</p>
        <Button size="small" tone="quiet" onPress={() => view.showChange(first.number)}>
          {text('pending.openActivity')}
        </Button>
      </div>
      {changes.some(isCreateChange) && <p>{text('pending.onlyHere')}</p>}
      <ul>
        {changes.map((change) => (
          <li key={change.number}>
            <StripRow change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why a change has not been sent yet; null if nothing is wrong. Decisions are made on the outbox screen. */
function formatReason(text: TextFunction, change: PendingChange): string | null {
  const { state, question } = change;
  if (state === 'uncertain') return getUncertainHint(text, change);
  return state === 'needs-you' && question !== null ? text(`activity.question.${question}`) : null;
}

function StripRow({ change }: { readonly change: PendingChange }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { undoable, view } = useStores();
  const [problem, setProblem] = useState<AppError | null>(null);
  const fields = listFieldNamesToShow(change);
  const what = isCreateChange(change) || fields.length === 0 ? getOperationLabel(text, change.operation) : '';
  const why = formatReason(text, change);
  const discard = async (): Promise<void> => setProblem(await undoable.discardChange(change));
  return (
    <>
      <PendingStateLabel state={change.state} />
      <span className={styles.pendingStripWhat}>{what || formatFieldLabels(text, fields)}</span>
      <span className={styles.pendingStripWhen}>
        {text('activity.saved', { when: asOf(change.savedAt, now) })}
      </span>
      {isEditable(change) && (
        <Button size="small" onPress={() => view.showChange(change.number, 'edit')}>
          {text('pending.edit')}
        </Button>
      )}
      {why !== null && <p>{why}</p>}
      {isDiscardable(change) && <DiscardButton change={change} onDiscard={() => void discard()} />}
      {problem !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(problem)}
        </p>
      )}
    </>
  );
}
