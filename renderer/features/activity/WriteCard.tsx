import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { fieldLabel, fieldLabels, spokenFields } from '#renderer/records/pending-words.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Candidates } from './Candidates.tsx';
import { disputed } from './choices.ts';
import { Conflict } from './Conflict.tsx';
import { FieldValue } from '#renderer/records/FieldValue.tsx';
import { useAct } from './use-act.ts';
import { parsedValue } from '#renderer/records/values.ts';
import { WriteActions } from './WriteActions.tsx';
import { getTitle, WriteHeader } from './WriteHead.tsx';
import { PendingLine } from './WriteStanding.tsx';

interface WriteCardProps {
  readonly write: PendingOperation;
  /** Shows the values that will be sent; else only which fields. */
  readonly isOpen: boolean;
}

/** Brings the write that somebody asked for into sight, once. */
function useHighlightedWrite(number: number) {
  const element = useRef<HTMLElement>(null);
  const isHighlighted = useStore(
    useStores().view.store,
    ({ highlightedWrite }) => highlightedWrite?.number === number && highlightedWrite.to === 'see',
  );
  useEffect(() => {
    if (isHighlighted) element.current?.focus();
  }, [isHighlighted]);
  return element;
}

/** A write in the outbox: what it is, how it stands and why, and what can be done. */
export function WriteCard({ write, isOpen }: WriteCardProps) {
  const text = useText();
  const acting = useAct();
  const element = useHighlightedWrite(write.number);
  const isConflict = write.question === 'conflict';
  const undisputed = isConflict
    ? write.fields.filter((field) => !disputed(write).includes(field))
    : write.fields;
  return (
    <article ref={element} className="write" tabIndex={-1} aria-label={getTitle(text, write)}>
      <WriteHeader write={write} />
      <PendingLine write={write} />
      {isConflict && <Conflict write={write} acting={acting} />}
      <ChangesSince write={write} />
      <Candidates write={write} acting={acting} />
      {write.candidates.length > 0 && <p className="write-hint">{text('activity.mine')}</p>}
      {isConflict && undisputed.length > 0 && <p className="write-hint">{text('activity.undisputed')}</p>}
      {isOpen ? <Values write={write} fields={undisputed} /> : <FieldNames write={write} />}
      <WriteActions write={write} acting={acting} />
      {acting.problem !== null && (
        <p className="page-error" role="alert">
          {text('pending.notDone')} {errorSentence(acting.problem)}
        </p>
      )}
    </article>
  );
}

function FieldNames({ write }: Pick<WriteCardProps, 'write'>) {
  const text = useText();
  if (write.fields.length === 0) return null;
  const fields = write.fields.map(({ field }) => field);
  return <p className="write-fields">{fieldLabels(text, fields)}</p>;
}

/** What changed at the service since the user decided, field by field. */
function ChangesSince({ write }: Pick<WriteCardProps, 'write'>) {
  const text = useText();
  if (write.changes.length === 0) return null;
  return (
    <dl className="write-values">
      {write.changes.map(({ field, seen, now }) => (
        <div key={field}>
          <dt>{fieldLabel(text, field)}</dt>
          <dd>
            <div>
              <span className="disputed-whose">{text('activity.seen')}</span>
              <ChangedValue field={field} value={seen} against={now} />
            </div>
            <div className="write-theirs">
              <span className="disputed-whose">{text('activity.now')}</span>
              <ChangedValue field={field} value={now} against={seen} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangedValueProps {
  readonly field: string;
  /** JSON; null where it is not known. */
  readonly value: string | null;
  readonly against: string | null;
}

function ChangedValue({ field, value, against }: ChangedValueProps) {
  const text = useText();
  if (value === null) return <p className="absent">{text('activity.notKnown')}</p>;
  return (
    <div>
      <FieldValue field={field} value={parsedValue(value)} against={parsedValue(against)} />
    </div>
  );
}

function Values({ write, fields }: Pick<WriteCardProps, 'write'> & Pick<PendingOperation, 'fields'>) {
  const text = useText();
  const isAskedBefore = write.question === 'asked-before';
  const spoken = spokenFields(write);
  const shown = fields.filter(({ field }) => spoken.includes(field));
  if (shown.length === 0) return null;
  return (
    <dl className="write-values" aria-label={text('activity.mine')}>
      {shown.map(({ field, mine, theirs }) => (
        <div key={field}>
          <dt>{fieldLabel(text, field)}</dt>
          <dd>
            {theirs !== null && !isAskedBefore && (
              <span className="disputed-whose">{text('activity.mine')}</span>
            )}
            <FieldValue field={field} value={parsedValue(mine)} />
            {theirs !== null && (
              <div className="write-theirs">
                <span className="disputed-whose">
                  {text(isAskedBefore ? 'activity.askedBefore' : 'activity.theirs')}
                </span>
                <FieldValue field={field} value={parsedValue(theirs)} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
