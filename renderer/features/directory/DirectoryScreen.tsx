import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DirectoryEntry } from '#contract/local-data.ts';
import { getErrorSentence } from '#contract/result.ts';
import { LocalNameForm } from '#renderer/shared/ids/IdMenu.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { PartsTable } from '#renderer/shared/record/FieldValue.tsx';
import { usePartialList } from '#renderer/shared/use-partial-list.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { Notice } from '#renderer/ui/Banner.tsx';
import { Page } from '#renderer/ui/Page.tsx';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { DirectoryImportExport } from './DirectoryImportExport.tsx';
import styles from './directory.module.css';

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 32;

/** Entries whose name or id contains the text, sorted by name. */
export function searchNames(
  names: ReadonlyMap<string, DirectoryEntry>,
  search: string,
): readonly DirectoryEntry[] {
  const wanted = search.trim().toLowerCase();
  return [...names.values()]
    .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

/** The local names for ids: list, edit, import and export. */
export function DirectoryScreen() {
  const text = useText();
  const { directory } = useStores();
  const { names, isLoaded, error } = useStore(directory.store);
  const again = { label: text('list.tryAgain'), run: directory.invalidate };
  const [search, setSearch] = useState('');
  const found = useMemo(() => searchNames(names, search), [names, search]);
  return (
    <Page>
      <div>
        <h1>{text('screen.directory')}</h1>
        <p className={styles.namesLead}>{text('names.lead')}</p>
      </div>
      <DirectoryImportExport />
      {error !== null && (
        <Notice role="alert" title={text('names.failed')} hint={getErrorSentence(error)} action={again} />
      )}
      {!isLoaded && error === null && (
        <Skeleton label={text('names.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
      )}
      {isLoaded && names.size === 0 && <Notice title={text('names.none')} hint={text('names.noneHint')} />}
      {names.size > 0 && (
        <Section level={2} title={text('names.count', { count: names.size })}>
          <div className={styles.namesSearch}>
            <SearchBox
              label={text('names.search')}
              clearLabel={text('list.clearSearch')}
              value={search}
              onChange={setSearch}
            />
          </div>
          {found.length === 0 ? <p className="muted">{text('names.noMatch')}</p> : <Names entries={found} />}
        </Section>
      )}
    </Page>
  );
}

function Names({ entries }: { readonly entries: readonly DirectoryEntry[] }) {
  const text = useText();
  const [shown, more] = usePartialList(entries);
  return (
    <>
      <PartsTable
        align="baseline"
        parts={shown}
        columns={[
          { label: text('names.name'), renderCell: ({ id }) => <NameCell id={id} /> },
          { label: text('names.id'), width: 'id', renderCell: ({ id }) => <IdText id={id} show="whole" /> },
          {
            label: text('names.since'),
            width: 'narrow',
            renderCell: ({ savedAt }) => <DateTime at={savedAt} />,
          },
        ]}
      />
      {more}
    </>
  );
}

function NameCell({ id }: { readonly id: string }) {
  const text = useText();
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) return <LocalNameForm id={id} onDone={() => setRenaming(false)} />;
  return (
    <span className={styles.namesCell}>
      <NamedId id={id} show="end" />
      <Button size="small" tone="quiet" onPress={() => setRenaming(true)}>
        {text('names.rename')}
      </Button>
    </span>
  );
}
