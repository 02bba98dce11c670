import { ListFilter, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Group } from 'react-aria-components/Group';
import { useStore } from 'zustand';
import { isAnyId } from '#contract/records.ts';
import {
  removeWordsAndKeepFilters,
  removeSearchToken,
  type BaseSearchTerm,
  type SearchSyntax,
} from '#contract/search/syntax.ts';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import type { SearchableListStore, SearchTextQuery } from '#renderer/state/list/query-list.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import type { MenuGroup } from '#renderer/ui/page-menus.ts';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { toSearchTermText, findChosenFilters, toggleFilterChoice, type FilterMenu } from './query-menus.ts';
import { SearchProblems } from './QueryStatus.tsx';
import { useParsedSearch } from './use-query.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './query.module.css';

interface SearchChipsProps<O extends string, T extends BaseSearchTerm> {
  readonly language: SearchSyntax<O, T>;
  /** The applied search. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /**
   * Returns the label of a search term, given also as typed; null if it needs no chip. Never called for free
   * text.
   */
  readonly toText: (term: T, typed: string) => string | null;
}

/** The filters of a search as removable chips, and the button that clears the search. Renders nothing without a filter. */
function SearchChips<O extends string, T extends BaseSearchTerm>({
  language,
  text: search,
  onText,
  toText,
}: SearchChipsProps<O, T>) {
  const text = useText();
  const { tokens } = useParsedSearch(language, search);
  const chips = tokens.flatMap((token) => {
    const { term } = token;
    const words = term === null || term.field === 'text' ? null : toText(term, token.text);
    return words === null ? [] : [{ token, words }];
  });
  if (chips.length === 0) return null;
  return (
    <ActiveFilters onClear={() => onText('')}>
      {chips.map(({ token, words }) => (
        <span key={token.start} className={styles.token}>
          <bdi>{words}</bdi>
          <PlainButton
            className={styles.tokenRemove}
            aria-label={text('query.removeFilter', { what: words })}
            onPress={() => onText(removeSearchToken(search, token))}
          >
            <Icon shape={X} size={12} />
          </PlainButton>
        </span>
      ))}
    </ActiveFilters>
  );
}

interface ActiveFiltersProps {
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** The filters that are set, and the button that clears them. */
export function ActiveFilters({ onClear, children }: ActiveFiltersProps) {
  const text = useText();
  return (
    <Group className={joinClasses(styles.queryFilters)} aria-label={text('query.filters')}>
      {children}
      <Button tone="accent" size="tiny" onPress={onClear}>
        {text('list.clearFilters')}
      </Button>
    </Group>
  );
}

/** Searches that replace the present one, for example due reviews with their counts. */
export interface SearchShortcutMenuGroups {
  /** The groups of shortcuts above the filters in the menu. */
  readonly first: readonly MenuGroup[];
  /** The groups of shortcuts below the filters in the menu. */
  readonly last: readonly MenuGroup[];
  /** Called with the id of the chosen shortcut. No filter may have the same id as a shortcut. */
  readonly onChoose: (id: string) => void;
}

interface SearchFilterMenuProps<Q extends SearchTextQuery, R, C> {
  readonly list: SearchableListStore<Q, R, C>;
  readonly createMenus: (labels: FilterLabelFunctions) => readonly FilterMenu[];
  readonly shortcuts?: SearchShortcutMenuGroups;
}

/** All filters of a list in one menu. Choosing one adds it to the search, or removes it. */
export function SearchFilterMenu<Q extends SearchTextQuery, R, C>({
  list: { list, search },
  createMenus,
  shortcuts,
}: SearchFilterMenuProps<Q, R, C>) {
  const labels = { text: useText(), idLabels: useIdLabelFormatter() };
  const { text } = labels;
  const typed = useStore(list.store, ({ filter }) => filter.text);
  const menus = createMenus(labels);
  const choices = menus.flatMap((menu) => menu.choices);
  return (
    <MenuButton
      size="regular"
      icon={<Icon shape={ListFilter} size={14} />}
      label={text('query.filters')}
      groups={[
        ...(shortcuts?.first ?? []),
        ...menus.map((menu) => ({
          label: menu.label,
          choices: menu.choices.map((choice) => ({ id: toSearchTermText(choice), label: choice.label })),
        })),
        ...(shortcuts?.last ?? []),
      ]}
      chosen={findChosenFilters(typed, choices)}
      isSet={removeWordsAndKeepFilters(typed) !== ''}
      onChoose={(chosen) => {
        const choice = choices.find((each) => toSearchTermText(each) === chosen);
        if (choice === undefined) shortcuts?.onChoose(chosen);
        else search(toggleFilterChoice(typed, choice));
      }}
    >
      {text('query.filters')}
    </MenuButton>
  );
}

/** The functions that build the labels of filters: the texts, and the labels of ids. */
export interface FilterLabelFunctions {
  readonly text: TextFunction;
  /** Returns an id as text: its local name and its end. */
  readonly idLabels: (id: string) => string;
}

interface SearchFiltersProps<Q extends SearchTextQuery, R, C, O extends string, T extends BaseSearchTerm> {
  readonly list: SearchableListStore<Q, R, C>;
  readonly language: SearchSyntax<O, T>;
  /** Returns the label of a search term, given also as typed; null if it needs no chip. */
  readonly formatChip: (labels: FilterLabelFunctions, term: T, typed: string) => string | null;
  /** Further messages about the search, below its problems. */
  readonly children?: ReactNode;
}

/** The invalid terms of a list's search, and its filters as chips. */
export function SearchProblemsAndChips<
  Q extends SearchTextQuery,
  R,
  C,
  O extends string,
  T extends BaseSearchTerm,
>({ list: { list, search }, language, formatChip, children }: SearchFiltersProps<Q, R, C, O, T>) {
  const labels = { text: useText(), idLabels: useIdLabelFormatter() };
  const text = useStore(list.store, ({ filter }) => filter.text);
  return (
    <>
      <SearchProblems language={language} text={text} />
      {children}
      <SearchChips
        language={language}
        text={text}
        onText={search}
        toText={(term, typed) => formatChip(labels, term, typed)}
      />
    </>
  );
}

const MAX_SHOWN = 60;

/** Label of a chip: `Patient: Ada …x1y2z`, with `Not` in front if the condition is negated. */
export function formatFilterLabel(
  text: TextFunction,
  { isNot }: Pick<BaseSearchTerm, 'isNot'>,
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
