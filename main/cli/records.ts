import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import type { FormPublicationState } from '#contract/forms.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { RequisitionType } from '#contract/requisitions.ts';
import { escapeControls } from '#main/base/plain-text.ts';
import { type CommandContext, toKindFromLabel, type KindLabel } from './command.ts';
import { withOpenedAccount, type CliAppWithOpenAccount } from './session.ts';
import { type CommandOutput, formatTable } from './output.ts';

type ListQuery = InternalProcedureInput<'records.list'>;

export interface ListRecordsInput {
  readonly kind: KindLabel;
  readonly patient?: string | undefined;
  readonly type?: RequisitionType | undefined;
  readonly search?: string | undefined;
  readonly state?: FormPublicationState | undefined;
  readonly shareWithPatient?: boolean | undefined;
  readonly user?: string | undefined;
  readonly unread?: boolean | undefined;
  readonly searchFrom?: string | undefined;
  readonly searchUntil?: string | undefined;
  readonly searchOn?: string | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
}

const MAX_PAGE = 500;

const FILTER_LABELS = {
  patient: '--patient',
  type: '--requisition-type',
  search: '--search',
  state: '--state',
  shareWithPatient: '--share-with-patient',
  user: '--user',
  unread: '--unread',
  searchFrom: '--search-from',
  searchUntil: '--search-until',
  searchOn: '--search-on',
} as const;
type FilterName = keyof typeof FILTER_LABELS;

const FILTERS_OF: Readonly<Record<KindLabel, readonly FilterName[]>> = {
  forms: ['search', 'state'],
  requisitions: ['patient', 'type', 'search', 'shareWithPatient'],
  notifications: ['user', 'unread', 'searchFrom', 'searchUntil', 'searchOn'],
};

const COLUMNS: Readonly<Record<KindLabel, readonly string[]>> = {
  forms: ['id', 'name', 'has_unpublished_changes', 'last_updated_at'],
  requisitions: ['id', 'type', 'name', 'patient', 'last_updated_at'],
  notifications: ['id', 'title', 'user', 'read', 'created_at'],
};

/**
 * Returns the query of a list (service's document, section 4), or an error for an invalid filter: one of
 * another kind, or an invalid combination.
 */
function toQuery(input: ListRecordsInput): Result<Pick<ListQuery, 'kind' | 'filter'>> {
  const { kind } = input;
  const given = Object.keys(FILTER_LABELS).filter(
    (name): name is FilterName => input[name as FilterName] !== undefined, // The names are keys of this object.
  );
  const foreign = given.find((name) => !FILTERS_OF[kind].includes(name));
  if (foreign !== undefined) {
    return err('invalid-input', { detail: `${FILTER_LABELS[foreign]} is not a filter of ${kind}` });
  }
  if (given.includes('searchOn') && (given.includes('searchFrom') || given.includes('searchUntil'))) {
    return err('invalid-input', {
      detail: '--search-on cannot be used with --search-from or --search-until',
    });
  }
  const filter = Object.fromEntries(given.map((name) => [name, input[name]]));
  return ok({ kind: toKindFromLabel(kind), filter });
}

/**
 * Returns a raw resource on one line, with control characters escaped: where it is printed may be a terminal at the
 * other end of a pipe. Line breaks in JSON occur only between values, so no value changes.
 */
export function putRawJsonOnOneLine(raw: string): string {
  return escapeControls(raw.replace(/[\r\n]+/g, ' '));
}

function toRow(raw: string, columns: readonly string[]): readonly unknown[] {
  const resource: unknown = JSON.parse(raw);
  const fields = new Map(Object.entries(resource as object)); // Only objects with an id are ever cached.
  return columns.map((column) => fields.get(column) ?? '');
}

/** Yields pages of a list until the wanted number of items is reached or there are no more. */
async function* toPages(
  app: CliAppWithOpenAccount,
  query: Pick<ListQuery, 'kind' | 'filter'>,
  { limit, after }: Pick<ListRecordsInput, 'limit' | 'after'>,
): AsyncGenerator<Result<{ readonly items: readonly string[]; readonly next: string | null }>> {
  let left = limit;
  const ask = (place: PageStart<string>) => {
    const wanted = { ...query, limit: Math.min(left, MAX_PAGE), ...place };
    return app.control('records.list', wanted as ListQuery); // Kind and filter belong together.
  };
  for await (const page of iteratePages(ask, after === undefined ? {} : { after })) {
    yield page;
    if (page.ok) left -= page.value.items.length;
    if (left <= 0) return;
  }
}

type Pages = ReturnType<typeof toPages>;

/** Writes one JSON object page by page: a list may be larger than the memory. */
async function writeJson(pages: Pages, output: CommandOutput): Promise<Result<void>> {
  let before = '{"items":[';
  let next: string | null = null;
  for await (const page of pages) {
    if (!page.ok) return page;
    const items = page.value.items.map(putRawJsonOnOneLine).join(',');
    if (items !== '' && !(await output.write(before + items))) return ok(undefined);
    if (items !== '') before = ',';
    next = page.value.next;
  }
  const end = `],"next":${JSON.stringify(next)}}\n`;
  await output.write(before === ',' ? end : before + end);
  return ok(undefined);
}

async function writeTable(
  pages: Pages,
  columns: readonly string[],
  output: CommandOutput,
): Promise<Result<void>> {
  const rows: (readonly unknown[])[] = [];
  let next: string | null = null;
  for await (const page of pages) {
    if (!page.ok) return page;
    rows.push(...page.value.items.map((raw) => toRow(raw, columns)));
    next = page.value.next;
  }
  await output.write(formatTable(columns, rows));
  if (next !== null) await output.write(`More: --after ${next}\n`);
  return ok(undefined);
}

/** Prints a list, newest first. */
export function printRecordList(context: CommandContext, input: ListRecordsInput): Promise<Result<void>> {
  const { output, isJson } = context;
  const query = toQuery(input);
  if (!query.ok) return Promise.resolve(query);
  return withOpenedAccount(context, (app) => {
    const pages = toPages(app, query.value, input);
    return isJson ? writeJson(pages, output) : writeTable(pages, COLUMNS[input.kind], output);
  });
}

/** Prints one raw resource as cached. */
export function printRawRecord(
  context: CommandContext,
  { kind, id }: { readonly kind: KindLabel; readonly id: string },
): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const found = await app.call('records.raw', { kind: toKindFromLabel(kind), id });
    if (!found.ok) return found;
    await context.output.write(`${putRawJsonOnOneLine(found.value.raw)}\n`);
    return ok(undefined);
  });
}

/** Prints every raw resource of a kind as cached, one per line, with back-pressure. */
export function printAllRawRecords(
  context: CommandContext,
  { kind }: { readonly kind: KindLabel },
): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const ask = (place: PageStart<string>) =>
      app.control('records.dump', { kind: toKindFromLabel(kind), limit: MAX_PAGE, ...place });
    for await (const page of iteratePages(ask)) {
      if (!page.ok) return page;
      const lines = page.value.items.map((raw) => `${putRawJsonOnOneLine(raw)}\n`).join('');
      if (!(await context.output.write(lines))) return ok(undefined);
    }
    return ok(undefined);
  });
}
