import { SplitScreen } from '#renderer/shared/SplitScreen.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { RequisitionRecord } from './record/RequisitionRecord.tsx';
import { PrintView } from './list/PrintView.tsx';
import { BulkResultDialog } from './list/BulkResultDialog.tsx';
import { ReviewSheet } from './list/ReviewSheet.tsx';
import { ReviewToast } from './list/ReviewToast.tsx';
import { WorklistPane } from './list/WorklistPane.tsx';

/** The worklist beside the open requisition. */
export function RequisitionsScreen() {
  const text = useText();
  const { browsers, worklist } = useStores();
  const browser = browsers.requisition;
  return (
    <>
      <SplitScreen
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
      </SplitScreen>
      <ReviewToast />
      <BulkResultDialog />
      <ReviewSheet />
      <PrintView />
    </>
  );
}
