import type { ReactNode } from 'react';
import type { DirectoryImportPreview, DirectoryTableLineChange } from '#contract/directory.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import styles from './directory.module.css';
import { useAnnouncement } from '#renderer/ui/Status.tsx';

/** Entries that are shown at first: the actions stay in sight. */
const SHOWN = 20;

interface ImportPreviewProps {
  readonly table: DirectoryImportPreview;
  readonly onImport: () => void;
  readonly onCancel: () => void;
}

/** What importing a table would change, before it does: nothing is changed without the confirmation. */
export function ImportPreview({ table, onImport, onCancel }: ImportPreviewProps) {
  const text = useText();
  const { changes, unchanged, blank, problems } = table;
  const replaced = changes.filter(({ before }) => before !== null);
  const added = changes.filter(({ before }) => before === null);
  const title = text(changes.length === 0 ? 'names.importNothing' : 'names.importQuestion');
  useAnnouncement(title);
  return (
    <section className={styles.preview} aria-label={text('names.importQuestion')}>
      <h2>{title}</h2>
      <Entries
        entries={replaced}
        lead={text('names.replaced', { count: replaced.length })}
        render={renderChange}
      />
      <Entries entries={added} lead={text('names.added', { count: added.length })} render={renderChange} />
      <Entries
        entries={problems}
        lead={text('names.broken', { count: problems.length })}
        render={({ line, why }) => text('names.line', { number: line, why: text(`names.why.${why}`) })}
      />
      {unchanged > 0 && <p>{text('names.unchanged', { count: unchanged })}</p>}
      {blank > 0 && <p>{text('names.blank', { count: blank })}</p>}
      <div className={styles.namesExchangeActions}>
        {changes.length > 0 && (
          <Button tone="primary" onPress={onImport}>
            {text('names.importYes', { count: changes.length })}
          </Button>
        )}
        <Button onPress={onCancel}>{text(changes.length === 0 ? 'names.done' : 'names.importNo')}</Button>
      </div>
    </section>
  );
}

function renderChange({ id, before, name, identifier }: DirectoryTableLineChange): ReactNode {
  return (
    <>
      <IdText id={id} show="end" />{' '}
      {before !== null && (
        <>
          <bdi>{`${before.name} ${before.identifier}`.trim()}</bdi> →{' '}
        </>
      )}
      <bdi>{`${name} ${identifier}`.trim()}</bdi>
    </>
  );
}

interface EntriesProps<T extends { readonly line: number }> {
  readonly lead: string;
  readonly entries: readonly T[];
  readonly render: (entry: T) => ReactNode;
}

function Entries<T extends { readonly line: number }>({ lead, entries, render }: EntriesProps<T>) {
  const [shown, more] = useEntriesWithShowMoreButton(entries, SHOWN);
  if (entries.length === 0) return null;
  return (
    <>
      <p>{lead}</p>
      <ul className={styles.namesProblems}>
        {shown.map((entry) => (
          <li key={entry.line}>{render(entry)}</li>
        ))}
      </ul>
      {more}
    </>
  );
}
