import { useEffect, useState, type ReactNode } from 'react';
import type { CallOutput } from '#contract/api.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import type { Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getFieldLabel } from '#renderer/shared/pending/pending-labels.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { LabelledValue, LabelledValueList } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import styles from './sync.module.css';

/** Fields that every record has and that mean nothing to the user. */
const MEANINGLESS_FIELDS: ReadonlySet<string> = new Set(['object']);
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function isEmptyValue(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

/** Formats the times in a value, and removes the meaningless fields. */
function toReadable(value: unknown, when: (at: EpochMs) => string): unknown {
  if (typeof value === 'string') return TIMESTAMP.test(value) ? when(toEpochMs(Date.parse(value))) : value;
  if (Array.isArray(value)) return value.map((part: unknown) => toReadable(part, when));
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(
    ([field, part]) => !MEANINGLESS_FIELDS.has(field) && !isEmptyValue(part),
  );
  return Object.fromEntries(said.map(([field, part]) => [field, toReadable(part, when)]));
}

/** The meaningful fields of a raw record, in the order in which the service sent them. */
function listShownFields(
  raw: string,
  when: (at: EpochMs) => string,
): readonly (readonly [string, unknown])[] {
  const parsed: unknown = JSON.parse(raw);
  if (typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(toReadable(parsed, when) as object); // `toReadable` returns an object for an object.
}

interface MissingRecordListItemProps {
  readonly record: MissingRecord;
  readonly actions: ReactNode;
}

const NAME_LENGTH = 200;
const SKELETON_ROWS = 3;
const SKELETON_HEIGHT = 24;

/** What on a missing record still needs the user, as text. */
function formatWaiting(
  text: TextFunction,
  { hasOpenReview, reminders, unsentChanges }: MissingRecord,
): string {
  return [
    ...(hasOpenReview ? [text('missing.review')] : []),
    ...(reminders > 0 ? [text('missing.reminders', { count: reminders })] : []),
    ...(unsentChanges > 0 ? [text('missing.unsent', { count: unsentChanges })] : []),
  ].join(' · ');
}

/**
 * A record that the service no longer returns: what it was, what depends on it, and its last known content.
 */
export function MissingRecordListItem({ record, actions }: MissingRecordListItemProps) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { kind, id, name, patient, reason, movedAt } = record;
  const [isOpen, setOpen] = useState(false);
  const waits = formatWaiting(text, record);
  return (
    <div className={styles.missing}>
      <div className={styles.missingHead}>
        <div className={styles.missingWords}>
          <bdi className={styles.missingName}>
            {truncateWithEllipsis(name, NAME_LENGTH) || text(`missing.unnamed.${kind}`)}
          </bdi>
          <span className={styles.missingAbout}>
            {text(`missing.reason.${reason}`)}
            {movedAt !== null && ` · ${text('missing.since', { when: asOf(movedAt, now) })}`}
          </span>
          {patient !== '' && (
            <span className={styles.missingAbout}>
              {text('requisition.patient')} <NamedId id={patient} show="end" />
            </span>
          )}
          {waits !== '' && <span className={styles.missingWaits}>{waits}</span>}
        </div>
        <div className={styles.missingActions}>
          {movedAt !== null && (
            <Button size="small" tone="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {text(isOpen ? 'missing.hide' : 'missing.read')}
            </Button>
          )}
          {actions}
        </div>
      </div>
      {isOpen && <MissingRecordContent key={id} record={record} />}
    </div>
  );
}

type Answer = Result<CallOutput<'missing.get'>>;

/** The record as it was last received, labelled as such; a note instead if the user lost access to it. */
function MissingRecordContent({ record: { kind, id } }: { readonly record: MissingRecord }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { calls } = useStores();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void calls['missing.get']({ kind, id }).then((result) => {
      if (isCurrent) setAnswer(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [calls, kind, id]);

  if (answer === null)
    return <Skeleton label={text('missing.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
  if (!answer.ok) return <p role="alert">{getErrorSentence(answer.error)}</p>;
  const { raw, fetchedAt } = answer.value;
  if (raw === null) return <p className={styles.missingNote}>{text('missing.hidden')}</p>;
  return (
    <div className={styles.missingContent}>
      <p className={styles.missingNote}>{text('missing.lastKnown', { when: asOf(fetchedAt, now) })}</p>
      <LabelledValueList>
        {listShownFields(raw, (at) => asOf(at, now)).map(([field, value]) => (
          <LabelledValue key={field} label={getFieldLabel(text, field)}>
            <FieldValue field={field} value={value} />
          </LabelledValue>
        ))}
      </LabelledValueList>
    </div>
  );
}
