import { ListAndRecordScreen } from '#renderer/shared/ListAndRecordScreen.tsx';
import { SelectedPdfsPrinter } from '#renderer/pdf/SelectedPdfsPrinter.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { RequisitionRecord } from './record/RequisitionRecord.tsx';
import { PrintedRequisitionSelection } from './list/PrintedRequisitionSelection.tsx';
import { BulkResultDialog } from './list/BulkResultDialog.tsx';
import { BatchReviewDialog } from './list/BatchReviewDialog.tsx';
import { WorklistPane } from './list/WorklistPane.tsx';

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
