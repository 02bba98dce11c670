import { z } from 'zod';
import { changeVersionSchema, type PendingChange, type OutboxResolution } from '#contract/outbox.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import { MAX_ID_LENGTH } from '#contract/records.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import { OPERATION_NAMES, operationNameSchema } from '#contract/changes.ts';
import { type CommandContext, defineCommand, type CliCommand, type ParameterHelp } from './command.ts';
import { formatTable } from './output.ts';
import { withOpenedAccount, type CliAppWithOpenAccount } from './session.ts';
import { recordListAsExport } from './printed-lists.ts';
import { saveChangeFromCli } from './write.ts';

type Row = readonly unknown[];

const HEADINGS = ['number', 'state', 'operation', 'id', 'name', 'saved', 'why'];
const QUESTION_HEADINGS = ['number', 'question', 'of', 'mine', 'server'];

function toTimeText(epoch: number | null): string {
  return epoch === null ? '' : new Date(epoch).toISOString();
}

function explainState(pending: PendingChange): string {
  const why = explainCause(pending);
  if (!pending.mayHaveArrived) return why;
  return why === '' ? 'may have arrived' : `${why}; may have arrived`;
}

function explainCause({ question, error, waitsFor, isHeldByDelete }: PendingChange): string {
  if (question !== null) return question;
  if (error !== null) return error.serverWords ?? error.code;
  if (waitsFor === null) return '';
  return isHeldByDelete ? `sent only if ${waitsFor} is discarded` : `waits for ${waitsFor}`;
}

function toRow(pending: PendingChange): Row {
  const { number, state, operation, id, label, savedAt } = pending;
  return [String(number), state, operation, id, label, toTimeText(savedAt), explainState(pending)];
}

/**
 * Returns the rows that the user needs for a decision: fields that differ, or candidates for the lost record.
 */
function toQuestionRows({ number, question, fields, changes, candidates }: PendingChange): readonly Row[] {
  if (question === null) return [];
  const row = (of: string, mine: string, server: string): Row => [String(number), question, of, mine, server];
  const differing = fields.filter(({ theirs }) => theirs !== null);
  const rows = [
    ...differing.map(({ field, mine, theirs }) => row(field, mine, theirs ?? '')),
    // The value that the user saw, of a field that the change does not send.
    ...changes.map(({ field, seen, now }) => row(field, seen ?? '', now)),
    ...candidates.flatMap(({ id, createdBy, createdAt, differences }) => [
      row(id, '', `${createdBy} ${toTimeText(createdAt)}`.trimEnd()),
      ...differences.map(({ field, mine, theirs }) => row(`  ${field}`, mine, theirs ?? '')),
    ]),
  ];
  return rows.length === 0 ? [row('', '', '')] : rows;
}

