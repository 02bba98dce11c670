import { RecordPane } from '#renderer/records/RecordPane.tsx';
import { SplitScreen } from '#renderer/records/SplitScreen.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { RequisitionRecord } from './RequisitionRecord.tsx';
import { PrintView } from './worklist/PrintSheet.tsx';
import { BulkResultDialog } from './worklist/ResultSheet.tsx';
import { ReviewToast } from './worklist/ReviewToast.tsx';
import { WorklistPane } from './worklist/WorklistPane.tsx';
import './requisitions.css';

/** The worklist of requisitions beside the one that is open. */
export function RequisitionsScreen() {
  const text = useText();
  const { browsers, worklist } = useStores();
  const browser = browsers.requisition;
  return (
    <>
      <SplitScreen
        title={text('place.requisitions')}
        selection={browser.selection}
        list={<WorklistPane />}
        record={
          <RecordPane kind="requisition" browser={browser}>
            {(record, fetchedAt) => (
              <RequisitionRecord
                record={record}
                fetchedAt={fetchedAt}
                onClose={browser.close}
                onOnlyPatient={(patient) => worklist.ask({ text: `patient:${patient}`, tab: 'all' })}
              />
            )}
          </RecordPane>
        }
      />
      <ReviewToast />
      <BulkResultDialog />
      <PrintView />
    </>
  );
}
