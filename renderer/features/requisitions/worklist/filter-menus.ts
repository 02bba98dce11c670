import { REQUISITION_TYPES } from '#contract/requisition.ts';
import type { QueryOperator } from '#contract/worklist-query.ts';
import { toMenu, type QueryMenu } from '#renderer/records/query/query-menus.ts';
import type { Text } from '#renderer/text/text.ts';

const SHARING = { yes: 'yes', no: 'no' } as const;
const REVIEWS = { needed: 'needed', asked: 'asked', overdue: 'overdue', done: 'done', none: 'none' } as const;
const DEADLINES = { today: '..today', tomorrow: '<2d', week: '<8d', later: '>7d' } as const;
const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const satisfies Readonly<Record<string, readonly [QueryOperator, string]>>;

/** The filters that one press writes into the search of the worklist. */
export function filterMenus(text: Text): readonly QueryMenu[] {
  const label = (id: 'type' | 'shared' | 'review' | 'due' | 'more'): Pick<QueryMenu, 'id' | 'label'> => ({
    id,
    label: text(`worklist.filter.${id}`),
  });
  return [
    {
      ...label('type'),
      choices: REQUISITION_TYPES.map((value) => ({
        operator: 'type',
        value,
        label: text(`requisition.type.${value}`),
      })),
    },
    toMenu(label('shared'), SHARING, (name, value) => ({
      operator: 'shared',
      value,
      label: text(`worklist.choices.shared.${name}`),
    })),
    toMenu(label('review'), REVIEWS, (name, value) => ({
      operator: 'review',
      value,
      label: text(`worklist.choices.review.${name}`),
    })),
    toMenu(label('due'), DEADLINES, (name, value) => ({
      operator: 'due',
      value,
      label: text(`worklist.choices.due.${name}`),
    })),
    toMenu(label('more'), MORE, (name, [operator, value]) => ({
      operator,
      value,
      label: text(`worklist.choices.more.${name}`),
    })),
  ];
}
