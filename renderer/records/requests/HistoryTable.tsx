import type { CompletionRow } from '#contract/completions.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { PartsTable, type PartsColumn } from '#renderer/records/PartsTable.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useSome } from '#renderer/records/use-some.tsx';
import { When } from '#renderer/records/When.tsx';
import { useText } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';
import { tookMs } from './history-model.ts';
import { stateText } from './request-words.ts';

interface HistoryTableProps {
  readonly by: 'form' | 'patient';
  readonly lines: readonly CompletionRow[];
}

/** Requests that were made, with what became of each and how long it took. */
export function HistoryTable({ by, lines }: HistoryTableProps) {
  const text = useText();
  const format = useFormat();
  const now = useNow();
  const [shown, more] = useSome(lines);
  const other: PartsColumn<CompletionRow> =
    by === 'form'
      ? { label: text('requests.column.patient'), renderCell: ({ patient }) => <IdValue id={patient} /> }
      : {
          label: text('requests.column.form'),
          renderCell: ({ formName }) => <bdi>{formName || text('requests.formGone')}</bdi>,
        };
  return (
    <>
      <PartsTable
        parts={shown}
        columns={[
          other,
          {
            label: text('requests.column.asker'),
            renderCell: ({ requestedBy }) => <IdValue id={requestedBy} />,
          },
          {
            label: text('requests.column.asked'),
            renderCell: ({ requestedAt }) => <When at={requestedAt} />,
          },
          {
            label: text('requests.column.took'),
            width: 'narrow',
            renderCell: (row) => <Took ms={tookMs(row, now)} />,
          },
          {
            label: text('requests.column.stands'),
            renderCell: (row) => stateText(text, row, now, format),
          },
        ]}
      />
      {more}
    </>
  );
}

function Took({ ms }: { readonly ms: number | null }) {
  return ms !== null && <span className="tabular">{longSpan(ms)}</span>;
}
