import type { FormTab, FormTerm } from '#contract/form-list.ts';
import { byField, type ByField, type TermOf } from '../by-field.ts';
import { asksFor, isMarked, isWithin, type FilterContext } from '../terms.ts';
import { normalizeText } from '../worklist/searched-text.ts';
import { idsInSets, type FormCard } from './card.ts';

interface Asking {
  readonly card: FormCard;
  readonly filterContext: FilterContext;
}

type IdTerm = TermOf<'for', FormTerm>;
type SpanTerm = TermOf<'created', FormTerm>;

function isFound({ text, people }: FormCard, value: string, filterContext: FilterContext): boolean {
  const normalizedText = normalizeText(value);
  if (text.includes(normalizedText)) return true;
  const named = filterContext.idsNamed(normalizedText);
  return named.size > 0 && people.some((id) => named.has(id));
}

/** Who may use a form: everyone, some, or nobody can, because it is not for all and every set is empty (section 2.2). */
function getUsable({ record }: FormCard): TermOf<'usable', FormTerm>['value'] {
  if (record.usableBy.usableByAll) return 'all';
  return idsInSets(record).length === 0 ? 'nobody' : 'some';
}

function findIds({ record }: FormCard, field: IdTerm['field']): readonly string[] {
  if (field === 'for') return idsInSets(record);
  return field === 'creator'
    ? [record.createdBy]
    : record.requestCompletionFrom.map(({ patient }) => patient);
}

function findDate({ record, oldestRequestAt }: FormCard, field: SpanTerm['field']): number | null {
  const dates = { waiting: oldestRequestAt, created: record.createdAt, updated: record.lastUpdatedAt };
  return dates[field];
}

function ofId({ field, value }: IdTerm, { card, filterContext }: Asking): boolean {
  return findIds(card, field).some(asksFor(value, filterContext));
}

function ofDate(term: SpanTerm, { card }: Asking): boolean {
  return isWithin(findDate(card, term.field), term);
}

const ANSWERS: ByField<Asking, boolean, FormTerm> = {
  text: ({ value }, { card, filterContext }) => isFound(card, value, filterContext),
  state: ({ value }, { card }) => card.state === value,
  usable: ({ value }, { card }) => getUsable(card) === value,
  for: ofId,
  asked: ofId,
  creator: ofId,
  waiting: ofDate,
  created: ofDate,
  updated: ofDate,
  changed: ({ value }, { card, filterContext }) => filterContext.isChanged(card.id) === value,
  unsent: ({ value }, { card, filterContext }) => filterContext.isUnsent(card.id) === value,
  followup: (term, { card, filterContext }) => isMarked(filterContext.followUp(card.id), term, filterContext),
};

/** Whether a form fulfils a whole filter. */
export function matches(card: FormCard, terms: readonly FormTerm[], filterContext: FilterContext): boolean {
  return terms.every((term) => byField(ANSWERS, term, { card, filterContext }) !== term.isNot);
}

/** Whether a form stands in a tab. */
export function isInTab({ state, record }: FormCard, tab: FormTab): boolean {
  if (tab === 'all') return true;
  return tab === 'asked' ? record.requestCompletionFrom.length > 0 : state === tab;
}
