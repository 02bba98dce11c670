import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { PendingChange } from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { PendingStateLabel } from '#renderer/shared/pending/PendingBadge.tsx';
import {
  getOperationLabel,
  isCreateChange,
  getUncertainHint,
  getFieldLabel,
  formatFieldLabels,
  listFieldNamesToShow,
} from '#renderer/shared/pending/pending-labels.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { parseJsonOrKeepText } from '#renderer/shared/record/values.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { formatRelativeTime, truncateWithEllipsis } from '#renderer/ui/format.ts';
import { CreatedRecordCandidates } from './CreatedRecordCandidates.tsx';
import { ConflictChoices } from './ConflictChoices.tsx';
import { PendingChangeActions } from './PendingChangeActions.tsx';
import { listFieldsChangedByBoth } from './conflict-choices.ts';
import { useActionRunner, type ActionRunner } from '#renderer/shared/use-action.ts';
import styles from './outbox.module.css';

const LABEL_LENGTH = 200;
const MINUTE_MS = 60_000;

/** What a change does and to which record, in one line. */
function getTitle(text: TextFunction, { operation, label }: PendingChange): string {
  const name = truncateWithEllipsis(label, LABEL_LENGTH);
  return name === '' ? getOperationLabel(text, operation) : `${getOperationLabel(text, operation)}: ${name}`;
}

/** The state of a change, what it does and for which patient, its number and its age. */
function ChangeHeader({ change }: { readonly change: PendingChange }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const ageMs = now - change.savedAt;
  return (
    <header className={styles.writeHead}>
      <PendingStateLabel state={change.state} />
      <div className={styles.writeWhat}>
        <h3>
          <span className={styles.writeOperation}>{getOperationLabel(text, change.operation)}</span>{' '}
          <bdi>{truncateWithEllipsis(change.label, LABEL_LENGTH)}</bdi>
        </h3>
        <PatientLine patient={change.patient} />
      </div>
      <span className={styles.writeWhen}>
        {text('activity.number', { number: change.number })} ·{' '}
        {ageMs < MINUTE_MS
          ? text('activity.saved', { when: asOf(change.savedAt, now) })
          : text('activity.savedAgo', {
              when: asOf(change.savedAt, now),
              ago: formatRelativeTime(change.savedAt, now),
            })}
      </span>
    </header>
  );
}

/**
 * Why a change is in its state: the state in a sentence, what it waits for, the result of the last attempt.
 */
function PendingLine({ change }: { readonly change: PendingChange }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { state, error, triedAt, attempts, waitsFor, isHeldByDelete } = change;
  return (
    <div className={styles.writeState}>
      <p>{formatState(text, change)}</p>
      {change.mayHaveArrived && <p>{text('activity.mayHaveArrived')}</p>}
      {error !== null && error.code !== 'rejected' && <p>{text(`error.${error.code}`)}</p>}
      {error?.serverWords !== undefined && (
        <blockquote>
          {text('activity.said')} <q dir="auto">{error.serverWords}</q>
        </blockquote>
      )}
      {waitsFor !== null && (
        <p>{text(`activity.${isHeldByDelete ? 'heldByDeletion' : 'waitsFor'}`, { number: waitsFor })}</p>
      )}
      {triedAt !== null && state !== 'sending' && (
        <p className={styles.writeHint}>
          {text('activity.triedAndHowOften', {
            tried: text('activity.tried', { when: asOf(triedAt, now) }),
            attempts: text('activity.attempts', { count: attempts }),
          })}
        </p>
      )}
    </div>
  );
}

function formatState(text: TextFunction, change: PendingChange): string {
  const { state, question } = change;
  if (state === 'rejected') return text('activity.question.rejected');
  if (state === 'needs-you') return question === null ? '' : text(`activity.question.${question}`);
  return state === 'uncertain' ? getUncertainHint(text, change) : text(`activity.stateHint.${state}`);
}

interface PendingChangeCardProps {
  readonly change: PendingChange;
  /** Whether the card shows the values to send, or only the names of the fields. */
  readonly isOpen: boolean;
}

/** Scrolls the change that the user asked to see into view, once for each time that it is asked for. */
function useHighlightedChange(number: number) {
  const element = useRef<HTMLElement>(null);
  // The object and not whether there is one: a link that is pressed again makes another.
  const highlight = useStore(useStores().view.store, ({ highlightedChange }) =>
    highlightedChange?.number === number && highlightedChange.mode === 'see' ? highlightedChange : null,
  );
  useEffect(() => {
    if (highlight !== null) element.current?.focus();
  }, [highlight]);
  return element;
}

/**
 * Runs the actions of a card. That the change is no longer what the user decided about is said in a banner: the card may move
 * to another list or leave.
 */
