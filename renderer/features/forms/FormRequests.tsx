import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CompletionRow } from '#contract/completions.ts';
import type { Form } from '#contract/form.ts';
import { AskedProblem } from '#renderer/records/AskedProblem.tsx';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { PartsTable } from '#renderer/records/PartsTable.tsx';
import { RemindButton } from '#renderer/records/requests/RemindButton.tsx';
import { RequestAge } from '#renderer/records/requests/RequestAge.tsx';
import { PendingMark, ReminderMark } from '#renderer/records/requests/RequestMarks.tsx';
import { WithdrawButton } from '#renderer/records/requests/WithdrawButton.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { openRows } from './open-lines.ts';

/** As many as are shown here; the place of the requests has them all. */
const MAX = 100;

/** The open requests of a form, who waits longest first, with what this desk knows of each. */
function useOpenRows({ id }: Form): Asked<{ readonly items: readonly CompletionRow[] }> {
  const { calls, completions } = useStores();
  const revision = useStore(completions.revision);
  const ask = useCallback(
    () =>
      calls['completions.page']({
        filter: { show: 'open', form: id },
        order: { by: 'asked', descending: false },
        limit: MAX,
      }),
    [calls, id],
  );
  return useAsked(ask, revision);
}

/** The patients who are asked to complete a form, with how long each has waited. */
export function FormRequests({ form }: { readonly form: Form }) {
  const text = useText();
  const { completions, view } = useStores();
  const asked = useOpenRows(form);
  const rows = asked.value?.items ?? openRows(form).slice(0, MAX);
  const count = form.requestCompletionFrom.length;

  function showAll(): void {
    completions.ask({ text: form.id, show: 'open', days: null });
    view.go('requests');
  }

  return (
    <Section title={text('form.requests')} mark={<UnsentMark of={['ask', 'withdraw']} />} count={count}>
      <AskedProblem asked={asked} what={text('form.requestsFailed')} />
      {count === 0 && rows.length === 0 && <p className="absent">{text('form.requestsNone')}</p>}
      <div className="request-table">
        <PartsTable
          parts={rows}
          columns={[
            { label: text('requests.column.patient'), renderCell: ({ patient }) => <IdValue id={patient} /> },
            {
              label: text('requests.column.asker'),
              renderCell: ({ requestedBy }) => <IdValue id={requestedBy} />,
            },
            { label: text('requests.column.waits'), renderCell: (row) => <Waits row={row} /> },
            {
              label: text('requests.column.actions'),
              width: 'narrow',
              renderCell: (row) => (
                <span className="request-deeds">
                  <RemindButton row={row} isTabStop />
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

/** For how long a patient has been asked, what of it is not sent yet, and this desk's reminder. */
function Waits({ row }: { readonly row: CompletionRow }) {
  const text = useText();
  const { dateTime } = useFormat();
  const { requestedAt, unsent, reminder } = row;
  return (
    <div className="request-waits">
      <RequestAge row={row} says="waits" />
      <span className="request-date tabular">
        {requestedAt === null
          ? text('requests.noTime')
          : text('requests.since', { when: dateTime(requestedAt) })}
      </span>
      {unsent !== null && <PendingMark unsent={unsent} />}
      <ReminderMark reminder={reminder} />
    </div>
  );
}
