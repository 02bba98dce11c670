import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import {
  callTermHandler,
  type TermHandlersByField,
  type TermOfField,
} from '#main/engine/cache/query/filter.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';

/** A requisition as a test expects it: the service's JSON, and the local data about it. */
export interface Known {
  readonly id: string;
  readonly row: number;
  readonly raw: Raw;
  readonly isUnsent: boolean;
  readonly isChanged: boolean;
  /** Undefined: no mark. */
  readonly remindOn: number | null | undefined;
}

interface Review {
  readonly status: string;
  readonly reviewer: string;
  readonly requested_by: string;
  readonly review_deadline: string | null;
  readonly reviewed_at: string | null;
}

export interface Raw {
  readonly type: string;
  readonly name: string;
  readonly patient: string;
  readonly share_with_patient: boolean;
  readonly service_facility: string;
  readonly ordering_provider: string;
  readonly diagnoses: readonly { readonly code: string; readonly description: string }[];
  readonly scripts: readonly { readonly name: string; readonly description: string }[];
  readonly order_details: string;
  readonly comments: readonly { readonly comment: string; readonly created_by: string }[];
  readonly reviews: readonly Review[];
  readonly status_history: readonly {
    readonly status: string;
    readonly changed_by: string;
    readonly changed_at: string;
  }[];
  readonly created_by: string;
  readonly created_at: string;
  readonly last_updated_at: string;
}

export interface App {
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
}

const KNOWN = ['draft', 'sent', 'results_received'];

function time(text: string | null): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}

function getStatus({ status_history: history }: Raw): string {
  const latest = Math.max(...history.map((entry) => time(entry.changed_at) ?? -1));
  return history.findLast((entry) => (time(entry.changed_at) ?? -1) === latest)?.status ?? '';
}

function openReviews({ reviews }: Raw): readonly Review[] {
  return reviews.filter((review) => review.status !== 'reviewed' && time(review.reviewed_at) === null);
}

/** The open review that has to be done first. */
function nextReview(raw: Raw): Review | undefined {
  const open = openReviews(raw);
  const soonest = Math.min(...open.map((review) => time(review.review_deadline) ?? Infinity));
  return open.find((review) => (time(review.review_deadline) ?? Infinity) === soonest);
}

/** Results that came after every review that was done. */
function hasLaterResult({ reviews, status_history: history }: Raw): boolean {
  const done = reviews.filter(({ status }) => status === 'reviewed');
  const dates = done.map((review) => time(review.reviewed_at) ?? Infinity);
  const received = history.filter(({ status }) => status === 'results_received');
  return (
    done.length > 0 && received.some((entry) => (time(entry.changed_at) ?? -Infinity) > Math.max(...dates))
  );
}

function needsReview(raw: Raw): boolean {
  if (openReviews(raw).length > 0 || hasLaterResult(raw)) return true;
  return getStatus(raw) === 'results_received' && !raw.reviews.some(({ status }) => status === 'reviewed');
}

