import type { Bridge } from '#contract/api.ts';
import type { CompletionFilter, CompletionRow } from '#contract/completion-requests.ts';
import type { FormListRow, FormTab, FormTerm } from '#contract/forms.ts';
import { ok } from '#contract/result.ts';
import { NOON } from './builders.ts';
import { toPage } from './fake-worklist.ts';

type Calls = Bridge['call'];
type FormCalls = Pick<
  Calls,
  | 'forms.page'
  | 'forms.counts'
  | 'forms.completionRequestHistory'
  | 'forms.export'
  | Extract<keyof Calls, `completions.${string}`>
>;

interface FormStores {
  readonly forms: readonly FormListRow[];
  readonly requests: readonly CompletionRow[];
}

function isInTab(row: FormListRow, tab: FormTab): boolean {
  if (tab === 'all') return true;
  return tab === 'asked' ? row.openRequests > 0 : row.state === tab;
}

/** Whether a form meets a condition; supports the conditions that tests use. */
function holds(row: FormListRow, term: FormTerm): boolean {
  if (term.field === 'text') return row.name.toLowerCase().includes(term.value.toLowerCase());
  return term.field !== 'state' || row.state === term.value;
}

function found({ forms }: FormStores, tab: FormTab, terms: readonly unknown[]): readonly FormListRow[] {
  const conditions = terms as readonly FormTerm[]; // as the page has read them
  return forms.filter(
    (row) => isInTab(row, tab) && conditions.every((term) => holds(row, term) !== (term.isNot ?? false)),
  );
}

function isDue({ reminder }: CompletionRow): boolean {
  return reminder !== null && reminder.remindOn <= NOON;
}

function isShown(row: CompletionRow, show: CompletionFilter['show']): boolean {
  if (show === 'all') return true;
  if (show === 'ended') return row.state !== 'open';
  return row.state === 'open' && (show === 'open' || isDue(row));
}

function asked({ requests }: FormStores, filter: Partial<CompletionFilter>): readonly CompletionRow[] {
  const words = (filter.search ?? '').toLowerCase();
  return requests.filter(
    (row) =>
      (filter.form === undefined || row.form === filter.form) &&
      (filter.patient === undefined || row.patient === filter.patient) &&
      (filter.askedUntil === undefined || (row.requestedAt ?? 0) <= filter.askedUntil) &&
      `${row.formName} ${row.patient}`.toLowerCase().includes(words),
  );
}

/** The cache's results about forms and completion requests, over those of an engine in memory. */
export function formCalls(app: FormStores): FormCalls {
  return {
    'forms.page': ({ tab, terms, limit, after }) =>
      Promise.resolve(toPage(found(app, tab, terms), limit ?? 50, after)),
    'forms.counts': ({ terms }) => {
      const count = (tab: FormTab): number => found(app, tab, terms).length;
      return Promise.resolve(
        ok({
          all: count('all'),
          never_published: count('never_published'),
          unpublished_changes: count('unpublished_changes'),
          published: count('published'),
          asked: count('asked'),
        }),
      );
    },
    'forms.completionRequestHistory': () => Promise.resolve(ok({ unpublishedSince: null, askedSince: 0 })),
    'forms.export': () => Promise.resolve(ok({ text: 'id\n', count: 0, next: null })),
    'completions.page': ({ filter }) =>
      Promise.resolve(
        ok({ items: asked(app, filter).filter((row) => isShown(row, filter.show)), next: null }),
      ),
    'completions.counts': ({ filter }) => {
      const count = (show: CompletionFilter['show']): number =>
        asked(app, filter).filter((row) => isShown(row, show)).length;
      return Promise.resolve(ok({ open: count('open'), due: count('due'), ended: count('ended') }));
    },
    'completions.history': (of) =>
      Promise.resolve(ok({ items: asked(app, of), isCut: false, completed: { of: 0, median: null } })),
    'completions.remind': () => Promise.resolve(ok({})),
  };
}
