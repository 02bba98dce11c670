import type { NameInDocument } from '#contract/directory.ts';
import { getKindOfRecordId } from '#renderer/shared/ids/IdMenu.tsx';
import { TextButton } from '#renderer/shared/ids/TextButton.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { useText } from '#renderer/text/text.ts';
import styles from './directory.module.css';

/** The line that a name was read from, and a way to the record with the document. */
export function NameSourceLine({ line, document }: Pick<NameInDocument, 'line' | 'document'>) {
  const text = useText();
  const open = useGoToRecord();
  const kind = getKindOfRecordId(document);
  return (
    <span className={styles.readLine}>
      <bdi>{line}</bdi>{' '}
      {kind !== null && (
        <TextButton onPress={() => open(kind, document)}>
          {text(kind === 'requisition' ? 'names.openRequisition' : 'names.openNotification')}
        </TextButton>
      )}
    </span>
  );
}