/** Returns the pending changes as tables; with `isJson` as one JSON object on a line. */
export function formatOutbox(items: readonly PendingChange[], isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ items, next: null })}\n`;
  if (items.length === 0) return 'The outbox is empty.\n';
  const questions = items.flatMap(toQuestionRows);
  const written = formatTable(HEADINGS, items.map(toRow));
  return questions.length === 0 ? written : `${written}\n${formatTable(QUESTION_HEADINGS, questions)}`;
}

const MAX_PAGE = 500;

interface NumberInput {
  readonly number: number;
}

interface SeenChangeInput extends NumberInput {
  /** The version of the change that the decision was made about; absent where it is about the change as it is. */
  readonly seen?: string | undefined;
}

async function listPending(app: CliAppWithOpenAccount): Promise<Result<readonly PendingChange[]>> {
  const all = await collectItemsFromPages((place: PageStart<number>) =>
    app.call('outbox.list', { limit: MAX_PAGE, ...place }),
  );
  return all.ok ? ok(all.value.items) : all;
}

/** Prints the pending changes, oldest first; with --json as `{"items":[…],"next":null}`. */
function listOutbox(context: CommandContext): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const all = await recordListAsExport(app, await listPending(app));
    if (!all.ok) return all;
    await context.output.write(formatOutbox(all.value, context.isJson));
    return ok(undefined);
  });
}

async function find(app: CliAppWithOpenAccount, number: number): Promise<Result<PendingChange | null>> {
  const page = await app.call('outbox.list', { limit: 1, after: number - 1 });
  return page.ok ? ok(page.value.items.find((each) => each.number === number) ?? null) : page;
}

/** Runs an action on one pending change, then prints its entry in the outbox. */
function actOnChange(
  context: CommandContext,
  number: number,
  act: (app: CliAppWithOpenAccount) => Promise<Result<unknown>>,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const done = await act(app);
    if (!done.ok) return explainNotFound(number, done);
    const found = await find(app, number);
    if (!found.ok) return found;
    const isGone = found.value === null && !isJson;
    const left = found.value === null ? [] : [found.value];
    await output.write(
      isGone ? `Number ${number} is no longer in the outbox.\n` : formatOutbox(left, isJson),
    );
    return ok(undefined);
  });
}

/** Replaces the sentence for 'not-found', which is about records: here a number was not found. */
function explainNotFound(number: number, failed: Err): Err {
  if (failed.error.code !== 'not-found') return failed;
  return err('not-found', { detail: `the outbox has no number ${number}` });
}

/** Marks a pending change to be tried again by the next sync. */
function retry(context: CommandContext, { number }: NumberInput): Promise<Result<void>> {
  return actOnChange(context, number, (app) => app.call('outbox.retry', { number }));
}

const MAY_HAVE_ARRIVED =
  ' It may have arrived: an earlier attempt got no response. A change that has reached the service stays there.';

/** Discards a pending change, and prints the discarded numbers. */
function discard(context: CommandContext, { number, seen }: SeenChangeInput): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const before = await find(app, number);
    if (!before.ok) return before;
    const version = seen ?? before.value?.version;
    const done = await app.call('outbox.discard', { number, version });
    if (!done.ok) return explainNotFound(number, done);
    const arrived = before.value?.mayHaveArrived === true ? MAY_HAVE_ARRIVED : '';
    const { discarded } = done.value;
    const words = `Discarded: ${discarded.join(', ')}.${arrived}`;
    await output.write(`${isJson ? JSON.stringify({ discarded }) : words}\n`);
    return ok(undefined);
  });
}

/** Records the user's decision on a pending change. */
function resolve(
  context: CommandContext,
  { number, seen, resolution }: SeenChangeInput & { readonly resolution: OutboxResolution },
): Promise<Result<void>> {
  return actOnChange(context, number, async (app) => {
    const before = await find(app, number);
    if (!before.ok) return before;
    if (before.value === null) return err('not-found');
    return app.call('outbox.resolve', { number, version: seen ?? before.value.version, resolution });
  });
}

/** Dismisses what was lost with the file of this computer's own changes. */
function dismissLoss(context: CommandContext): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const done = await app.call('outbox.dismissLoss', {});
    return done.ok ? ok(undefined) : done;
  });
}

const NUMBER: ParameterHelp = { usage: '<number>', about: 'its number in the outbox' };
const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'expected a number of the outbox')
  .transform(Number);

/** The version that a decision was made about, as `outbox list --json` prints it. */
const seen = changeVersionSchema.optional();
const SEEN: ParameterHelp = {
  usage: '--seen <version>',
  about: 'only where it is still the version that outbox list --json has printed',
};

/** The decisions on a pending change, each with its own options. */
const choice = z
  .discriminatedUnion(
    'take',
    [
      z.strictObject({ number, seen, take: z.literal('server') }),
      z.strictObject({ number, seen, take: z.literal('mine'), fields: z.string().max(5_000).optional() }),
      z.strictObject({
        number,
        seen,
        take: z.literal('found'),
        id: z.string('--take found needs one').max(MAX_ID_LENGTH),
      }),
    ],
    'expected --take server, mine or found',
  )
  .transform(({ number: which, seen: version, ...chosen }) => ({
    number: which,
    seen: version,
    resolution: toResolution(chosen),
  }));

type ResolutionOption =
  | { readonly take: 'server' }
  | { readonly take: 'mine'; readonly fields?: string | undefined }
  | { readonly take: 'found'; readonly id: string };

function toResolution(chosen: ResolutionOption): OutboxResolution {
  if (chosen.take !== 'mine') return chosen;
  const { take, fields } = chosen;
  return fields === undefined
    ? { take }
    : { take: 'fields', mine: fields.split(',').map((name) => name.trim()) };
}

/** The commands for writing and for the outbox. */
export const OUTBOX_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['write'],
    about: 'Save a change in the outbox; the next sync sends it. Sends no request.',
    parameters: [{ usage: '<operation>', about: OPERATION_NAMES.join(', ') }],
    options: [{ usage: '--data <json>', about: 'the data, as JSON; @FILE reads a file, - reads stdin' }],
    input: z.strictObject({
      operation: z.enum(operationNameSchema.options, `expected one of ${OPERATION_NAMES.join(', ')}`),
      data: z.string('expected --data JSON'),
    }),
    run: saveChangeFromCli,
  }),
  defineCommand({
    name: ['outbox', 'list'],
    about: 'List the changes that are not on the service yet, oldest first, and which need your decision.',
    parameters: [],
    options: [],
    input: z.strictObject({}),
    run: listOutbox,
  }),
  defineCommand({
    name: ['outbox', 'dismiss-loss'],
    about:
      'Say that you have read what was lost with a damaged or missing local store, so that it is no longer said.',
    parameters: [],
    options: [],
    input: z.strictObject({}),
    run: dismissLoss,
  }),
  defineCommand({
    name: ['outbox', 'retry'],
    about:
      'Let the next sync try a change again; one that may have arrived is searched for, never sent again.',
    parameters: [NUMBER],
    options: [],
    input: z.strictObject({ number }),
    run: retry,
  }),
  defineCommand({
    name: ['outbox', 'discard'],
    about: 'Discard a change. Changes that depend on a discarded create are discarded with it.',
    parameters: [NUMBER],
    options: [SEEN],
    input: z.strictObject({ number, seen }),
    run: discard,
  }),
  defineCommand({
    name: ['outbox', 'resolve'],
    about: 'Decide on a change that needs you.',
    parameters: [NUMBER],
    options: [
      {
        usage: '--take <which>',
        about:
          'server: keep the values of the service; mine: overwrite them, or send again after another check; found: see --id',
      },
      {
        usage: '--fields <names>',
        about: 'with mine: only these fields, as a,b; the service keeps the others',
      },
      { usage: '--id <id>', about: 'with found: the record that the create made' },
      SEEN,
    ],
    input: choice,
    run: resolve,
  }),
];
