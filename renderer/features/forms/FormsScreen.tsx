import { ListPane } from '#renderer/records/ListPane.tsx';
import { NameSearch } from '#renderer/records/NameSearch.tsx';
import { RecordPane } from '#renderer/records/RecordPane.tsx';
import { SplitScreen } from '#renderer/records/SplitScreen.tsx';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { FormLine } from './FormLine.tsx';
import { FormRecord } from './FormRecord.tsx';

/** The forms beside the one that is open. */
export function FormsScreen() {
  const text = useText();
  const browser = useDesk().browsers.form;
  return (
    <SplitScreen
      title={text('place.forms')}
      selection={browser.selection}
      list={
        <ListPane
          kind="form"
          browser={browser}
          label={text('place.forms')}
          countLabel={(count) => text('count.forms', count)}
          tools={<NameSearch list={browser.list} label={text('list.searchForms')} />}
        >
          {(row, { isFocused }) => <FormLine row={row} isFocused={isFocused} />}
        </ListPane>
      }
      record={
        <RecordPane kind="form" browser={browser}>
          {(form, fetchedAt) => <FormRecord form={form} fetchedAt={fetchedAt} onClose={browser.close} />}
        </RecordPane>
      }
    />
  );
}
