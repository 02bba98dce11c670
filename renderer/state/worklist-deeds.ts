import { isLocalId } from '#contract/local-id.ts';
import type { Paper } from '#contract/papers.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { WorklistRow } from '#contract/worklist.ts';
import type { Calls } from './bridge.ts';
import { chunks } from './chunks.ts';
import { wholeText } from './whole-text.ts';
import { sharing } from './presses.ts';
import type { AskedQuery } from './worklist-query.ts';

/** What can be done with many requisitions at once. */
export const BULK_ACTIONS = ['papers', 'print', 'export', 'share', 'unshare'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What became of one: it waits, its write is saved here, its PDF is asked for, arrives or is here, it is in the file or on the sheet. */
export type BulkState =
  | 'waiting'
  | 'saved'
  | 'queued'
  | 'arriving'
  | 'here'
  | 'written'
  | 'printed'
  | 'failed';

export interface Told {
  readonly ids: readonly string[];
  readonly state: BulkState;
  readonly error: AppError | null;
}
type Tell = (told: Told) => void;

/** What a deed leans on. */
export interface BulkNeeds {
  readonly calls: Calls;
  /** The query on screen, as it is asked. */
  readonly asked: () => AskedQuery;
  /** The lines that are loaded already. */
  readonly rows: () => readonly WorklistRow[];
  /** A write was saved. */
  readonly onSaved: () => void;
  readonly print: (rows: readonly WorklistRow[]) => void;
}

/** `given-up`: the person was asked where to, and wanted nothing after all. */
type Outcome = 'done' | 'given-up';
type Deed = (ids: readonly string[], needs: BulkNeeds, tell: Tell) => Promise<Outcome>;

const PAGE = 500;
/** Far more pages than 5,000 rows can fill; a page may be short. */
const MOST_PAGES = 400;

const failedWith =
  (tell: Tell, ids: readonly string[]) =>
  (error: AppError): void =>
    tell({ ids, state: 'failed', error });

/** How a PDF stands, as what became of asking for it. */
export function fetchedState(state: Paper['state']): BulkState {
  return state === 'none' ? 'failed' : state;
}

/** Tells how the PDFs of some stand by now. Those that nobody asks for any more were stopped. */
export async function tellStanding(
  ids: readonly string[],
  { calls }: Pick<BulkNeeds, 'calls'>,
  tell: Tell,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    const answer = await calls['papers.some']({ ids: chunk });
    if (!answer.ok) {
      failedWith(tell, chunk)(answer.error);
      continue;
    }
    const papers = new Map(answer.value.items.map((paper) => [paper.id, paper]));
    for (const id of chunk) {
      const paper = papers.get(id);
      const state = fetchedState(paper?.state ?? 'none');
      tell({ ids: [id], state, error: state === 'failed' ? (paper?.error ?? { code: 'cancelled' }) : null });
    }
  }
}

const fetchPapers: Deed = async (ids, needs, tell) => {
  // The service has no PDF of what it does not know yet.
  const local = ids.filter((id) => isLocalId(id));
  tell({ ids: local, state: 'failed', error: { code: 'not-found' } });
  for (const chunk of chunks(ids.filter((id) => !isLocalId(id)))) {
    const answer = await needs.calls['papers.fetch']({ ids: chunk });
    if (answer.ok) await tellStanding(chunk, needs, tell);
    else failedWith(tell, chunk)(answer.error);
  }
  return 'done';
};

const share =
  (isShared: boolean): Deed =>
  async (ids, { calls, onSaved }, tell) => {
    for (const id of ids) {
      const answer = await calls['writes.save'](sharing(id, isShared));
      if (answer.ok) tell({ ids: [id], state: 'saved', error: null });
      else failedWith(tell, [id])(answer.error);
    }
    onSaved();
    return 'done';
  };

const exportTable: Deed = async (ids, { calls }, tell) => {
  const which = { ids };
  const table = await wholeText((after) => calls['worklist.export']({ format: 'csv', which, ...after }));
  const saved = table.ok
    ? await calls['files.saveText']({ suggested: 'requisitions.csv', text: table.value })
    : table;
  if (!saved.ok) failedWith(tell, ids)(saved.error);
  else if (!saved.value.isSaved) return 'given-up';
  else tell({ ids, state: 'written', error: null });
  return 'done';
};

/** The lines of these ids in the order of the list, read on where they are not loaded. */
async function linesOf(
  ids: readonly string[],
  { calls, asked, rows }: BulkNeeds,
): Promise<Result<readonly WorklistRow[]>> {
  const wanted = new Set(ids);
  const found = new Map(rows().flatMap((row) => (wanted.has(row.id) ? [[row.id, row] as const] : [])));
  const query = asked();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.size < wanted.size; page += 1) {
    const answer = await calls['worklist.page']({
      ...query,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    if (!answer.ok) return answer;
    for (const row of answer.value.items) if (wanted.has(row.id)) found.set(row.id, row);
    if (answer.value.next === null) break;
    after = answer.value.next;
  }
  return { ok: true, value: [...found.values()] };
}

const printSheet: Deed = async (ids, needs, tell) => {
  const lines = await linesOf(ids, needs);
  if (!lines.ok) {
    failedWith(tell, ids)(lines.error);
    return 'done';
  }
  const found = new Set(lines.value.map(({ id }) => id));
  failedWith(
    tell,
    ids.filter((id) => !found.has(id)),
  )({ code: 'not-found' });
  tell({ ids: [...found], state: 'printed', error: null });
  if (lines.value.length > 0) needs.print(lines.value);
  return 'done';
};

/** What each action does. */
export const BULK_DEEDS: Readonly<Record<BulkAction, Deed>> = {
  papers: fetchPapers,
  print: printSheet,
  export: exportTable,
  share: share(true),
  unshare: share(false),
};
