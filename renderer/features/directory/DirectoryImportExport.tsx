import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { DirectoryImportPreview } from '#contract/directory.ts';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import type { SaveNamesResult } from '#renderer/state/names/directory.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import styles from './directory.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** Maximum size of an imported file, larger than a table of every patient of a clinic. */
const MAX_BYTES = 20_000_000;

function getEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * Decodes a table saved by a spreadsheet: UTF-8 or UTF-16, else Windows-1252, the spreadsheets' default in
 * western Europe. A wrong encoding would silently corrupt names.
 * @param bytes the whole file; a byte order mark is removed
 */
export function decodeTableFileToText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The outcome of an import or export, about which the user gets a message. */
type Outcome =
  | { readonly type: 'read'; readonly table: DirectoryImportPreview }
  | { readonly type: 'imported'; readonly done: SaveNamesResult }
  | { readonly type: 'failed'; readonly why: string };

/** Imports local names from a table, after showing what changes, and exports all of them. */
export function DirectoryImportExport() {
  const text = useText();
  const { directory, toasts } = useStores();
  const { isBusy, outcome, act } = useActionRunner<Outcome>();
  const fileInput = useRef<HTMLInputElement>(null);
  const readFile = (file: File) =>
    act(async () => {
      if (file.size > MAX_BYTES) return { type: 'failed', why: text('names.tooLarge') };
      const bytes = await file.arrayBuffer().catch(() => null);
      if (bytes === null) return { type: 'failed', why: text('names.notATable') };
      const table = await directory.readTable(decodeTableFileToText(new Uint8Array(bytes)));
      return table.ok
        ? { type: 'read', table: table.value }
        : { type: 'failed', why: getErrorSentence(table.error) };
    });
  const importTable = ({ changes }: DirectoryImportPreview) =>
    act(async () => {
      const names = changes.map(({ id, name, identifier, before }) => ({ id, name, identifier, before }));
      const done = await directory.saveNames(names, 'imported');
      return done.ok
        ? { type: 'imported', done: done.value }
        : { type: 'failed', why: `${getErrorSentence(done.error)} ${text('names.inPart')}` };
    });
  const exportNames = () =>
    act(async () => {
      const saved = await directory.exportTable();
      if (!saved.ok) return { type: 'failed', why: getErrorSentence(saved.error) };
      if (saved.value !== null) toasts.showSavedFile(saved.value);
      return null;
    });

  return (
    <div className={styles.namesExchange}>
      <div className={styles.namesExchangeActions}>
        <input
          ref={fileInput}
          type="file"
          accept=".csv,text/csv,text/plain"
          hidden
          onChange={({ target }) => {
            const file = target.files?.item(0);
            if (file) readFile(file);
            // The same file may be chosen again after it was changed.
            target.value = '';
          }}
        />
        <Button
          icon={<Icon shape={Upload} size={14} />}
          isPending={isBusy}
          screenReaderDescription={text('names.importHint')}
          onPress={() => fileInput.current?.click()}
        >
          {text(isBusy ? 'names.importing' : 'names.import')}
        </Button>
        <Button
          icon={<Icon shape={Download} size={14} />}
          isPending={isBusy}
          screenReaderDescription={text('names.exportHint')}
          onPress={exportNames}
        >
          {text('names.export')}
        </Button>
      </div>
      {outcome?.type === 'read' && (
        <ImportPreview
          table={outcome.table}
          onImport={() => importTable(outcome.table)}
          onCancel={() => act(async () => null)}
        />
      )}
      <Status as="div">
        {outcome !== null && outcome.type !== 'read' && <OutcomeText outcome={outcome} />}
      </Status>
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Exclude<Outcome, { type: 'read' }> }) {
  const text = useText();
  switch (outcome.type) {
    case 'failed':
      return <p className="error-text">{outcome.why}</p>;
    case 'imported': {
      const { saved, skipped } = outcome.done;
      return (
        <p>
          {text('names.taken', { count: saved })}
          {skipped.length > 0 && ` ${text('names.skipped', { count: skipped.length })}`}
        </p>
      );
    }
  }
}
