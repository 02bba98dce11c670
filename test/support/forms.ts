import type { FormSort, FormTab, FormTerm } from '#contract/forms.ts';
import { unwrap } from './engine.ts';
import type { CacheAndLocal } from './overlay.ts';

/** A query of the list of forms. */
export interface AskedForms {
  readonly tab?: FormTab;
  readonly terms?: readonly FormTerm[];
  readonly order?: FormSort;
  readonly limit?: number;
}

/** Newest update first. */
const NEWEST: FormSort = { by: 'updated', descending: true };

/** Every row of the list of forms, read page by page. */
export function toFormListRows(cache: CacheAndLocal, asked: AskedForms = {}) {
  const { tab = 'all', terms = [], order = NEWEST, limit = 500 } = asked;
  const items = [];
  let after: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const place = after === undefined ? {} : { after };
    const page = unwrap(cache.read('forms.page', { tab, terms, order, limit, ...place }));
    if (page.items.length > limit) throw new Error('the page is too long');
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
  throw new Error('the list does not end');
}

/** Who may use a form, as the service writes it. */
export function usableBy(
  all: boolean,
  sets: {
    readonly medical_centers?: readonly string[];
    readonly specializations?: readonly string[];
    readonly peer_groups?: readonly string[];
    readonly individuals?: readonly string[];
  } = {},
) {
  const empty = { medical_centers: [], specializations: [], peer_groups: [], individuals: [] };
  return { usable_by_all: all, usable_by: { ...empty, ...sets } };
}

/** A request to complete a form, as the service writes it. */
export function rawRequest(patient: string, requestedAt: string, requestedBy = 'user_d1') {
  return { patient, requested_by: requestedBy, requested_at: requestedAt };
}

/** Who is asked in a raw form, by their ids. */
export function findPatients(form: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const requests = (form?.['request_completion_from'] ?? []) as readonly { readonly patient: string }[]; // the clinic's own
  return requests.map(({ patient }) => patient).toSorted();
}
