import { ListPane } from '#renderer/records/ListPane.tsx';
import { NameSearch } from '#renderer/records/NameSearch.tsx';
import { RecordPane } from '#renderer/records/RecordPane.tsx';
import { SplitScreen } from '#renderer/records/SplitScreen.tsx';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { RequisitionFilters } from './RequisitionFilters.tsx';
import { RequisitionLine } from './RequisitionLine.tsx';
import { RequisitionRecord } from './RequisitionRecord.tsx';
import './requisitions.css';

/** The worklist of requisitions beside the one that is open. */
export function RequisitionsScreen() {
  const text = useText();
  const now = useNow();
  const browser = useDesk().browsers.requisition;
  const tools = (
    <>
      <NameSearch list={browser.list} label={text('list.searchRequisitions')} />
      <RequisitionFilters list={browser.list} />
    </>
  );
  return (
    <SplitScreen
      title={text('place.requisitions')}
      selection={browser.selection}
      list={
        <ListPane
          kind="requisition"
          browser={browser}
          label={text('place.requisitions')}
          countLabel={(count) => text('count.requisitions', count)}
          tools={tools}
        >
          {(row, { isFocused }) => <RequisitionLine row={row} now={now} isFocused={isFocused} />}
        </ListPane>
      }
      record={
        <RecordPane kind="requisition" browser={browser}>
          {(record, fetchedAt) => (
            <RequisitionRecord
              record={record}
              fetchedAt={fetchedAt}
              onClose={browser.close}
              onOnlyPatient={(patient) => browser.list.setFilter({ patient })}
            />
          )}
        </RecordPane>
      }
    />
  );
}
