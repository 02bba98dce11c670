import { RecordPane } from '#renderer/records/RecordPane.tsx';
import { SplitScreen } from '#renderer/records/SplitScreen.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { FormPane } from './FormPane.tsx';
import { FormRecord } from './FormRecord.tsx';

/** The forms beside the one that is open. */
export function FormsScreen() {
  const text = useText();
  const browser = useStores().browsers.form;
  return (
    <SplitScreen
      title={text('place.forms')}
      selection={browser.selection}
      list={<FormPane />}
      record={
        <RecordPane kind="form" browser={browser}>
          {(form, fetchedAt) => <FormRecord form={form} fetchedAt={fetchedAt} onClose={browser.close} />}
        </RecordPane>
      }
    />
  );
}
