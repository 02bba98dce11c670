import { ListAndRecordScreen } from '#renderer/shared/ListAndRecordScreen.tsx';
import { SelectedPdfsPrinter } from '#renderer/pdf/SelectedPdfsPrinter.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { RequisitionRecord } from './record/RequisitionRecord.tsx';
import { BulkResultDialog } from './list/BulkResultDialog.tsx';
import { BatchReviewDialog } from './list/BatchReviewDialog.tsx';
import { WorklistPane } from './list/WorklistPane.tsx';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { WorklistRow } from '#contract/requisitions.ts';
import { PrintedRequisitions } from '#renderer/shared/record/PrintedRequisitions.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { PrintSheet } from '#renderer/ui/PrintSheet.tsx';

/** The selected rows as a page for the printer, rendered only while printing. */
function PrintedRequisitionSelection() {
  const { bulk } = useStores().worklist;
  const rows = useStore(bulk.store, (state) => state.printed);
  useEffect(() => {
    if (rows.length > 0) void bulk.printRows();
  }, [rows, bulk]);
  return rows.length === 0 ? null : createPortal(<Sheet rows={rows} />, document.body);
}

function Sheet({ rows }: { readonly rows: readonly WorklistRow[] }) {
  const text = useText();
  const { dateTime, zone } = useDateFormat();
  return (
    <PrintSheet>
      <h1>{text('worklist.print.heading')}</h1>
      <p>
        {text('worklist.print.count', { count: rows.length })}.{' '}
        {text('worklist.print.asOf', { when: dateTime(useCurrentTime()), zone })}
      </p>
      <PrintedRequisitions rows={rows} />
    </PrintSheet>
  );
}

/** The worklist beside the open requisition. */
export function RequisitionsScreen() {
  const text = useText();
  const { browsers, worklist } = useStores();
  const browser = browsers.requisition;
  return (
    <>
      <ListAndRecordScreen
        title={text('screen.requisitions')}
        kind="requisition"
        browser={browser}
        list={<WorklistPane />}
      >
        {(record, fetchedAt) => (
          <RequisitionRecord
            record={record}
            fetchedAt={fetchedAt}
            onClose={browser.close}
            onOnlyPatient={(patient) => worklist.updateQuery({ text: `patient:${patient}`, tab: 'all' })}
          />
        )}
      </ListAndRecordScreen>
      <BulkResultDialog />
      <BatchReviewDialog />
      <PrintedRequisitionSelection />
      <SelectedPdfsPrinter />
    </>
  );
}
