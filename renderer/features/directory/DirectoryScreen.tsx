import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DirectoryEntry } from '#contract/directory.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useLocale, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { DirectoryImportExport } from './DirectoryImportExport.tsx';
import { NamesTable } from './NamesTable.tsx';
import { SuggestedNames } from './SuggestedNames.tsx';
import styles from './directory.module.css';
import { IdMenu } from '#renderer/shared/ids/IdMenu.tsx';
import { ObjectListTable } from '#renderer/shared/record/FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';

const SHOWN = 20;

/** Ids of people and places without a name, by how many records contain them. */
function UnnamedIds() {
  const text = useText();
  const { unnamed, total } = useStore(useStores().nameSuggestions.store);
  const [shown, more] = useEntriesWithShowMoreButton(unnamed, SHOWN);
  if (total === 0) return null;
  return (
    <Section level={2} title={text('names.unnamed.title', { count: total })}>
      <p className={styles.namesLead}>{text('names.unnamed.lead')}</p>
      <ObjectListTable
        align="baseline"
        parts={shown}
        columns={[
          { label: text('names.id'), width: 'id', renderCell: ({ id }) => <IdMenu id={id} /> },
          { label: text('names.unnamed.records'), width: 'narrow', renderCell: ({ records }) => records },
        ]}
      />
      {more}
      {total > unnamed.length && <p className="muted">{text('names.unnamed.cut')}</p>}
    </Section>
  );
}

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 32;

/** Returns the entries whose name, second identifier or id contains the text, sorted by name in the order of the locale. */
function filterDirectoryEntries(
  names: ReadonlyMap<string, DirectoryEntry>,
  search: string,
  locale: string,
): readonly DirectoryEntry[] {
  const { compare } = new Intl.Collator(locale);
  const wanted = search.trim().toLowerCase();
  return [...names.values()]
    .filter(({ id, name, identifier }) => `${id} ${name} ${identifier}`.toLowerCase().includes(wanted))
    .sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** The local names for ids: list, edit, import and export. */
export function DirectoryScreen() {
  const text = useText();
  const { directory } = useStores();
  const { names, isLoaded, error } = useStore(directory.store);
  const again = { label: text('list.tryAgain'), run: directory.invalidate };
  const [search, setSearch] = useState('');
  const locale = useLocale();
  const found = useMemo(() => filterDirectoryEntries(names, search, locale), [names, search, locale]);
  return (
    <SingleColumnPage>
      <div>
        <h1>{text('screen.directory')}</h1>
        <p className={styles.namesLead}>{text('names.lead')}</p>
      </div>
      <DirectoryImportExport />
      {error !== null && (
        <EmptyPaneMessage
          role="alert"
          title={text('names.failed')}
          hint={getErrorSentence(error)}
          action={again}
        />
      )}
      {!isLoaded && error === null && (
        <Skeleton label={text('names.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
      )}
      {isLoaded && names.size === 0 && (
        <EmptyPaneMessage title={text('names.none')} hint={text('names.noneHint')} />
      )}
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
          {found.length === 0 ? (
            <p className="muted">{text('names.noMatch')}</p>
          ) : (
            <NamesTable entries={found} />
          )}
        </Section>
      )}
      <SuggestedNames />
      <UnnamedIds />
    </SingleColumnPage>
  );
}
