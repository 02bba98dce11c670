import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { WorklistRow } from '#contract/worklist.ts';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { When } from '#renderer/records/When.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { StatusWord } from '#renderer/records/StatusWord.tsx';
import './print-sheet.css';

/** The picked lines as a page for the printer, while they are on their way there. */
export function PrintSheet() {
  const { bulk } = useDesk().worklist;
  const rows = useStore(bulk.store, (state) => state.printed);
  useEffect(() => {
    if (rows.length === 0) return;
    window.addEventListener('afterprint', bulk.printDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', bulk.printDone);
  }, [rows, bulk]);
  return rows.length === 0 ? null : createPortal(<Sheet rows={rows} />, document.body);
}

function Sheet({ rows }: { readonly rows: readonly WorklistRow[] }) {
  const text = useText();
  const { dateTime, zone } = useFormat();
  return (
    <div className="print-sheet">
      <h1>{text('worklist.print.heading')}</h1>
      <p>
        {text('worklist.print.count', { count: rows.length })}.{' '}
        {text('worklist.print.asOf', { when: dateTime(useNow()), zone })}
      </p>
      <table>
        <thead>
          <tr>
            {(['name', 'patient', 'facility', 'status', 'since', 'deadline'] as const).map((column) => (
              <th key={column}>{text(`worklist.print.${column}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td dir="auto">{row.name || text('requisition.unnamed')}</td>
              <td>{row.patient !== '' && <NamedId id={row.patient} show="end" />}</td>
              <td>{row.serviceFacility !== '' && <NamedId id={row.serviceFacility} show="end" />}</td>
              <td>
                <StatusWord {...row} />
              </td>
              <td>{row.statusSince !== null && <When at={row.statusSince} />}</td>
              <td>{row.reviewDeadline !== null && <When at={row.reviewDeadline} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
