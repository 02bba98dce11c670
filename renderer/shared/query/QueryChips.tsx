import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { useStore } from 'zustand';
import { isAnyId } from '#contract/records.ts';
import { removeSearchToken, type SearchTerm, type SearchSyntax } from '#contract/search/syntax.ts';
import type { SearchableList, SearchQuery } from '#renderer/state/list/query-list.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { truncateWithEllipsis, splitId } from '#renderer/ui/format.ts';
import { toSearchTerm, findChosenFilters, toggleFilterChoice, type FilterMenu } from './query-menus.ts';
import { SearchProblems } from './QueryStatus.tsx';
import { useParsedSearch } from './use-query.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './query.module.css';

interface SearchChipsProps<O extends string, T extends SearchTerm> {
  readonly language: SearchSyntax<O, T>;
  /** The applied search. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly menus: readonly FilterMenu[];
  /**
   * Returns the label of a search term, given also as typed; null if it needs no chip. Never called for free
   * text.
   */
  readonly toText: (term: T, typed: string) => string | null;
}

/** The filters of a search as removable chips, and menus that add others. */
function SearchChips<O extends string, T extends SearchTerm>({
  language,
  text: search,
  onText,
  menus,
  toText,
}: SearchChipsProps<O, T>) {
  const text = useText();
  const { tokens } = useParsedSearch(language, search);
  return (
    <Group className={joinClasses(styles.queryFilters)} aria-label={text('query.filters')}>
      {menus.map((menu) => (
        <FilterMenuButton key={menu.id} menu={menu} text={search} onText={onText} />
      ))}
      {tokens.map((token) => {
        const { term } = token;
        const words = term === null || term.field === 'text' ? null : toText(term, token.text);
        return words === null ? null : (
          <span key={token.start} className={styles.token}>
            <bdi>{words}</bdi>
            <Button
              className={joinClasses(styles.tokenRemove)}
              aria-label={text('query.removeFilter', { what: words })}
              onPress={() => onText(removeSearchToken(search, token))}
            >
              <Icon of={X} size={12} />
            </Button>
          </span>
        );
      })}
    </Group>
  );
}

interface FilterMenuButtonProps {
  readonly menu: FilterMenu;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function FilterMenuButton({ menu: { label, choices }, text, onText }: FilterMenuButtonProps) {
  return (
    <MenuButton
      label={label}
      groups={[
        { label, choices: choices.map((choice) => ({ id: toSearchTerm(choice), label: choice.label })) },
      ]}
      chosen={findChosenFilters(text, choices)}
      onChoose={(chosen) => {
        const choice = choices.find((each) => toSearchTerm(each) === chosen);
        if (choice !== undefined) onText(toggleFilterChoice(text, choice));
      }}
    >
      {label}
    </MenuButton>
  );
}

/** What the labels of filters are built from. */
export interface FilterLabels {
  readonly text: TextFunction;
  /** Returns an id as text: its local name and its end. */
  readonly idLabels: (id: string) => string;
}

interface SearchFiltersProps<Q extends SearchQuery, R, C, O extends string, T extends SearchTerm> {
  readonly of: SearchableList<Q, R, C>;
  readonly language: SearchSyntax<O, T>;
  readonly createMenus: (labels: FilterLabels) => readonly FilterMenu[];
  /** Returns the label of a search term, given also as typed; null if it needs no chip. */
  readonly formatChip: (labels: FilterLabels, term: T, typed: string) => string | null;
  /** Further messages about the search. */
  readonly children?: ReactNode;
}

/** The invalid terms of a list's search, its filters as chips, and the menus that add others. */
export function SearchFilters<Q extends SearchQuery, R, C, O extends string, T extends SearchTerm>({
  of: { list, search },
  language,
  createMenus,
  formatChip,
  children,
}: SearchFiltersProps<Q, R, C, O, T>) {
  const labels = { text: useText(), idLabels: useIdLabels() };
  const text = useStore(list.store, ({ filter }) => filter.text);
  return (
    <>
      <SearchProblems language={language} text={text} />
      {children}
      <SearchChips
        language={language}
        text={text}
        onText={search}
        menus={createMenus(labels)}
        toText={(term, typed) => formatChip(labels, term, typed)}
      />
    </>
  );
}

const MAX_SHOWN = 60;

/** Label of a chip: `Patient: Ada …x1y2z`, with `Not` in front if the condition is negated. */
export function formatFilterLabel(
  text: TextFunction,
  { isNot }: Pick<SearchTerm, 'isNot'>,
  { name, value }: { readonly name: string; readonly value: string },
): string {
  const shown = `${name}: ${truncateWithEllipsis(value, MAX_SHOWN)}`;
  return isNot ? text('query.not', { what: shown }) : shown;
}

/** Returns the value of a term as typed, without the operator (`due:`) in front. */
export function stripOperator(typed: string): string {
  return typed.slice(typed.indexOf(':') + 1);
}

/** The value on a chip: an id by its local name, anything else unchanged. */
export function formatChipValue(value: string, idLabels: (id: string) => string): string {
  return isAnyId(value) ? idLabels(value) : value;
}

/** Shortens an id to its prefix and its end. */
export function shortenId(id: string): string {
  const { prefix, middle, end } = splitId(id);
  return `${prefix}${middle === '' ? '' : '…'}${end}`;
}

/**
 * Returns a function that formats an id for menus and chips: the local name and the second identifier; without a
 * second identifier, the name and the shortened id; without a name, the rest alone.
 */
export function useIdLabels(): (id: string) => string {
  const { directory } = useStores();
  const names = useStore(directory.store, (state) => state.names);
  return (id) => {
    const entry = names.get(id);
    return `${entry?.name ?? ''} ${entry?.identifier || shortenId(id)}`.trim();
  };
}
