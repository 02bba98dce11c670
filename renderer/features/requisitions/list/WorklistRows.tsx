import { Check } from 'lucide-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import { FIELDS_SHOWN_UNDER_ROW_NAME, type RequisitionField } from '#contract/requisition-fields.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import type { EpochMs } from '#contract/time.ts';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { ListRow } from '#renderer/shared/query/ListRow.tsx';
import { RecordListRows, useRowSelection } from '#renderer/shared/query/ListContent.tsx';
import { RowAge, RowFollowUp } from '#renderer/shared/query/RowParts.tsx';
import { useSearchedWords } from '#renderer/shared/query/use-query.ts';
import {
  getAgeTone,
  type AgeTextWithTone,
  useDateFormat,
  useCurrentTime,
} from '#renderer/shared/record/date-time.tsx';
import {
  RequisitionStatusWithIcon,
  RequisitionTypeIcon,
  getRequisitionTypeLabel,
} from '#renderer/shared/record/requisition-status.tsx';
import { getOverdueMark, useOwnUserId, useWhoseReviewLabel } from '#renderer/shared/record/review-labels.ts';
import { getOpenReviewOfUserOrFirstDue } from '#renderer/state/requisitions/open-reviews.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import type { DateFormat } from '#renderer/ui/format.ts';
import { describeLongWait, useFindUsualResultDuration, type FindUsualResultDuration } from './usual-wait.ts';
import { useWorklistQuery } from './worklist-filters.ts';
import styles from '#renderer/features/requisitions/record/record-view.module.css';
import listStyles from './worklist.module.css';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';

/** The fields in the second line: the patient is first in a row. */
const SHOWN_BESIDE_PATIENT = FIELDS_SHOWN_UNDER_ROW_NAME.filter(({ name }) => name !== 'patient');

/** Whether the requisition needs an action: it is not sent, has no result, or is not reviewed. */
function isWaiting({ status, needsReview }: WorklistRow): boolean {
  return needsReview || status === 'draft' || status === 'sent';
}

function formatDeadline(
  text: TextFunction,
  deadline: EpochMs,
  now: EpochMs,
  days: number,
): AgeTextWithTone | null {
  if (deadline < now) {
    const words =
      days < 1 ? text('worklist.row.overdueToday') : text('worklist.row.overdue', { count: days });
    return { words, ...getOverdueMark(days) };
  }
  return days === 0 ? { words: text('worklist.row.dueToday'), tone: 'amber' } : null;
}

interface AgeContext {
  /** The user of the account; null if unknown. */
  readonly own: string | null;
  readonly findUsual: FindUsualResultDuration;
}

/**
 * The text at the right end of a row: the deadline of the review that it names if that is over or due today, otherwise for how many days the
 * status has lasted, in the user's time zone.
 */
function getAge(
  text: TextFunction,
  row: WorklistRow,
  now: EpochMs,
  { days, own, findUsual }: Pick<DateFormat, 'days'> & AgeContext,
): AgeTextWithTone | null {
  const deadline = getOpenReviewOfUserOrFirstDue(row.openReviews, own)?.deadline ?? null;
  const due = deadline === null ? null : formatDeadline(text, deadline, now, days(deadline, now));
  if (due !== null) return due;
  const since = row.statusSince ?? row.createdAt;
  if (since === null) return null;
  const count = Math.max(0, days(since, now));
  if (count === 0) return { words: text('span.today'), tone: 'calm' };
  return getWaitingAge(text, row, findUsual, { since, now, days: count });
}

/** For how many days the status has lasted: against what is usual for results, else against fixed limits. */
function getWaitingAge(
  text: TextFunction,
  row: WorklistRow,
  findUsual: FindUsualResultDuration,
  wait: Parameters<typeof describeLongWait>[2],
): AgeTextWithTone {
  const count = wait.days;
  const calm = { words: text('worklist.row.days', { count }), tone: 'calm' } as const;
  const usual = row.status === 'sent' && !row.needsReview ? findUsual(row) : null;
  if (usual !== null) return describeLongWait(text, usual, wait) ?? calm;
  const tone = getAgeTone(count);
  return isWaiting(row) && tone !== 'calm' ? { words: text('worklist.row.waits', { count }), tone } : calm;
}

interface WorklistRowViewProps {
  readonly row: WorklistRow;
  readonly now: EpochMs;
  readonly isFocused: boolean;
  readonly isPicked: boolean;
  /** Whether the user has just marked the requisition as reviewed and can still undo that. */
  readonly isHeld: boolean;
  /** The search words, to highlight them. */
  readonly words: readonly string[];
  readonly findUsual: FindUsualResultDuration;
}

