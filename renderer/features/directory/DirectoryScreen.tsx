import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { DirectoryEntry } from '#contract/directory.ts';
import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
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

/** A name of the directory, with the text in which a search looks. */
interface SearchableEntry {
  readonly entry: DirectoryEntry;
  readonly text: string;
}

/** Returns all names in the order of the locale, ready to be searched. It takes longer than a search of them. */
function sortEntries(names: ReadonlyMap<string, DirectoryEntry>, locale: string): readonly SearchableEntry[] {
  const { compare } = new Intl.Collator(locale);
  return [...names.values()]
    .toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    .map((entry) => ({
      entry,
      text: removeCaseAccentsAndWidth(`${entry.id} ${entry.name} ${entry.identifier}`),
    }));
}

/** Returns the entries whose name, second identifier or id contains the text, whatever its case and accents are. */
function filterEntries(entries: readonly SearchableEntry[], search: string): readonly DirectoryEntry[] {
  const wanted = removeCaseAccentsAndWidth(search.trim());
  return entries.filter(({ text }) => text.includes(wanted)).map(({ entry }) => entry);
}

/** The local names for ids: list, edit, import and export. */
export function DirectoryScreen() {
  const text = useText();
  const { directory } = useStores();
  const { names, isLoaded, error, search } = useStore(directory.store);
  const again = { label: text('list.tryAgain'), run: directory.invalidate };
  const locale = useLocale();
  const sorted = useMemo(() => sortEntries(names, locale), [names, locale]);
  const found = useMemo(() => filterEntries(sorted, search), [sorted, search]);
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
              onChange={directory.setSearch}
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
