import type { Bridge } from '#contract/api.ts';
import type { CompletionFilter, CompletionLine } from '#contract/completions.ts';
import type { FormLine, FormTab, FormTerm } from '#contract/form-list.ts';
import { ok } from '#contract/result.ts';
import { NOON } from './builders.ts';
import { pageOf } from './fake-worklist.ts';

type Calls = Bridge['call'];
type FormCalls = Pick<
  Calls,
  | 'forms.page'
  | 'forms.counts'
  | 'forms.story'
  | 'forms.export'
  | Extract<keyof Calls, `completions.${string}`>
>;

interface FormDesk {
  readonly forms: readonly FormLine[];
  readonly requests: readonly CompletionLine[];
}

function isInTab(row: FormLine, tab: FormTab): boolean {
  if (tab === 'all') return true;
  return tab === 'asked' ? row.openRequests > 0 : row.state === tab;
}

/** Whether a form meets a condition, of those that tests ask for. */
function holds(row: FormLine, term: FormTerm): boolean {
  if (term.field === 'text') return row.name.toLowerCase().includes(term.value.toLowerCase());
  return term.field !== 'state' || row.state === term.value;
}

function found({ forms }: FormDesk, tab: FormTab, terms: readonly unknown[]): readonly FormLine[] {
  const conditions = terms as readonly FormTerm[]; // as the page has read them
  return forms.filter(
    (row) => isInTab(row, tab) && conditions.every((term) => holds(row, term) !== (term.isNot ?? false)),
  );
}

function isDue({ reminder }: CompletionLine): boolean {
  return reminder !== null && reminder.remindOn <= NOON;
}

function isShown(line: CompletionLine, show: CompletionFilter['show']): boolean {
  if (show === 'all') return true;
  if (show === 'ended') return line.state !== 'open';
  return line.state === 'open' && (show === 'open' || isDue(line));
}

function asked({ requests }: FormDesk, filter: Partial<CompletionFilter>): readonly CompletionLine[] {
  const words = (filter.search ?? '').toLowerCase();
  return requests.filter(
    (line) =>
      (filter.form === undefined || line.form === filter.form) &&
      (filter.patient === undefined || line.patient === filter.patient) &&
      (filter.askedUntil === undefined || (line.requestedAt ?? 0) <= filter.askedUntil) &&
      `${line.formName} ${line.patient}`.toLowerCase().includes(words),
  );
}

/** What the cache answers about forms and the requests to complete them, over those of a desk in memory. */
export function formCalls(desk: FormDesk): FormCalls {
  return {
    'forms.page': ({ tab, terms, limit, after }) =>
      Promise.resolve(pageOf(found(desk, tab, terms), limit ?? 50, after)),
    'forms.counts': ({ terms }) => {
      const count = (tab: FormTab): number => found(desk, tab, terms).length;
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
    'forms.story': () => Promise.resolve(ok({ driftSince: null, askedSince: 0 })),
    'forms.export': () => Promise.resolve(ok({ text: 'id\n', count: 0, next: null })),
    'completions.page': ({ filter }) =>
      Promise.resolve(
        ok({ items: asked(desk, filter).filter((line) => isShown(line, filter.show)), next: null }),
      ),
    'completions.counts': ({ filter }) => {
      const count = (show: CompletionFilter['show']): number =>
        asked(desk, filter).filter((line) => isShown(line, show)).length;
      return Promise.resolve(ok({ open: count('open'), due: count('due'), ended: count('ended') }));
    },
    'completions.history': (of) =>
      Promise.resolve(ok({ items: asked(desk, of), isCut: false, completed: { of: 0, median: null } })),
    'completions.remind': () => Promise.resolve(ok({})),
  };
}
