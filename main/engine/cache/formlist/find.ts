import {
  FORM_TABS,
  type FormCounts,
  type FormSort,
  type FormTab,
  type FormTerm,
} from '#contract/form-list.ts';
import type { MemoryOrder, SpotKey } from '../memory-list.ts';
import type { FormCard } from './card.ts';
import type { FormQueryContext } from './ground.ts';
import { isInTab, matches } from './matches.ts';

const KEYS: Readonly<Record<FormSort['by'], (card: FormCard) => SpotKey>> = {
  updated: ({ record }) => record.lastUpdatedAt,
  created: ({ record }) => record.createdAt,
  name: ({ nameKey }) => nameKey || null,
  requests: ({ record }) => record.requestCompletionFrom.length || null,
  waiting: ({ oldestRequestAt }) => oldestRequestAt,
};

/** The order of the list of forms. */
export function formOrder({ by, descending }: FormSort): MemoryOrder<FormCard> {
  const toKey = KEYS[by];
  return {
    list: `forms.${by}.${descending ? 'down' : 'up'}`,
    descending,
    spotOf: (card) => ({ key: toKey(card), name: card.id }),
  };
}

/** The forms that a filter finds, as they will be once everything is sent, in no order. */
export function foundForms(context: FormQueryContext, terms: readonly FormTerm[]): readonly FormCard[] {
  const cards = [...context.cards.shown().values()];
  if (terms.length === 0) return cards;
  const filterContext = context.filterContext();
  return cards.filter((card) => matches(card, terms, filterContext));
}

/** The same in one tab. */
export function findForms(
  context: FormQueryContext,
  tab: FormTab,
  terms: readonly FormTerm[],
): readonly FormCard[] {
  return foundForms(context, terms).filter((card) => isInTab(card, tab));
}

/** How many each tab holds under a filter. */
export function countForms(context: FormQueryContext, terms: readonly FormTerm[]): FormCounts {
  const counts = { all: 0, never_published: 0, unpublished_changes: 0, published: 0, asked: 0 };
  for (const card of foundForms(context, terms)) {
    for (const tab of FORM_TABS) if (isInTab(card, tab)) counts[tab] += 1;
  }
  return counts;
}
