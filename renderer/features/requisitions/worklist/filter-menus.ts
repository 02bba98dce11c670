import { REQUISITION_TYPES } from '#contract/requisition.ts';
import { tokensOf, withOperator } from '#contract/query-language.ts';
import type { QueryOperator } from '#contract/worklist-query.ts';
import type { Text } from '#renderer/text/text.ts';

/** A choice of a filter's menu: what it writes into the search. */
export interface FilterChoice {
  readonly operator: QueryOperator;
  readonly value: string;
  readonly label: string;
}

export interface FilterMenu {
  readonly id: 'type' | 'shared' | 'review' | 'due' | 'more';
  readonly choices: readonly FilterChoice[];
}

const SHARING = ['yes', 'no'] as const;
const REVIEWS = ['needed', 'asked', 'overdue', 'done', 'none'] as const;
const DEADLINES = { today: '..today', tomorrow: '<2d', week: '<8d', later: '>7d' } as const;
const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const satisfies Readonly<Record<string, readonly [QueryOperator, string]>>;

function entries<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(record) as [K, V][]; // the keys of the record itself
}

/** The filters that one press writes into the search. */
export function filterMenus(text: Text): readonly FilterMenu[] {
  return [
    {
      id: 'type',
      choices: REQUISITION_TYPES.map((value) => ({
        operator: 'type',
        value,
        label: text(`requisition.type.${value}`),
      })),
    },
    {
      id: 'shared',
      choices: SHARING.map((value) => ({
        operator: 'shared',
        value,
        label: text(`worklist.choices.shared.${value}`),
      })),
    },
    {
      id: 'review',
      choices: REVIEWS.map((value) => ({
        operator: 'review',
        value,
        label: text(`worklist.choices.review.${value}`),
      })),
    },
    {
      id: 'due',
      choices: entries(DEADLINES).map(([name, value]) => ({
        operator: 'due',
        value,
        label: text(`worklist.choices.due.${name}`),
      })),
    },
    {
      id: 'more',
      choices: entries(MORE).map(([name, [operator, value]]) => ({
        operator,
        value,
        label: text(`worklist.choices.more.${name}`),
      })),
    },
  ];
}

/** How a choice is written. */
export function choiceId({ operator, value }: Pick<FilterChoice, 'operator' | 'value'>): string {
  return `${operator}:${value}`;
}

/** The choices of a menu that the search has, by how they are written. */
export function chosenIn(query: string, choices: readonly FilterChoice[]): readonly string[] {
  return choices
    .filter(({ operator, value }) =>
      tokensOf(query, operator).some(
        ({ start, end }) => query.slice(start, end).toLowerCase() === `${operator}:${value}`,
      ),
    )
    .map(choiceId);
}

/** The search after a choice was pressed: it holds in place of others of its operator, or no longer. */
export function pressed(query: string, choice: FilterChoice): string {
  const isChosen = chosenIn(query, [choice]).length > 0;
  return withOperator(query, choice.operator, isChosen ? null : choice.value);
}
