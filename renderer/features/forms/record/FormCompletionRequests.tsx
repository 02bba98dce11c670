import { useCallback } from 'react';
import { useStore } from 'zustand';
import { formatCompletionRequestKey, type CompletionRequestRow } from '#contract/completion-requests.ts';
import type { Form } from '#contract/forms.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import {
  SetLocalReminderButton,
  WithdrawButton,
} from '#renderer/shared/completion-requests/RequestButtons.tsx';
import {
  RequestAge,
  UnsentRequestMark,
  ReminderMark,
} from '#renderer/shared/completion-requests/RequestLabels.tsx';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useQueryResult, type QueryState } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from '#renderer/shared/completion-requests/requests.module.css';

/** The open requests listed in the form itself, longest waiting first; requests without a time come last. */
export function toOpenRequestRows({
  id,
  name,
  requestCompletionFrom,
}: Form): readonly CompletionRequestRow[] {
  return requestCompletionFrom
    .map(({ patient, requestedBy, requestedAt }) => ({
      form: id,
      formName: name,
      patient,
      requestedBy,
      requestedAt,
      state: 'open' as const,
      ended: null,
      unsent: null,
      reminder: null,
    }))
    .toSorted((left, right) => (left.requestedAt ?? Infinity) - (right.requestedAt ?? Infinity));
}

/** Maximum number of requests shown here; the completion requests screen shows all of them. */
const MAX = 100;

/** The open requests of a form, oldest first, with the local facts about each. */
function useOpenRows({ id }: Form): QueryState<{ readonly items: readonly CompletionRequestRow[] }> {
  const { calls, completions } = useStores();
  const revision = useStore(completions.revision);
  const ask = useCallback(
    (signal: AbortSignal) =>
      calls['completions.page'](
        {
          filter: { show: 'open', form: id },
          order: { by: 'asked', descending: false },
          limit: MAX,
        },
        signal,
      ),
    [calls, id],
  );
  return useQueryResult(ask, revision);
}

/** The open completion requests of a form, with how long each patient has waited. */
export function FormCompletionRequests({ form }: { readonly form: Form }) {
  const text = useText();
  const { completions, recordWindow, showInMainWindow, view } = useStores();
  const query = useOpenRows(form);
  const rows = query.value?.items ?? toOpenRequestRows(form).slice(0, MAX);
  const count = form.requestCompletionFrom.length;

  function showAll(): void {
    if (recordWindow !== null) return showInMainWindow({ to: 'requests', form: form.id });
    completions.updateQuery({ text: form.id, show: 'open', days: null });
    view.go('completion-requests');
  }

  return (
    <Section title={text('form.requests')} mark={<UnsentFieldMark of={['ask', 'withdraw']} />} count={count}>
      <QueryError query={query} sentence={text('form.requestsFailed')} />
      {count === 0 && rows.length === 0 && <p className="muted">{text('form.requestsNone')}</p>}
      <div className={styles.requestTable}>
        <ObjectListTable
          parts={rows}
          getKey={formatCompletionRequestKey}
          columns={[
            { label: text('requests.column.patient'), renderCell: ({ patient }) => <IdValue id={patient} /> },
            {
              label: text('requests.column.requester'),
              renderCell: ({ requestedBy }) => <IdValue id={requestedBy} />,
            },
            {
              label: text('requests.column.waits'),
              renderCell: (row) => <RequestWaitAndReminder row={row} />,
            },
            {
              label: text('requests.column.actions'),
              width: 'narrow',
              renderCell: (row) => (
                <span className={styles.requestActions}>
                  <SetLocalReminderButton row={row} isTabStop />
                  <WithdrawButton row={row} isTabStop />
                </span>
              ),
            },
          ]}
        />
      </div>
      {count > rows.length && (
        <Button size="small" onPress={showAll}>
          {text('requests.all')}
        </Button>
      )}
    </Section>
  );
}

/** How long a patient has waited, the pending change if any, and the local reminder. */
function RequestWaitAndReminder({ row }: { readonly row: CompletionRequestRow }) {
  const text = useText();
  const { dateTime } = useDateFormat();
  const { requestedAt, unsent, reminder } = row;
  return (
    <div className={styles.requestWaits}>
      <RequestAge row={row} shows="waits" />
      <span className={joinClasses(styles.requestDate, 'tabular')}>
        {requestedAt === null
          ? text('requests.noTime')
          : text('requests.since', { when: dateTime(requestedAt) })}
      </span>
      {unsent !== null && <UnsentRequestMark unsent={unsent} />}
      <ReminderMark reminder={reminder} />
    </div>
  );
}
