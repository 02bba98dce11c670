import { findOperatorTokens, replaceOperator } from '#contract/search/syntax.ts';
import type { Text } from '#renderer/text/text.ts';

/** An item of a filter menu: the term it writes into the search. */
export interface QueryChoice {
  readonly operator: string;
  readonly value: string;
  readonly label: string;
}

/** A menu of filters; choosing one adds a term to the search. */
export interface QueryMenu {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly QueryChoice[];
}

/** The term of a choice as written in a search. */
export function toSearchTerm({ operator, value }: Pick<QueryChoice, 'operator' | 'value'>): string {
  return `${operator}:${value}`;
}

/** The choices of a menu that the search already contains. */
export function findChosen(query: string, choices: readonly QueryChoice[]): readonly string[] {
  return choices
    .filter(({ operator, value }) =>
      findOperatorTokens(query, operator).some(
        ({ start, end }) => query.slice(start, end).toLowerCase() === `${operator}:${value}`,
      ),
    )
    .map(toSearchTerm);
}

/** Toggles a choice in the search: adds it in place of other terms with its operator, or removes it. */
export function toggleChoice(query: string, choice: QueryChoice): string {
  const isChosen = findChosen(query, [choice]).length > 0;
  return replaceOperator(query, choice.operator, isChosen ? null : choice.value);
}

/** Builds a menu from a table of names and values. */
export function createFilterMenu<K extends string, V>(
  menu: Pick<QueryMenu, 'id' | 'label'>,
  table: Readonly<Record<K, V>>,
  createChoice: (name: K, value: V) => QueryChoice,
): QueryMenu {
  const entries = Object.entries(table) as [K, V][]; // `Object.entries` returns plain strings as keys
  return { ...menu, choices: entries.map(([name, value]) => createChoice(name, value)) };
}

const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const;

/** The menu of the filters by what only this computer knows of a record. */
export function createLocalFilterMenu(text: Text): QueryMenu {
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
