import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CompletionRequestRow, CompletionRequestsAndMedian } from '#contract/completion-requests.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { ObjectListTable, type ObjectListColumn } from '#renderer/shared/record/FieldValue.tsx';
import { useDateFormat, useCurrentTime, DateTime } from '#renderer/shared/record/date-time.tsx';
import { useQueryResult, type QueryState } from '#renderer/shared/use-query-result.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { formatDuration } from '#renderer/ui/format.ts';
import { RequestDurationChart } from './RequestDurationChart.tsx';
import { formatRequestState } from './RequestLabels.tsx';
import { getRequestDurationMs } from './history-model.ts';
import styles from './requests.module.css';

interface HistoryTableProps {
  readonly by: 'form' | 'patient';
  readonly lines: readonly CompletionRequestRow[];
}

/** Table of completion requests with outcome and duration. */
function HistoryTable({ by, lines }: HistoryTableProps) {
  const text = useText();
  const format = useDateFormat();
  const now = useCurrentTime();
  const [shown, more] = useEntriesWithShowMoreButton(lines);
  const other: ObjectListColumn<CompletionRequestRow> =
    by === 'form'
      ? { label: text('requests.column.patient'), renderCell: ({ patient }) => <IdValue id={patient} /> }
      : {
          label: text('requests.column.form'),
          renderCell: ({ formName }) => <bdi>{formName || text('requests.formGone')}</bdi>,
        };
  return (
    <>
      <ObjectListTable
        parts={shown}
        columns={[
          other,
          {
            label: text('requests.column.requester'),
            renderCell: ({ requestedBy }) => <IdValue id={requestedBy} />,
          },
          {
            label: text('requests.column.asked'),
            renderCell: ({ requestedAt }) => <DateTime at={requestedAt} />,
          },
          {
            label: text('requests.column.took'),
            width: 'narrow',
            renderCell: (row) => <RequestDuration ms={getRequestDurationMs(row, now)} />,
          },
          {
            label: text('requests.column.state'),
            renderCell: (row) => formatRequestState(text, row, now, format),
          },
        ]}
      />
      {more}
    </>
  );
}

function RequestDuration({ ms }: { readonly ms: number | null }) {
  return ms !== null && <span className="tabular">{formatDuration(ms)}</span>;
}

/** The typical duration of requests, as text. */
export function formatTypicalDuration(
  text: TextFunction,
  { of, median }: CompletionRequestsAndMedian['completed'],
): string {
  if (median === null || of === 0) return text('requests.history.usualNone');
  const span = formatDuration(median);
  return of === 1
    ? text('requests.history.usualOne', { span })
    : text('requests.history.usual', { span, count: of });
}

interface RequestHistoryProps {
  /** Whether the history is a form's (all its patients) or a patient's (all forms). */
  readonly by: 'form' | 'patient';
  readonly id: string;
  /** Heading level: 2 on a page, 3 inside a record. */
  readonly level: 2 | 3;
}

/** Reads the request history of a form or patient, as far as this computer has recorded it. */
function useHistory({
  by,
  id,
}: Pick<RequestHistoryProps, 'by' | 'id'>): QueryState<CompletionRequestsAndMedian> {
  const { calls, completions } = useStores();
  const revision = useStore(completions.revision);
  const ask = useCallback(
    () => calls['completions.history'](by === 'form' ? { form: id } : { patient: id }),
    [calls, by, id],
  );
  return useQueryResult(ask, revision);
}

/** The history of completion requests: a bar chart with the typical duration, and a table of all requests. */
export function RequestHistory({ by, id, level }: RequestHistoryProps) {
  const text = useText();
  const query = useHistory({ by, id });
  const problem = <QueryError query={query} sentence={text('requests.history.failed')} />;
  const history = query.value;
  if (history === null && query.error !== null)
    return (
      <Section title={text('requests.history.title')} level={level}>
        {problem}
      </Section>
    );
  if (history === null) return null;
  const { items, isCut, completed } = history;
  // Renders nothing for an id without any completion request: it is not a patient's.
  if (by === 'patient' && items.length === 0) return null;
  return (
    <Section title={text('requests.history.title')} level={level} {...(isCut ? {} : { count: items.length })}>
      {problem}
      {items.length === 0 ? (
        <p className="muted">{text('requests.history.none')}</p>
      ) : (
        <div className={styles.requestHistory}>
          <p>{formatTypicalDuration(text, completed)}</p>
          <RequestDurationChart by={by} history={history} />
          <Disclosure title={text('requests.history.table')}>
            {() => <HistoryTable by={by} lines={items} />}
          </Disclosure>
          <p className="muted">
            {text('requests.history.hint')} {isCut && text('requests.history.cut')}
          </p>
        </div>
      )}
    </Section>
  );
}
