import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DirectoryEntry, NameInDocument } from '#contract/directory.ts';
import { getKindOfRecordId } from '#renderer/shared/ids/id-kinds.ts';
import { LocalNameEditor } from '#renderer/shared/ids/IdMenu.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import styles from './directory.module.css';
import { TextButton } from '#renderer/shared/ids/TextButton.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';

/** Names with what each comes from, who saved it and when, and what speaks against it. */
export function NamesTable({ entries }: { readonly entries: readonly DirectoryEntry[] }) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(entries);
  return (
    <>
      <ObjectListTable
        align="baseline"
        parts={shown}
        getKey={({ id }) => id}
        columns={[
          { label: text('names.name'), renderCell: (entry) => <NameCell entry={entry} /> },
          { label: text('names.origin'), renderCell: (entry) => <Origin entry={entry} /> },
        ]}
      />
      {more}
    </>
  );
}

/** Moves the focus to the next row, or to the one before the last row; the row of the element is about to leave. */
function focusNeighbourRow(element: Element | null): void {
  const row = element?.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector('button')?.focus();
}

function NameCell({ entry }: { readonly entry: DirectoryEntry }) {
  const text = useText();
  const { directory, undoable, outbox } = useStores();
  const [isRenaming, setRenaming] = useState(false);
  const cell = useRef<HTMLDivElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const { id, contradiction } = entry;
  async function remove(): Promise<void> {
    const error = await undoable.setName(id, null);
    outbox.report(`name ${id}`, error);
    if (error === null) leaveRow();
  }
  async function keep(): Promise<void> {
    outbox.report(`name ${id}`, await directory.keepNameDespiteContradictions(id));
  }
  function leaveRow(): void {
    focusNeighbourRow(cell.current);
    setRenaming(false);
  }
  function endRenaming(): void {
    flushSync(() => setRenaming(false));
    change.current?.focus();
  }
  if (isRenaming)
    return (
      <div ref={cell}>
        <LocalNameEditor id={id} onDone={endRenaming} onRemoved={leaveRow} />
      </div>
    );
  return (
    <>
      <NamedId id={id} show="end" />
      <div ref={cell} className={styles.namesCell}>
        <span className={styles.readLine}>
          <IdText id={id} show="whole" />
        </span>
        <span className={styles.namesExchangeActions}>
          <Button ref={change} size="small" tone="quiet" onPress={() => setRenaming(true)}>
            {text('names.rename')}
          </Button>
          <Button size="small" tone="quiet" onPress={() => void remove()}>
            {text('names.removeRow')}
          </Button>
        </span>
      </div>
      {contradiction !== null && (
        <p className={styles.contradiction}>
          <bdi>{text('names.contradiction', { name: contradiction.name })}</bdi>{' '}
          <NameSourceLine {...contradiction} />{' '}
          <Button size="small" onPress={() => void keep()}>
            {text('names.keep')}
          </Button>
        </p>
      )}
    </>
  );
}

/** Where a name comes from, and who saved it. */
function Origin({ entry }: { readonly entry: DirectoryEntry }) {
  const text = useText();
  const { source, savedBy, savedAt, reading } = entry;
  return (
    <>
      {text(`names.source.${source}`)}, <DateTime at={savedAt} />
      {savedBy !== '' && (
        <>
          {' '}
          {text('names.by')} <NamedId id={savedBy} show="end" />
        </>
      )}
      {reading !== null && (
        <p>
          <NameSourceLine {...reading} />
        </p>
      )}
    </>
  );
}

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
