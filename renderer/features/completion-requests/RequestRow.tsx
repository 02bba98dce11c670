import { memo, type ReactNode } from 'react';
import { shortenId } from '#renderer/shared/ids/id-labels.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import {
  UnsentRequestMark,
  ReminderMark,
  RequestAge,
  formatRequestState,
} from '#renderer/shared/completion-requests/RequestLabels.tsx';
import {
  SetLocalReminderButton,
  WithdrawButton,
} from '#renderer/shared/completion-requests/RequestButtons.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import type { CompletionRequestListRow } from '#renderer/state/forms/completion-requests.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { TextButton } from '#renderer/shared/ids/TextButton.tsx';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './completion-requests.module.css';
import requestsStyles from '#renderer/shared/completion-requests/requests.module.css';

interface RequestRowProps {
  readonly row: CompletionRequestListRow;
  /** Whether the row is selected: only its controls are tab stops. */
  readonly isSelected: boolean;
  /** The row has keyboard focus, so truncated names are shown in full. */
  readonly isFocused: boolean;
}

const COLUMNS = ['form', 'patient', 'requester', 'asked', 'state', 'actions'] as const;
type Column = (typeof COLUMNS)[number];

/** The row of column headings. The list refers to it by `id`, so that screen readers treat it as a row of the list. */
export function RequestHeadings({ id }: { readonly id: string }) {
  const text = useText();
  return (
    <div
      id={id}
      className={joinClasses(styles.requestRow, styles.requestHeadings)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `tr` needs a table
      role="row"
      aria-rowindex={1}
    >
      {COLUMNS.map((column, index) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `th` needs a table
        <div key={column} data-of={column} role="columnheader" aria-colindex={index + 1}>
          {text(`requests.column.${column}`)}
        </div>
      ))}
    </div>
  );
}

/** One completion request: form, patient, requester, age, state, and the available actions. */
export const RequestRow = memo(function RequestRow({ row, isSelected, isFocused }: RequestRowProps) {
  const text = useText();
  const { dateTime } = useDateFormat();
  return (
    <div className={styles.requestRow} data-state={row.state}>
      <Cell of="form">
        <FormLink row={row} isSelected={isSelected} isFocused={isFocused} />
      </Cell>
      <Cell of="patient">
        <PatientLink row={row} isSelected={isSelected} />
      </Cell>
      <Cell of="requester">
        <span className="visually-hidden">{text('requests.askedBy')} </span>
        {row.requestedBy !== '' && <NamedId id={row.requestedBy} show="end" fit="line" />}
      </Cell>
      <Cell of="asked">
        <RequestAge row={row} shows="ago" />
        <span className={joinClasses(styles.requestTime, 'tabular')}>
          {row.requestedAt === null ? text('requests.noTime') : dateTime(row.requestedAt)}
        </span>
      </Cell>
      <Cell of="state">
        <RequestState row={row} />
      </Cell>
      <Cell of="actions">
        {row.state === 'open' && (
          <span className={requestsStyles.requestActions}>
            <SetLocalReminderButton row={row} isTabStop={isSelected} />
            <WithdrawButton row={row} isTabStop={isSelected} />
          </span>
        )}
      </Cell>
    </div>
  );
});

interface CellProps {
  readonly of: Column;
  readonly children: ReactNode;
}

function Cell({ of, children }: CellProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `td` needs a table; this list renders only the visible rows
    <div className={styles.requestCell} data-of={of} role="gridcell" aria-colindex={COLUMNS.indexOf(of) + 1}>
      {children}
    </div>
  );
}

function FormLink({ row: { form, formName }, isSelected, isFocused }: RequestRowProps) {
  const text = useText();
  const open = useGoToRecord();
  if (formName === '') return <span className="muted">{text('requests.formGone')}</span>;
  return (
    <TextButton
      look="strong"
      aria-label={text('requests.openForm', { name: formName })}
      excludeFromTabOrder={!isSelected}
      onPress={() => open('form', form)}
    >
      <TruncatedText text={formName} rows={1} isFocused={isFocused} />
    </TextButton>
  );
}

function PatientLink({ row: { patient }, isSelected }: Omit<RequestRowProps, 'isFocused'>) {
  const text = useText();
  const { view } = useStores();
  return (
    <TextButton
      look="block"
      aria-description={text('requests.openPatient', { id: shortenId(patient) })}
      excludeFromTabOrder={!isSelected}
      onPress={() => view.openRelated(patient)}
    >
      <NamedId id={patient} show="end" fit="line" />
    </TextButton>
  );
}

function RequestState({ row }: Pick<RequestRowProps, 'row'>) {
  const text = useText();
  const format = useDateFormat();
  const now = useCurrentTime();
  return (
    <>
      {row.unsent === null ? (
        <span>{formatRequestState(text, row, now, format)}</span>
      ) : (
        <UnsentRequestMark unsent={row.unsent} />
      )}
      <ReminderMark reminder={row.reminder} />
    </>
  );
}
