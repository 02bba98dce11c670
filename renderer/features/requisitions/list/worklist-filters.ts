import { useStore } from 'zustand';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import {
  formatFilterLabel,
  stripOperator,
  formatChipValue,
  type FilterLabelFunctions,
} from '#renderer/shared/query/QueryChips.tsx';
import {
  createLocalFilterMenu,
  createFilterMenu,
  type FilterMenu,
} from '#renderer/shared/query/query-menus.ts';
import {
  getRequisitionStatusLabel,
  getRequisitionTypeLabel,
} from '#renderer/shared/record/requisition-status.tsx';
import type { WorklistQuery } from '#renderer/state/requisitions/worklist-query.ts';
import { useStores } from '#renderer/state/use-stores.ts';

/** The value of a search term as text; a date as typed. */
function formatValue(
  { text, idLabels }: FilterLabelFunctions,
  term: WorklistSearchTerm,
  typed: string,
): string {
  switch (term.field) {
    case 'type':
      return getRequisitionTypeLabel(text, term.value.toLowerCase());
    case 'status':
      return getRequisitionStatusLabel(text, term.value);
    case 'review':
      return text(`worklist.choices.review.${term.value}`);
    case 'code':
      return term.value;
    default:
      if ('from' in term) return stripOperator(typed);
      if (typeof term.value === 'boolean') return text(term.value ? 'query.yes' : 'query.no');
      return formatChipValue(term.value, idLabels);
  }
}

/** The label of a search term's chip; null for free text, which has no chip. */
export function formatWorklistChip(
  labels: FilterLabelFunctions,
  term: WorklistSearchTerm,
  typed: string,
): string | null {
  const { text } = labels;
  if (term.field === 'text') return null;
  if (term.field === 'shared')
    return text(`worklist.choices.shared.${term.value === term.isNot ? 'no' : 'yes'}`);
  return formatFilterLabel(text, term, {
    name: text(`worklist.operator.${term.field}`),
    value: formatValue(labels, term, typed),
  });
}

const SHARING = { yes: 'yes', no: 'no' } as const;
const REVIEWS = {
  needed: 'needed',
  unassigned: 'unassigned',
  asked: 'asked',
  overdue: 'overdue',
  done: 'done',
  none: 'none',
} as const;
const DEADLINES = { today: '..today', tomorrow: '<2d', week: '<8d', later: '>7d' } as const;

/** The filter menus of the worklist. */
export function createWorklistFilterMenus({
  text,
}: Pick<FilterLabelFunctions, 'text'>): readonly FilterMenu[] {
  const label = (id: 'type' | 'shared' | 'review' | 'due'): Pick<FilterMenu, 'id' | 'label'> => ({
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
    createFilterMenu(label('shared'), SHARING, (name, value) => ({
      operator: 'shared',
      value,
      label: text(`worklist.choices.shared.${name}`),
    })),
    createFilterMenu(label('review'), REVIEWS, (name, value) => ({
      operator: 'review',
      value,
      label: text(`worklist.choices.review.${name}`),
    })),
    createFilterMenu(label('due'), DEADLINES, (name, value) => ({
      operator: 'due',
      value,
      label: text(`worklist.choices.due.${name}`),
    })),
    createLocalFilterMenu(text),
  ];
}

/** Returns the current query of the worklist: search text, tab and sort order. */
export function useWorklistQuery(): WorklistQuery {
  return useStore(useStores().worklist.list.store, ({ filter }) => filter);
}