function deadline(raw: Raw): number | null {
  return time(nextReview(raw)?.review_deadline ?? null);
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function isNamed(id: string, part: string, { names }: App): boolean {
  const name = names.get(id);
  return name !== undefined && holds(name, part);
}

function isId(id: string, value: string, app: App): boolean {
  if (/^[a-z]+_/.test(value)) return id === value;
  return (value.length >= 4 && id.endsWith(value)) || isNamed(id, value, app);
}

function textHolds(raw: Raw, value: string, app: App): boolean {
  const texts = [
    raw.name,
    raw.order_details,
    ...raw.diagnoses.map((each) => `${each.code} ${each.description}`),
    ...raw.scripts.map((each) => `${each.name} ${each.description}`),
    ...raw.comments.map(({ comment }) => comment),
  ];
  const people = [
    raw.patient,
    raw.service_facility,
    raw.ordering_provider,
    raw.created_by,
    ...raw.comments.map((each) => each.created_by),
    ...raw.reviews.flatMap(({ reviewer, requested_by: by }) => [reviewer, by]),
    ...raw.status_history.map((entry) => entry.changed_by),
  ];
  return texts.some((text) => holds(text, value)) || people.some((id) => isNamed(id, value, app));
}

function isReviewed(raw: Raw, value: string, { now }: App): boolean {
  if (value === 'needed') return needsReview(raw);
  if (value === 'asked') return openReviews(raw).length > 0;
  if (value === 'overdue') return (deadline(raw) ?? Infinity) < now;
  if (value === 'unassigned')
    return needsReview(raw) && openReviews(raw).every(({ reviewer }) => reviewer === '');
  if (value === 'done') return raw.reviews.length > 0 && openReviews(raw).length === 0;
  return raw.reviews.length === 0;
}

/** The time of its status: the first of the last entries that all have it. */
function since(raw: Raw): number | null {
  const ordered = [...raw.status_history].sort(
    (left, right) => (time(left.changed_at) ?? -1) - (time(right.changed_at) ?? -1),
  );
  const status = getStatus(raw);
  let first: string | null = null;
  for (const entry of ordered.reverse()) {
    if (entry.status !== status) break;
    first = entry.changed_at;
  }
  return time(first);
}

function toDate(raw: Raw, field: string): number | null {
  if (field === 'due') return deadline(raw);
  if (field === 'since') return since(raw);
  return time(field === 'created' ? raw.created_at : raw.last_updated_at);
}

type IdTerm = TermOfField<'patient'>;

function idTerm({ field, value }: IdTerm, { raw, app }: Asking): boolean {
  const ids = {
    patient: raw.patient,
    facility: raw.service_facility,
    provider: raw.ordering_provider,
  };
  return isId(ids[field], value, app);
}

/** Whether one of the open reviews is this person's, and if so asked past its deadline. */
function reviewerTerm({ field, value }: TermOfField<'reviewer'>, { raw, app }: Asking): boolean {
  return openReviews(raw).some(
    (review) =>
      isId(review.reviewer, value, app) &&
      (field === 'reviewer' || (time(review.review_deadline) ?? Infinity) < app.now),
  );
}

/** Whether a user has to review it, and with `overdue_for` whether an open review of theirs is past its deadline. */
function reviewForTerm({ field, value }: TermOfField<'review_for'>, { raw, app }: Asking): boolean {
  const open = openReviews(raw);
  const own = open.filter(({ reviewer }) => reviewer === '' || isId(reviewer, value, app));
  if (field === 'review_for') return needsReview(raw) && (open.length === 0 || own.length > 0);
  return own.some((each) => (time(each.review_deadline) ?? Infinity) < app.now);
}

function dateTerm({ field, from, until }: TermOfField<'due'>, { raw }: Asking): boolean {
  const date = toDate(raw, field);
  return date !== null && date >= (from ?? -Infinity) && date < (until ?? Infinity);
}

interface Asking extends Known {
  readonly app: App;
}

const TERMS: TermHandlersByField<Asking, boolean> = {
  text: ({ value }, { raw, app }) => textHolds(raw, value, app),
  patient: idTerm,
  facility: idTerm,
  provider: idTerm,
  reviewer: reviewerTerm,
  overdue: reviewerTerm,
  review_for: reviewForTerm,
  overdue_for: reviewForTerm,
  type: ({ value }, { raw }) => raw.type.toLowerCase() === value.toLowerCase(),
  status: ({ value }, { raw }) => getStatus(raw).toLowerCase() === value.toLowerCase(),
  shared: ({ value }, { raw }) => raw.share_with_patient === value,
  code: ({ value }, { raw }) =>
    raw.diagnoses.some(({ code }) => code.toLowerCase().startsWith(value.toLowerCase())),
  review: ({ value }, { raw, app }) => isReviewed(raw, value, app),
  due: dateTerm,
  created: dateTerm,
  updated: dateTerm,
  since: dateTerm,
  changed: ({ value }, { isChanged }) => isChanged === value,
  unsent: ({ value }, { isUnsent }) => isUnsent === value,
  followup: ({ value }, { remindOn, app }) => {
    if (value === 'due') return typeof remindOn === 'number' && remindOn <= app.now;
    return (remindOn !== undefined) === (value === 'any');
  },
};

/** Whether a requisition meets a filter, as the contract defines it. */
export function fulfils(known: Known, terms: readonly WorklistSearchTerm[], app: App): boolean {
  return terms.every((term) => callTermHandler(TERMS, term, { ...known, app }) === !term.isNot);
}

/** Whether it belongs to a tab. */
export function isInTab(tab: WorklistTab, { raw }: Known): boolean {
  if (tab === 'all') return true;
  if (tab === 'needs_review') return needsReview(raw);
  return tab === 'unknown' ? !KNOWN.includes(getStatus(raw)) : getStatus(raw) === tab;
}

/** How long results usually take, by type, facility and test; an empty key stands for all tests. */
export type UsualWaits = readonly {
  readonly type: string;
  readonly serviceFacility: string;
  readonly nameKey: string;
  readonly median: number;
}[];

/** Added where no usual wait is known: such requisitions follow all that have one. */
const WITHOUT_USUAL_WAIT = 1e15;

/** When a requisition that was sent has waited as long as is usual. */
function usualWaitOver(raw: Raw, waits: UsualWaits): number | null {
  const start = since(raw) ?? time(raw.created_at);
  if (getStatus(raw) !== 'sent' || start === null) return null;
  const here = waits.filter(
    ({ type, serviceFacility }) => type === raw.type && serviceFacility === raw.service_facility,
  );
  const ofTest = here.find(({ nameKey }) => nameKey === toNameSortKey(raw.name));
  const usual = ofTest ?? here.find(({ nameKey }) => nameKey === '');
  return start + (usual?.median ?? WITHOUT_USUAL_WAIT);
}

function toKey(raw: Raw, by: WorklistSort['by'], waits: UsualWaits): string | number | null {
  if (by === 'usual') return usualWaitOver(raw, waits);
  if (by === 'deadline') return deadline(raw);
  if (by === 'name') return toNameSortKey(raw.name) || null;
  return by === 'patient' ? raw.patient || null : toDate(raw, by);
}

/** The order of the list: by the value, equal ones by their row, those without it last in both directions. */
export function inOrder(
  { by, descending }: WorklistSort,
  waits: UsualWaits,
): (left: Known, right: Known) => number {
  const way = descending ? -1 : 1;
  return (left, right) => {
    const [a, b] = [toKey(left.raw, by, waits), toKey(right.raw, by, waits)];
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    if (a !== null && b !== null && a !== b) return a < b ? -way : way;
    return way * (left.row - right.row);
  };
}
