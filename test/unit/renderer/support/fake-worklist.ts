import type { Bridge } from '#contract/api.ts';
import type { WorklistCounts, WorklistRow, WorklistTab, WorklistTerm } from '#contract/requisitions.ts';
import { ok } from '#contract/result.ts';

type Calls = Bridge['call'];
type WorklistCalls = Pick<
  Calls,
  | Extract<keyof Calls, `worklist.${string}`>
  | 'requisitions.typicalDurations'
  | 'requisitions.similar'
  | 'suggestions.list'
  | 'ids.suggest'
  | 'related.get'
>;

/** A window of rows by keyset, the cursor being the last id. */
export function toPage<R extends { readonly id: string }>(rows: readonly R[], limit: number, after?: string) {
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const items = rows.slice(start, start + limit);
  const last = items.at(-1);
  return ok({ items, next: last !== undefined && start + limit < rows.length ? last.id : null });
}

const DATES = {
  due: 'reviewDeadline',
  created: 'createdAt',
  updated: 'lastUpdatedAt',
  since: 'statusSince',
} as const;
const KNOWN = ['draft', 'sent', 'results_received'] as const;

type Span = Extract<WorklistTerm, { from: unknown }>;

function isWithin(at: number | null, { from, until }: Span): boolean {
  return at !== null && at >= (from ?? -Infinity) && at < (until ?? Infinity);
}

function facts(row: WorklistRow): Readonly<Record<string, unknown>> {
  return {
    ...row,
    shared: row.shareWithPatient,
    changed: row.isChanged,
    unsent: row.pending !== null,
    review: row.needsReview ? 'needed' : 'none',
  };
}

/** Whether a row meets a condition; supports the conditions that tests use. */
function holds(row: WorklistRow, term: WorklistTerm): boolean {
  if ('from' in term) return isWithin(row[DATES[term.field]], term);
  if (term.field === 'text') return row.name.toLowerCase().includes(term.value.toLowerCase());
  return facts(row)[term.field] === term.value;
}

function isInTab(row: WorklistRow, tab: WorklistTab): boolean {
  if (tab === 'all') return true;
  if (tab === 'needs_review') return row.needsReview;
  if (tab === 'unknown') return !KNOWN.some((status) => status === row.status);
  return row.status === tab;
}

function found(rows: readonly WorklistRow[], tab: WorklistTab, terms: readonly WorklistTerm[]) {
  return rows.filter(
    (row) => isInTab(row, tab) && terms.every((term) => holds(row, term) !== (term.isNot ?? false)),
  );
}

/** The cache's results about the worklist, over the rows of an engine in memory. */
export function worklistCalls(app: { readonly requisitions: readonly WorklistRow[] }): WorklistCalls {
  const none = { items: [] };
  const getIds = (tab: WorklistTab, terms: readonly WorklistTerm[]) =>
    found(app.requisitions, tab, terms).map(({ id }) => id);
  return {
    'worklist.page': ({ tab, terms, limit, after }) =>
      Promise.resolve(
        toPage(found(app.requisitions, tab, terms as readonly WorklistTerm[]), limit ?? 50, after),
      ),
    'worklist.counts': ({ terms }) => {
      const count = (tab: WorklistTab) => getIds(tab, terms as readonly WorklistTerm[]).length;
      const counts: WorklistCounts = {
        draft: count('draft'),
        sent: count('sent'),
        results_received: count('results_received'),
        needs_review: count('needs_review'),
        all: count('all'),
        unknown: count('unknown'),
      };
      return Promise.resolve(ok(counts));
    },
    'worklist.ids': ({ tab, terms, limit }) => {
      const ids = getIds(tab, terms as readonly WorklistTerm[]);
      return Promise.resolve(ok({ ids: ids.slice(0, limit), isCut: ids.length > limit }));
    },
    'worklist.export': ({ which }) => {
      const ids = 'ids' in which ? which.ids : app.requisitions.map(({ id }) => id);
      return Promise.resolve(ok({ text: `id\n${ids.join('\n')}\n`, count: ids.length, next: null }));
    },
    'requisitions.typicalDurations': () => Promise.resolve(ok({ steps: [] })),
    'requisitions.similar': () => Promise.resolve(ok(none)),
    'suggestions.list': () => Promise.resolve(ok(none)),
    'ids.suggest': () => Promise.resolve(ok(none)),
    'related.get': () =>
      Promise.resolve(ok({ requisitions: [], forms: [], notifications: [], appointments: [], isCut: false })),
  };
}