function useCardActions(number: number): ActionRunner<AppError> {
  const { outbox } = useStores();
  const runner = useActionRunner<AppError>();
  const act: ActionRunner<AppError>['act'] = (action) =>
    runner.act(async () => {
      const error = await action();
      const isLate = error?.code === 'changed-since';
      outbox.report(`change ${number}`, isLate ? error : null);
      return isLate ? null : error;
    });
  return { ...runner, act };
}

/** A change in the outbox: what it does, its state and why, and the available actions. */
export function PendingChangeCard({ change, isOpen }: PendingChangeCardProps) {
  const text = useText();
  const actionState = useCardActions(change.number);
  const element = useHighlightedChange(change.number);
  const isConflict = change.question === 'conflict';
  const undisputed = isConflict
    ? change.fields.filter((field) => !listFieldsChangedByBoth(change).includes(field))
    : change.fields;
  return (
    <article ref={element} className={styles.write} tabIndex={-1} aria-label={getTitle(text, change)}>
      <ChangeHeader change={change} />
      <PendingLine change={change} />
      {isConflict && <ConflictChoices key={change.version} change={change} actionState={actionState} />}
      <ChangesSince change={change} />
      <CreatedRecordCandidates change={change} actionState={actionState} />
      {change.candidates.length > 0 && <p className={styles.writeHint}>{text('activity.mine')}</p>}
      {isConflict && undisputed.length > 0 && (
        <p className={styles.writeHint}>{text('activity.undisputed')}</p>
      )}
      {isOpen ? <ChangedFieldValues change={change} fields={undisputed} /> : <FieldNames change={change} />}
      <PendingChangeActions change={change} actionState={actionState} />
      {actionState.outcome !== null && (
        <p className="error-text" role="alert">
          {text('pending.notDone')} {getErrorSentence(actionState.outcome)}
        </p>
      )}
    </article>
  );
}

function FieldNames({ change }: Pick<PendingChangeCardProps, 'change'>) {
  const text = useText();
  if (change.fields.length === 0) return null;
  const fields = change.fields.map(({ field }) => field);
  return <p className={styles.writeFields}>{formatFieldLabels(text, fields)}</p>;
}

/** What changed on the service since the user decided, field by field. */
function ChangesSince({ change }: Pick<PendingChangeCardProps, 'change'>) {
  const text = useText();
  if (change.changes.length === 0) return null;
  return (
    <dl className={styles.writeValues}>
      {change.changes.map(({ field, seen, now }) => (
        <div key={field}>
          <dt>{getFieldLabel(text, field)}</dt>
          <dd>
            <div>
              <span className={styles.disputedWhose}>{text('activity.seen')}</span>
              <ChangedValue field={field} value={seen} comparedWith={now} />
            </div>
            <div className={styles.writeTheirs}>
              <span className={styles.disputedWhose}>{text('activity.now')}</span>
              <ChangedValue field={field} value={now} comparedWith={seen} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangedValueProps {
  readonly field: string;
  /** The field's value as JSON; null if it is unknown. */
  readonly value: string | null;
  readonly comparedWith: string | null;
}

function ChangedValue({ field, value, comparedWith }: ChangedValueProps) {
  const text = useText();
  if (value === null) return <p className="muted">{text('activity.notKnown')}</p>;
  return (
    <div>
      <FieldValue
        field={field}
        value={parseJsonOrKeepText(value)}
        comparedWith={parseJsonOrKeepText(comparedWith)}
      />
    </div>
  );
}

/**
 * Returns whether each value says that it is the user's. Without that, 'Shared with patient: Yes' reads as if it were so
 * already. A new record is the user's as a whole, and a sentence above the other fields of a conflict says it of them.
 */
function isMarkedAsMine(change: PendingChange): boolean {
  const { question, candidates } = change;
  const isSaid = question === 'conflict' || question === 'asked-before' || candidates.length > 0;
  return !isSaid && !isCreateChange(change);
}

function ChangedFieldValues({
  change,
  fields,
}: Pick<PendingChangeCardProps, 'change'> & Pick<PendingChange, 'fields'>) {
  const text = useText();
  const isAskedBefore = change.question === 'asked-before';
  const isMarked = isMarkedAsMine(change);
  const spoken = listFieldNamesToShow(change);
  const shown = fields.filter(({ field }) => spoken.includes(field));
  if (shown.length === 0) return null;
  return (
    <dl className={styles.writeValues} aria-label={text('activity.mine')}>
      {shown.map(({ field, mine, theirs }) => (
        <div key={field}>
          <dt>{getFieldLabel(text, field)}</dt>
          <dd>
            {(isMarked || (theirs !== null && !isAskedBefore)) && (
              <span className={styles.disputedWhose}>{text('activity.mine')}</span>
            )}
            <FieldValue field={field} value={parseJsonOrKeepText(mine)} />
            {theirs !== null && (
              <div className={styles.writeTheirs}>
                <span className={styles.disputedWhose}>
                  {text(isAskedBefore ? 'activity.askedBefore' : 'activity.theirs')}
                </span>
                <FieldValue field={field} value={parseJsonOrKeepText(theirs)} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
