import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CompletionLine } from '#contract/completions.ts';
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
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { openLines } from './open-lines.ts';

/** As many as are shown here; the place of the requests has them all. */
const MOST = 100;

/** The open requests of a form, who waits longest first, with what this desk knows of each. */
function useOpenLines({ id }: Form): Asked<{ readonly items: readonly CompletionLine[] }> {
  const { calls, completions } = useDesk();
  const revision = useStore(completions.revision);
  const ask = useCallback(
    () =>
      calls['completions.page']({
        filter: { show: 'open', form: id },
        order: { by: 'asked', descending: false },
        limit: MOST,
      }),
    [calls, id],
  );
  return useAsked(ask, revision);
}

/** The patients who are asked to complete a form, with how long each has waited. */
export function FormRequests({ form }: { readonly form: Form }) {
  const text = useText();
  const { completions, view } = useDesk();
  const asked = useOpenLines(form);
  const lines = asked.value?.items ?? openLines(form).slice(0, MOST);
  const count = form.requestCompletionFrom.length;

  function showAll(): void {
    completions.ask({ text: form.id, show: 'open', days: null });
    view.go('requests');
  }

  return (
    <Section title={text('form.requests')} mark={<UnsentMark of={['ask', 'withdraw']} />} count={count}>
      <AskedProblem asked={asked} what={text('form.requestsFailed')} />
      {count === 0 && lines.length === 0 && <p className="absent">{text('form.requestsNone')}</p>}
      <div className="request-table">
        <PartsTable
          parts={lines}
          columns={[
            { label: text('requests.column.patient'), renderCell: ({ patient }) => <IdValue id={patient} /> },
            {
              label: text('requests.column.asker'),
              renderCell: ({ requestedBy }) => <IdValue id={requestedBy} />,
            },
            { label: text('requests.column.waits'), renderCell: (line) => <Waits line={line} /> },
            {
              label: text('requests.column.actions'),
              width: 'narrow',
              renderCell: (line) => (
                <span className="request-deeds">
                  <RemindButton line={line} isTabStop />
                  <WithdrawButton line={line} isTabStop />
                </span>
              ),
            },
          ]}
        />
      </div>
      {count > lines.length && (
        <Button size="small" onPress={showAll}>
          {text('requests.all')}
        </Button>
      )}
    </Section>
  );
}

/** For how long a patient has been asked, what of it is not sent yet, and this desk's reminder. */
function Waits({ line }: { readonly line: CompletionLine }) {
  const text = useText();
  const { dateTime } = useFormat();
  const { requestedAt, unsent, reminder } = line;
  return (
    <div className="request-waits">
      <RequestAge line={line} says="waits" />
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
