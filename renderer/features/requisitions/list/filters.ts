import { useStore } from 'zustand';
import { type WorklistTerm, REQUISITION_TYPES } from '#contract/requisitions.ts';
import {
  conditionLabel,
  typedValue,
  labelOrId,
  type FilterLabels,
} from '#renderer/shared/query/QueryChips.tsx';
import { moreMenu, toMenu, type QueryMenu } from '#renderer/shared/query/query-menus.ts';
import { statusLabel, typeLabel } from '#renderer/shared/record/status.tsx';
import type { WorklistQuery } from '#renderer/state/requisitions/worklist-query.ts';
import { useStores } from '#renderer/state/use-stores.ts';

/** What a condition asks for, in words; a date as it was typed. */
function valueText({ text, idLabels }: FilterLabels, term: WorklistTerm, typed: string): string {
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

/** A condition of the worklist as its chip says it; null for free words, which stand in the search. */
export function chipLabel(labels: FilterLabels, term: WorklistTerm, typed: string): string | null {
  const { text } = labels;
  if (term.field === 'text') return null;
  if (term.field === 'shared')
    return text(`worklist.choices.shared.${term.value === term.isNot ? 'no' : 'yes'}`);
  return conditionLabel(text, term, {
    name: text(`worklist.operator.${term.field}`),
    value: valueText(labels, term, typed),
  });
}

const SHARING = { yes: 'yes', no: 'no' } as const;
const REVIEWS = { needed: 'needed', asked: 'asked', overdue: 'overdue', done: 'done', none: 'none' } as const;
const DEADLINES = { today: '..today', tomorrow: '<2d', week: '<8d', later: '>7d' } as const;

/** The filters that one press writes into the search of the worklist. */
export function filterMenus({ text }: Pick<FilterLabels, 'text'>): readonly QueryMenu[] {
  const label = (id: 'type' | 'shared' | 'review' | 'due'): Pick<QueryMenu, 'id' | 'label'> => ({
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
    moreMenu(text),
  ];
}

/** The query of the worklist as it holds now. */
export function useQuery(): WorklistQuery {
  return useStore(useStores().worklist.list.store, ({ filter }) => filter);
}
