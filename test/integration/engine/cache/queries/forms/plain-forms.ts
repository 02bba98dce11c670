import type { FormSort, FormTab, FormSearchTerm } from '#contract/forms.ts';
import {
  callTermHandler,
  type TermHandlersByField,
  type TermOfField,
} from '#main/engine/cache/query/filter.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';

/** A form as a test expects it: the service's JSON, and the local data about it. */
export interface Known {
  readonly id: string;
  readonly raw: RawForm;
  readonly isUnsent: boolean;
  readonly isChanged: boolean;
  /** Undefined: no mark. */
  readonly remindOn: number | null | undefined;
}

export interface RawForm {
  readonly name: string;
  readonly description: string;
  readonly published_version: string;
  readonly has_unpublished_changes: boolean;
  readonly usable_by: {
    readonly usable_by_all: boolean;
    readonly usable_by: Readonly<Record<string, readonly string[]>>;
  };
  readonly request_completion_from: readonly {
    readonly patient: string;
    readonly requested_by: string;
    readonly requested_at: string;
  }[];
  readonly created_by: string;
  readonly created_at: string;
  readonly last_updated_at: string;
}

export interface App {
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
}

interface Asking extends Known {
  readonly app: App;
}

function time(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
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

function sets({ usable_by: { usable_by: inner } }: RawForm): readonly string[] {
  return Object.values(inner).flat();
}

function patients({ request_completion_from: requests }: RawForm): readonly string[] {
  return requests.map(({ patient }) => patient);
}

function getState(raw: RawForm): string {
  if (raw.published_version === '') return 'never_published';
  return raw.has_unpublished_changes ? 'unpublished_changes' : 'published';
}

function usable(raw: RawForm): string {
  if (raw.usable_by.usable_by_all) return 'all';
  return sets(raw).length > 0 ? 'some' : 'none';
}

function toDate(raw: RawForm, field: 'waiting' | 'created' | 'updated'): number | null {
  if (field === 'created') return time(raw.created_at);
  if (field === 'updated') return time(raw.last_updated_at);
  const times = raw.request_completion_from.flatMap((request) => time(request.requested_at) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

function idTerm({ field, value }: TermOfField<'for', FormSearchTerm>, { raw, app }: Asking): boolean {
  const ids = { for: sets(raw), asked: patients(raw), creator: [raw.created_by] };
  return ids[field].some((id) => isId(id, value, app));
}

function dateTerm({ field, from, until }: TermOfField<'created', FormSearchTerm>, { raw }: Asking): boolean {
  const date = toDate(raw, field);
  return date !== null && date >= (from ?? -Infinity) && date < (until ?? Infinity);
}

const TERMS: TermHandlersByField<Asking, boolean, FormSearchTerm> = {
  text: ({ value }, { raw, app }) => {
    const people = [
      raw.created_by,
      ...sets(raw),
      ...raw.request_completion_from.flatMap((request) => [request.patient, request.requested_by]),
    ];
    return (
      holds(raw.name, value) || holds(raw.description, value) || people.some((id) => isNamed(id, value, app))
    );
  },
  state: ({ value }, { raw }) => getState(raw) === value,
  usable: ({ value }, { raw }) => usable(raw) === value,
  for: idTerm,
  asked: idTerm,
  creator: idTerm,
  waiting: dateTerm,
  created: dateTerm,
  updated: dateTerm,
  changed: ({ value }, { isChanged }) => isChanged === value,
  unsent: ({ value }, { isUnsent }) => isUnsent === value,
  followup: ({ value }, { remindOn, app }) => {
    if (value === 'due') return typeof remindOn === 'number' && remindOn <= app.now;
    return (remindOn !== undefined) === (value === 'any');
  },
};

/** Whether a form meets a filter, as the contract defines it. */
export function fulfils(known: Known, terms: readonly FormSearchTerm[], app: App): boolean {
  return terms.every((term) => callTermHandler(TERMS, term, { ...known, app }) === !term.isNot);
}

/** Whether it belongs to a tab. */
export function isInTab(tab: FormTab, { raw }: Known): boolean {
  if (tab === 'all') return true;
  return tab === 'asked' ? raw.request_completion_from.length > 0 : getState(raw) === tab;
}

function toKey(raw: RawForm, by: FormSort['by']): string | number | null {
  if (by === 'name') return toNameSortKey(raw.name) || null;
  if (by === 'requests') return raw.request_completion_from.length || null;
  return toDate(raw, by);
}

/** The order of the list: by the value, equal ones by their id, those without it last in both directions. */
export function inOrder({ by, descending }: FormSort): (left: Known, right: Known) => number {
  const way = descending ? -1 : 1;
  return (left, right) => {
    const [a, b] = [toKey(left.raw, by), toKey(right.raw, by)];
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    if (a !== null && b !== null && a !== b) return a < b ? -way : way;
    return left.id < right.id ? -way : way;
  };
}
