import { z } from 'zod';
import type { CallOutput } from '#contract/api.ts';
import { MISSING_RECORD_STATES, type MissingRecord } from '#contract/missing-records.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import { MAX_ID_LENGTH } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import {
  type CommandContext,
  toKindFromLabel,
  toKindLabel,
  type KindLabel,
  defineCommand,
  type CliCommand,
  KIND_PARAMETER,
  kindLabelSchema,
} from './command.ts';
import { formatTable } from './output.ts';
import { recordListAsExport } from './printed-lists.ts';
import { putRawJsonOnOneLine } from './records.ts';
import { withOpenedAccount, type CliAppWithOpenAccount } from './session.ts';

type State = MissingRecord['state'];
type Cursor = NonNullable<CallOutput<'missing.list'>['next']>;

const MAX_PAGE = 500;
const HEADINGS = ['state', 'kind', 'id', 'name', 'reason', 'waits for you', 'out since'];

/** Returns every missing record in these states. */
async function listAllMissing(
  app: CliAppWithOpenAccount,
  states: readonly State[],
): Promise<Result<readonly MissingRecord[]>> {
  const all: MissingRecord[] = [];
  for (const state of states) {
    const found = await collectItemsFromPages((place: PageStart<Cursor>) =>
      app.call('missing.list', { state, limit: MAX_PAGE, ...place }),
    );
    if (!found.ok) return found;
    all.push(...found.value.items);
  }
  return ok(all);
}

function describeWait({ state, hasOpenReview, reminders, unsentChanges }: MissingRecord): string {
  if (state === 'held') return 'to confirm the list';
  return [
    ...(hasOpenReview ? ['open review'] : []),
    ...(reminders > 0 ? [`reminders: ${reminders}`] : []),
    ...(unsentChanges > 0 ? [`unsent: ${unsentChanges}`] : []),
  ].join(', ');
}

function toRow(record: MissingRecord): readonly string[] {
  const { state, kind, id, name, reason, movedAt } = record;
  const since = movedAt === null ? '' : new Date(movedAt).toISOString();
  return [state, toKindLabel(kind), id, name, reason, describeWait(record), since];
}

/** Prints the records that the service no longer returns; with --json as `{"items":[…],"next":null}`. */
function listMissing(
  context: CommandContext,
  { state }: { readonly state?: State | undefined },
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const states = state === undefined ? MISSING_RECORD_STATES : [state];
    const all = await recordListAsExport(app, await listAllMissing(app, states));
    if (!all.ok) return all;
    const asJson = `${JSON.stringify({ items: all.value, next: null })}\n`;
    const none = 'The service returns every cached record.\n';
    const asTable = all.value.length === 0 ? none : formatTable(HEADINGS, all.value.map(toRow));
    await output.write(isJson ? asJson : asTable);
    return ok(undefined);
  });
}

interface OneInput {
  readonly kind: KindLabel;
  readonly id: string;
}

/** Prints the last known content of a record that the service no longer returns. */
function getMissing(context: CommandContext, { kind, id }: OneInput): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const found = await app.call('missing.get', { kind: toKindFromLabel(kind), id });
    if (!found.ok) return found;
    const { raw } = found.value;
    if (raw === null) return err('forbidden', { detail: 'the service no longer lets this user see it' });
    await context.output.write(`${putRawJsonOnOneLine(raw)}\n`);
    return ok(undefined);
  });
}

/** Returns the ids to confirm: one, or all of the kind that need confirmation. */
async function toConfirm(
  app: CliAppWithOpenAccount,
  kind: KindLabel,
  id: string | undefined,
): Promise<Result<readonly string[]>> {
  if (id !== undefined) return ok([id]);
  const waiting = await listAllMissing(app, ['held', 'open']);
  if (!waiting.ok) return waiting;
  return ok(waiting.value.filter((record) => toKindLabel(record.kind) === kind).map((record) => record.id));
}

/** Confirms that records are missing: held ones leave their list, open ones are closed. */
function confirmMissing(
  context: CommandContext,
  { kind, id }: { readonly kind: KindLabel; readonly id?: string | undefined },
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const ids = await toConfirm(app, kind, id);
    if (!ids.ok) return ids;
    let confirmed = 0;
    for (let from = 0; from < ids.value.length; from += MAX_PAGE) {
      const some = ids.value.slice(from, from + MAX_PAGE);
      const done = await app.call('missing.confirm', { kind: toKindFromLabel(kind), ids: some });
      if (!done.ok) return done;
      confirmed += done.value.confirmed;
    }
    if (id !== undefined && confirmed === 0)
      return err('not-found', { detail: 'no record with this id needs to be confirmed' });
    await output.write(isJson ? `${JSON.stringify({ confirmed })}\n` : `Confirmed: ${confirmed}.\n`);
    return ok(undefined);
  });
}

const id = z.string().min(1).max(MAX_ID_LENGTH);

/** The commands for records that the service no longer returns. */
export const MISSING_RECORD_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['missing', 'list'],
    about: 'List records that the service no longer returns, and what on them needs you.',
    parameters: [],
    options: [{ usage: '--state <state>', about: 'held (still listed), open, or closed; default: all' }],
    input: z.strictObject({
      state: z.enum(MISSING_RECORD_STATES, `expected one of ${MISSING_RECORD_STATES.join(', ')}`).optional(),
    }),
    run: listMissing,
  }),
  defineCommand({
    name: ['missing', 'get'],
    about: 'Print the last known content of such a record.',
    parameters: [KIND_PARAMETER, { usage: '<id>', about: 'its identifier' }],
    options: [],
    input: z.strictObject({ kind: kindLabelSchema, id }),
    run: getMissing,
  }),
  defineCommand({
    name: ['missing', 'confirm'],
    about: 'Confirm that records are missing: held ones leave their list, open ones are closed.',
    parameters: [KIND_PARAMETER],
    options: [
      { usage: '--id <id>', about: 'this record' },
      { usage: '--all', about: 'all of the kind that need your confirmation' },
    ],
    input: z
      .strictObject({ kind: kindLabelSchema, id: id.optional(), all: z.literal(true).optional() })
      .refine((given) => (given.id === undefined) === (given.all === true), 'expected --id ID or --all'),
    run: confirmMissing,
  }),
];
