import type { FormTab, FormTerm } from '#contract/form-list.ts';
import { byField, type ByField, type TermOf } from '../by-field.ts';
import { asksFor, isMarked, isWithin, type World } from '../terms.ts';
import { foldText } from '../worklist/searched-text.ts';
import { idsInSets, type FormCard } from './card.ts';

interface Asking {
  readonly card: FormCard;
  readonly world: World;
}

type IdTerm = TermOf<'for', FormTerm>;
type SpanTerm = TermOf<'created', FormTerm>;

function isFound({ text, people }: FormCard, value: string, world: World): boolean {
  const folded = foldText(value);
  if (text.includes(folded)) return true;
  const named = world.idsNamed(folded);
  return named.size > 0 && people.some((id) => named.has(id));
}

/** Who may use a form: everyone, some, or nobody can, because it is not for all and every set is empty (section 2.2). */
function usableOf({ record }: FormCard): TermOf<'usable', FormTerm>['value'] {
  if (record.usableBy.usableByAll) return 'all';
  return idsInSets(record).length === 0 ? 'nobody' : 'some';
}

function idsIn({ record }: FormCard, field: IdTerm['field']): readonly string[] {
  if (field === 'for') return idsInSets(record);
  return field === 'creator'
    ? [record.createdBy]
    : record.requestCompletionFrom.map(({ patient }) => patient);
}

function dateIn({ record, oldestRequestAt }: FormCard, field: SpanTerm['field']): number | null {
  const dates = { waiting: oldestRequestAt, created: record.createdAt, updated: record.lastUpdatedAt };
  return dates[field];
}

function ofId({ field, value }: IdTerm, { card, world }: Asking): boolean {
  return idsIn(card, field).some(asksFor(value, world));
}

function ofDate(term: SpanTerm, { card }: Asking): boolean {
  return isWithin(dateIn(card, term.field), term);
}

const ANSWERS: ByField<Asking, boolean, FormTerm> = {
  text: ({ value }, { card, world }) => isFound(card, value, world),
  state: ({ value }, { card }) => card.state === value,
  usable: ({ value }, { card }) => usableOf(card) === value,
  for: ofId,
  asked: ofId,
  creator: ofId,
  waiting: ofDate,
  created: ofDate,
  updated: ofDate,
  changed: ({ value }, { card, world }) => world.isChanged(card.id) === value,
  unsent: ({ value }, { card, world }) => world.isUnsent(card.id) === value,
  followup: (term, { card, world }) => isMarked(world.followUp(card.id), term, world),
};

/** Whether a form fulfils a whole filter. */
export function matches(card: FormCard, terms: readonly FormTerm[], world: World): boolean {
  return terms.every((term) => byField(ANSWERS, term, { card, world }) !== term.isNot);
}

/** Whether a form stands in a tab. */
export function isInTab({ state, record }: FormCard, tab: FormTab): boolean {
  if (tab === 'all') return true;
  return tab === 'asked' ? record.requestCompletionFrom.length > 0 : state === tab;
}
