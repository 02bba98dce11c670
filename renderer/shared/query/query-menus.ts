import { toTokens, withOperator } from '#contract/search/syntax.ts';
import type { Text } from '#renderer/text/text.ts';

/** A choice of a filter's menu: what it writes into the search. */
export interface QueryChoice {
  readonly operator: string;
  readonly value: string;
  readonly label: string;
}

/** Filters of one sort that one press writes into the search. */
export interface QueryMenu {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly QueryChoice[];
}

/** How a choice is written. */
export function choiceId({ operator, value }: Pick<QueryChoice, 'operator' | 'value'>): string {
  return `${operator}:${value}`;
}

/** The choices of a menu that the search has, by how they are written. */
export function findChosen(query: string, choices: readonly QueryChoice[]): readonly string[] {
  return choices
    .filter(({ operator, value }) =>
      toTokens(query, operator).some(
        ({ start, end }) => query.slice(start, end).toLowerCase() === `${operator}:${value}`,
      ),
    )
    .map(choiceId);
}

/** The search after a choice was pressed: it holds in place of others of its operator, or no longer. */
export function pressed(query: string, choice: QueryChoice): string {
  const isChosen = findChosen(query, [choice]).length > 0;
  return withOperator(query, choice.operator, isChosen ? null : choice.value);
}

/** A menu whose choices come from a table: each name in it with what it stands for. */
export function toMenu<K extends string, V>(
  menu: Pick<QueryMenu, 'id' | 'label'>,
  table: Readonly<Record<K, V>>,
  choiceOf: (name: K, status: V) => QueryChoice,
): QueryMenu {
  const entries = Object.entries(table) as [K, V][]; // the keys of the table itself
  return { ...menu, choices: entries.map(([name, status]) => choiceOf(name, status)) };
}

const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const;

/** The menu of the filters by what only this computer knows of a record. */
export function moreMenu(text: Text): QueryMenu {
  return toMenu({ id: 'more', label: text('query.more.label') }, MORE, (name, [operator, value]) => ({
    operator,
    value,
    label: text(`query.more.${name}`),
  }));
}
