import { useStore } from 'zustand';
import { type WorklistTerm, REQUISITION_TYPES, type QueryOperator } from '#contract/requisitions.ts';
import { conditionLabel, typedValue, labelOrId } from '#renderer/shared/query/QueryChips.tsx';
import { toMenu, type QueryMenu } from '#renderer/shared/query/query-menus.ts';
import { statusLabel, typeLabel } from '#renderer/shared/record/status.tsx';
import type { WorklistQuery } from '#renderer/state/requisitions/worklist-query.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import type { Text } from '#renderer/text/text.ts';

/** What the labels of filters are built from. */
interface Words {
  readonly text: Text;
  readonly idLabels: (id: string) => string;
}

/** The value of a search term as text; a date as typed. */
function valueText({ text, idLabels }: Words, term: WorklistTerm, typed: string): string {
  switch (term.field) {
    case 'type':
      return typeLabel(text, term.value.toLowerCase());
    case 'status':
      return statusLabel(text, term.value);
    case 'review':
      return text(`worklist.choices.review.${term.value}`);
    case 'shared':
    case 'changed':
    case 'unsent':
      return text(term.value ? 'query.yes' : 'query.no');
    case 'code':
      return term.value;
    default:
      return 'from' in term ? typedValue(typed) : labelOrId(term.value, idLabels);
  }
}

/** The label of a search term's chip; null for free text, which has no chip. */
export function chipLabel(words: Words, term: WorklistTerm, typed: string): string | null {
  const { text } = words;
  if (term.field === 'text') return null;
  if (term.field === 'shared')
    return text(`worklist.choices.shared.${term.value === term.isNot ? 'no' : 'yes'}`);
  return conditionLabel(text, term, {
    name: text(`worklist.operator.${term.field}`),
    value: valueText(words, term, typed),
  });
}

const SHARING = { yes: 'yes', no: 'no' } as const;
const REVIEWS = { needed: 'needed', asked: 'asked', overdue: 'overdue', done: 'done', none: 'none' } as const;
const DEADLINES = { today: '..today', tomorrow: '<2d', week: '<8d', later: '>7d' } as const;
const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const satisfies Readonly<Record<string, readonly [QueryOperator, string]>>;

/** The filter menus of the worklist. */
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

/** The current query of the worklist. */
export function useQuery(): WorklistQuery {
  return useStore(useStores().browsers.requisition.list.store, ({ filter }) => filter);
}
