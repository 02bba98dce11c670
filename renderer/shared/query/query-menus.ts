import { findOperatorTokens, replaceOperatorValue } from '#contract/search/syntax.ts';
import type { TextFunction } from '#renderer/text/text.ts';

/** An item of a filter menu: the term it writes into the search. */
export interface FilterChoice {
  readonly operator: string;
  readonly value: string;
  readonly label: string;
  /** Further operators whose terms it replaces: they would contradict it. */
  readonly replaces?: readonly string[];
}

/** A menu of filters; choosing one adds a term to the search. */
export interface FilterMenu {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly FilterChoice[];
}

/** Returns the term of a menu item as it is written in a search: `operator:value`. */
export function toSearchTermText({ operator, value }: Pick<FilterChoice, 'operator' | 'value'>): string {
  return `${operator}:${value}`;
}

/** Returns the terms of those menu items that the search already contains. */
export function findChosenFilters(query: string, choices: readonly FilterChoice[]): readonly string[] {
  return choices
    .filter(({ operator, value }) =>
      findOperatorTokens(query, operator).some(
        ({ start, end }) => query.slice(start, end).toLowerCase() === `${operator}:${value}`,
      ),
    )
    .map(toSearchTermText);
}

/** Toggles a choice in the search: adds it in place of other terms with its operator or those that it replaces, or removes it. */
export function toggleFilterChoice(query: string, choice: FilterChoice): string {
  const isChosen = findChosenFilters(query, [choice]).length > 0;
  const others = (choice.replaces ?? []).reduce(
    (left, operator) => replaceOperatorValue(left, operator, null),
    query,
  );
  return replaceOperatorValue(others, choice.operator, isChosen ? null : choice.value);
}

/** Creates a filter menu with one item for each entry of a table of names and values. */
export function createFilterMenu<K extends string, V>(
  menu: Pick<FilterMenu, 'id' | 'label'>,
  table: Readonly<Record<K, V>>,
  createChoice: (name: K, value: V) => FilterChoice,
): FilterMenu {
  const entries = Object.entries(table) as [K, V][]; // `Object.entries` returns plain strings as keys: all are keys of this object.
  return { ...menu, choices: entries.map(([name, value]) => createChoice(name, value)) };
}

const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const;

/** The menu of the filters by what only this computer knows of a record. */
export function createLocalFilterMenu(text: TextFunction): FilterMenu {
  return createFilterMenu(
    { id: 'more', label: text('query.more.label') },
    MORE,
    (name, [operator, value]) => ({
      operator,
      value,
      label: text(`query.more.${name}`),
    }),
  );
}
