import { CopyPlus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '#contract/api.ts';
import type { Kind } from '#contract/records.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { beginRequisitionFromOther } from '#renderer/state/begin-requisition.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { NamedId } from '../ids/NamedId.tsx';
import { useGoToRecord } from '../use-open-record.ts';
import { useLatestResult, type QueryState } from '../use-query-result.ts';
import { useDateFormat, useCurrentTime } from './date-time.tsx';
import { getRequisitionStatusLabel, getRequisitionTypeLabel } from './requisition-status.tsx';
import { OverdueText } from './OverdueText.tsx';
import { isDeadlinePast } from './review-labels.ts';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import styles from './content.module.css';

export type RelatedRecords = CallOutput<'related.get'>;

/** A row of a related record; pressing it opens the record. */
interface RelatedRow {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly about: ReactNode;
  /** What is to be done about the record, under its name; left out where that is nothing. */
  readonly work?: ReactNode;
  /** Epoch milliseconds, null where unknown. */
  readonly at: number | null;
  /** Whether a new requisition can begin with its values. */
  readonly canBeDuplicated?: boolean;
}

interface RelatedGroup {
  readonly title: string;
  readonly lines: readonly RelatedRow[];
}

/** Groups related records in order of importance. `except` omits the record on screen. */
export function groupRelatedRecords(
  text: TextFunction,
  found: RelatedRecords,
  except: string | null,
): readonly RelatedGroup[] {
  const requisitions = found.requisitions.map((row) => ({
    kind: 'requisition' as const,
    id: row.id,
    name: row.name || text('requisition.unnamed'),
    about: <RequisitionText type={row.type} status={row.status} />,
    work: row.needsReview ? <ReviewWork deadline={row.reviewDeadline} /> : null,
    at: row.lastUpdatedAt,
    canBeDuplicated: true,
  }));
  const forms = found.forms.map((row) => ({
    kind: 'form' as const,
    id: row.id,
    name: row.name || text('form.unnamed'),
    about: <AskedWhen at={row.requestedAt} />,
    at: row.requestedAt,
  }));
  const appointments = found.appointments.map((row) => ({
    kind: 'notification' as const,
    id: row.id,
    name: row.appointmentName || row.title || text('related.untitled'),
    about: <StartsWhen at={row.startsAt} />,
    at: row.startsAt,
  }));
  const notifications = found.notifications.map((row) => ({
    kind: 'notification' as const,
    id: row.id,
    name: row.title || text('related.untitled'),
    about: row.user === '' ? null : <NamedId id={row.user} show="end" />,
    at: row.createdAt,
  }));
  return [
    { title: text('related.requisitions'), lines: requisitions },
    { title: text('related.forms'), lines: forms },
    { title: text('related.appointments'), lines: appointments },
    { title: text('related.notifications'), lines: notifications },
  ].map(({ title, lines }) => ({ title, lines: lines.filter(({ id }) => id !== except) }));
}

function RequisitionText({ type, status }: { readonly type: string; readonly status: string }) {
  const text = useText();
  return (
    <span dir="auto">
      {getRequisitionTypeLabel(text, type)} · {getRequisitionStatusLabel(text, status)}
    </span>
  );
}

/** That a requisition needs a review, and for how many days the one that is due first has been overdue. */
function ReviewWork({ deadline }: { readonly deadline: EpochMs | null }) {
  const text = useText();
  const now = useCurrentTime();
  return (
    <>
      <span>{text('requisition.needsReview')}</span>
      {isDeadlinePast(deadline, now) && <OverdueText deadline={deadline} />}
    </>
  );
}

function AskedWhen({ at }: { readonly at: number | null }) {
  const text = useText();
  const { asOf } = useDateFormat();
  const now = useCurrentTime();
  return at === null ? null : <>{text('related.asked', { when: asOf(toEpochMs(at), now) })}</>;
}

function StartsWhen({ at }: { readonly at: number | null }) {
  const text = useText();
  const { dateTime } = useDateFormat();
  return at === null ? null : <>{text('related.starts', { when: dateTime(toEpochMs(at)) })}</>;
}

interface RelatedListsProps {
  readonly groups: readonly RelatedGroup[];
  readonly level: 2 | 3;
  /** The lists are complete: each group shows its count, and empty groups are shown too. */
  readonly isWhole: boolean;
  /** Whether a row of a requisition has the button that begins another one with its values. */
  readonly hasRowActions?: boolean;
}

/** Groups of related records; each row opens its record. */
export function RelatedLists({ groups, level, isWhole, hasRowActions = false }: RelatedListsProps) {
  const text = useText();
  return groups
    .filter(({ lines }) => isWhole || lines.length > 0)
    .map(({ title, lines }) => (
      <Section key={title} level={level} title={title} {...(isWhole ? { count: lines.length } : {})}>
        {lines.length === 0 ? (
          <p className="muted">{text('related.none')}</p>
        ) : (
          <Rows lines={lines} hasActions={hasRowActions} />
        )}
      </Section>
    ));
}

/** Begins a requisition with the values of one in a row. An editor that is open for another one is kept as a draft. */
function DuplicateButton({ id, name }: Pick<RelatedRow, 'id' | 'name'>) {
  const text = useText();
  const stores = useStores();
  return (
    <span data-row-action="" data-print="hide">
      <ButtonWithHint
        size="small"
        tone="quiet"
        icon={<Icon shape={CopyPlus} size={14} />}
        aria-label={text('requisition.another.duplicateNamed', { name })}
        onPress={() => {
          stores.view.go('requisitions');
          void beginRequisitionFromOther(stores.calls, stores, 'duplicate', id);
        }}
      />
    </span>
  );
}

interface RowsProps extends Pick<RelatedGroup, 'lines'> {
  readonly hasActions: boolean;
}

function Rows({ lines, hasActions }: RowsProps) {
  const open = useGoToRecord();
  const { short } = useDateFormat();
  const now = useCurrentTime();
  return (
    <ul className={styles.related}>
      {lines.map(({ kind, id, name, about, work = null, at, canBeDuplicated = false }) => (
        <li key={id} className={styles.relatedRow}>
          <PlainButton className={styles.relatedLine} onPress={() => open(kind, id)}>
            <span className={styles.relatedWhat}>
              <bdi className={styles.relatedName}>{name}</bdi>
              {work !== null && <span className={styles.relatedWork}>{work}</span>}
            </span>
            <span className={styles.relatedAbout}>{about}</span>
            {at !== null && <time className={styles.relatedWhen}>{short(toEpochMs(at), now)}</time>}
          </PlainButton>
          {hasActions && canBeDuplicated && <DuplicateButton id={id} name={name} />}
        </li>
      ))}
    </ul>
  );
}

/** The records that refer to an id, and the error of the last read. */
interface FoundRelatedRecords extends Pick<QueryState<RelatedRecords>, 'value' | 'error'> {
  readonly id: string;
}

/** A failed reload keeps the previous result of the same id, beside the error. */
function keepValue(before: FoundRelatedRecords | null, now: FoundRelatedRecords): FoundRelatedRecords {
  return now.error !== null && before?.id === now.id ? { ...before, error: now.error } : now;
}

/**
 * Reads everything that refers to an id; null until the response, and for no id. Reloads when records change
 * and shows the previous result meanwhile.
 * @param limit maximum number of rows of each kind
 */
export function useRelatedRecords(id: string, limit: number): QueryState<RelatedRecords> {
  const { calls, related } = useStores();
  const revision = useStore(related);
  const ask = useMemo(
    () =>
      id === ''
        ? null
        : async (signal: AbortSignal): Promise<FoundRelatedRecords> => {
            const found = await calls['related.get']({ id, limit }, signal);
            return found.ok
              ? { id, value: found.value, error: null }
              : { id, value: null, error: found.error };
          },
    [calls, id, limit],
  );
  const found = useLatestResult(ask, revision, keepValue);
  // The result of another id is not shown until that of this id has arrived.
  const { value, error } = found?.id === id ? found : { value: null, error: null };
  return { value, error, retry: related.invalidate };
}
