import { Button as AriaButton } from 'react-aria-components/Button';
import { visibleId } from '#contract/visible-id.ts';
import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import { CopyButton } from './CopyButton.tsx';
import { IdMenu } from './IdMenu.tsx';
import { getRecordKind } from './openable.ts';
import { isNameable } from './use-name.ts';
import { useOpenRecord } from './use-open-record.ts';

/** An id that opens what it names, where that is a record or a person; any other can be copied. */
export function OpenableId({ id }: { readonly id: string }) {
  const text = useText();
  const open = useOpenRecord();
  const kind = getRecordKind(id);
  if (kind !== null)
    return (
      <AriaButton
        className="id-opener"
        aria-label={text(`record.open.${kind}`, { id: visibleId(id) })}
        onPress={() => open(kind, id)}
      >
        <IdText id={id} show="whole" />
      </AriaButton>
    );
  if (isNameable(id)) return <IdMenu id={id} />;
  return (
    <span className="copyable-id">
      <IdText id={id} show="whole" /> <CopyButton label={text('record.copyId')} value={id} />
    </span>
  );
}