/** One row of the worklist. Changes since it was last viewed are shown in bold. */
const WorklistRowView = memo(function WorklistRowView({
  row,
  now,
  isFocused,
  isPicked,
  isHeld,
  words,
  findUsual,
}: WorklistRowViewProps) {
  const text = useText();
  const format = useDateFormat();
  const own = useOwnUserId();
  const age = getAge(text, row, now, { days: format.days, own, findUsual });
  const hit = row.hit && { where: text(`worklist.hit.${row.hit.where}`), excerpt: row.hit.excerpt };
  return (
    <ListRow
      icon={isPicked ? <Icon shape={Check} /> : <RequisitionTypeIcon type={row.type} />}
      iconLabel={isPicked ? text('worklist.row.picked') : getRequisitionTypeLabel(text, row.type)}
      name={row.name || text('requisition.unnamed')}
      words={words}
      isStrong={row.isChanged}
      row={row}
      isFocused={isFocused}
      aside={<RowAge age={age} />}
      lead={row.patient === '' ? null : <RowValue kind="reference" value={row.patient} />}
      about={SHOWN_BESIDE_PATIENT.map(({ name, kind }) => (
        <RowValue key={name} kind={kind} value={row[name]} />
      ))}
      state={<RowState row={row} now={now} isHeld={isHeld} />}
      hit={hit}
    />
  );
});

interface RowValueProps {
  readonly kind: RequisitionField['kind'];
  readonly value: string;
}

function RowValue({ kind, value }: RowValueProps) {
  if (value === '') return null;
  return kind === 'reference' ? (
    <NamedId id={value} show="end" fit="line" />
  ) : (
    <span dir="auto">{value}</span>
  );
}

function RowState({ row, now, isHeld }: Pick<WorklistRowViewProps, 'row' | 'now' | 'isHeld'>) {
  const text = useText();
  if (isHeld)
    return (
      <>
        <StatusMark shape="tick" />
        <span>{text('worklist.row.held')}</span>
      </>
    );
  return (
    <>
      <RowFollowUp followUp={row.followUp} now={now} />
      <RowOpenReview openReviews={row.openReviews} />
      <RequisitionStatusWithIcon {...row} />
      {row.needsReview && <span className="visually-hidden">{text('requisition.needsReview')}</span>}
      {row.isResultChanged && (
        <span className={styles.resultChanged}>{text('requisition.resultChanged')}</span>
      )}
      {row.isChanged && <span className="visually-hidden">{text('query.row.changed')}</span>}
    </>
  );
}

/** The rows of the worklist, or its loading, empty or error state. */
export function WorklistRows() {
  const text = useText();
  const now = useCurrentTime();
  const { browsers, worklist } = useStores();
  const words = useSearchedWords(WORKLIST_SEARCH_SYNTAX, useWorklistQuery().text);
  const picking = useRowSelection(worklist.selection, worklist.list);
  const held = useStore(worklist.reviews.store, (reviews) => reviews.undoable);
  const findUsual = useFindUsualResultDuration();
  return (
    <RecordListRows
      list={worklist}
      browser={browsers.requisition}
      label={text('screen.requisitions')}
      words={words}
      picking={picking}
      none={text('list.emptyRequisitions')}
      onShowAll={() => worklist.updateQuery({ tab: 'all' })}
    >
      {(row, { isFocused }) => (
        <WorklistRowView
          row={row}
          now={now}
          words={words}
          isFocused={isFocused}
          isPicked={picking.picked.has(row.id)}
          findUsual={findUsual}
          isHeld={held.some(({ id }) => id === row.id)}
        />
      )}
    </RecordListRows>
  );
}

/**
 * Names the reviewer of a row's open review: the user's own, else the one due first; and how many more. The name of another user has a
 * box of its own: it is cut at its end, also beside words of another direction.
 */
function RowOpenReview({ openReviews }: Pick<WorklistRow, 'openReviews'>) {
  const text = useText();
  const label = useWhoseReviewLabel();
  const idLabels = useIdLabelFormatter();
  const own = useOwnUserId();
  const shown = getOpenReviewOfUserOrFirstDue(openReviews, own);
  if (shown === null) return null;
  const { reviewer } = shown;
  const isOfOther = reviewer !== '' && reviewer !== own;
  const more = openReviews.length - 1;
  return (
    <span className={listStyles.rowReview} data-part="review">
      {isOfOther && <TruncatedText text={text('worklist.review.beforeName')} rows={1} />}{' '}
      <span className={listStyles.rowReviewer}>
        <TruncatedText text={isOfOther ? idLabels(reviewer) : label(reviewer)} rows={1} />
        {more > 0 && (
          <>
            {' '}
            <span aria-hidden="true">{text('worklist.row.more', { count: more })}</span>
            <span className="visually-hidden">{text('worklist.row.moreReviews', { count: more })}</span>
          </>
        )}
      </span>
    </span>
  );
}
