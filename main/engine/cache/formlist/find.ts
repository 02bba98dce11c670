import {
  FORM_TABS,
  type FormCounts,
  type FormOrder,
  type FormTab,
  type FormTerm,
} from '#contract/form-list.ts';
import type { MemoryOrder, SpotKey } from '../memory-list.ts';
import type { FormCard } from './card.ts';
import type { FormGround } from './ground.ts';
import { isInTab, matches } from './matches.ts';

const KEYS: Readonly<Record<FormOrder['by'], (card: FormCard) => SpotKey>> = {
  updated: ({ record }) => record.lastUpdatedAt,
  created: ({ record }) => record.createdAt,
  name: ({ nameKey }) => nameKey || null,
  requests: ({ record }) => record.requestCompletionFrom.length || null,
  waiting: ({ oldestRequestAt }) => oldestRequestAt,
};

/** The order of the list of forms. */
export function formOrder({ by, descending }: FormOrder): MemoryOrder<FormCard> {
  const keyOf = KEYS[by];
  return {
    list: `forms.${by}.${descending ? 'down' : 'up'}`,
    descending,
    spotOf: (card) => ({ key: keyOf(card), name: card.id }),
  };
}

/** The forms that a filter finds, as they will be once everything is sent, in no order. */
export function foundForms(ground: FormGround, terms: readonly FormTerm[]): readonly FormCard[] {
  const cards = [...ground.cards.shown().values()];
  if (terms.length === 0) return cards;
  const world = ground.world();
  return cards.filter((card) => matches(card, terms, world));
}

/** The same in one tab. */
export function formsIn(ground: FormGround, tab: FormTab, terms: readonly FormTerm[]): readonly FormCard[] {
  return foundForms(ground, terms).filter((card) => isInTab(card, tab));
}

/** How many each tab holds under a filter. */
export function countForms(ground: FormGround, terms: readonly FormTerm[]): FormCounts {
  const counts = { all: 0, never_published: 0, unpublished_changes: 0, published: 0, asked: 0 };
  for (const card of foundForms(ground, terms)) {
    for (const tab of FORM_TABS) if (isInTab(card, tab)) counts[tab] += 1;
  }
  return counts;
}
