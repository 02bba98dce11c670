import type { Output } from '#contract/api.ts';
import type { PendingOperation, Resolution } from '#contract/outbox.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';
import { withAccount, type OpenApp } from './desk.ts';
import { outboxReport } from './outbox-report.ts';

const MAX_PAGE = 500;

type Page = Output<'outbox.list'>;

interface Numbered {
  readonly number: number;
}

async function waiting(app: OpenApp): Promise<Result<readonly PendingOperation[]>> {
  const all: PendingOperation[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Result<Page> = await app.call('outbox.list', { limit: MAX_PAGE, after });
    if (!page.ok) return page;
    all.push(...page.value.items);
    after = page.value.next;
  }
  return ok(all);
}

/** Prints what waits, oldest first; with --json as `{"items":[…],"next":null}`. */
export function listOutbox(context: CommandContext): Promise<Result<void>> {
  return withAccount(context, async (app) => {
    const all = await waiting(app);
    if (!all.ok) return all;
    await context.output.write(outboxReport(all.value, context.isJson));
    return ok(undefined);
  });
}

async function find(app: OpenApp, number: number): Promise<Result<PendingOperation | null>> {
  const page = await app.call('outbox.list', { limit: 1, after: number - 1 });
  return page.ok ? ok(page.value.items.find((each) => each.number === number) ?? null) : page;
}

/** Does something about one write, then prints what the outbox says of it. */
function about(
  context: CommandContext,
  number: number,
  act: (app: OpenApp) => Promise<Result<unknown>>,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAccount(context, async (app) => {
    const done = await act(app);
    if (!done.ok) return notThere(number, done);
    const found = await find(app, number);
    if (!found.ok) return found;
    const isGone = found.value === null && !isJson;
    const left = found.value === null ? [] : [found.value];
    await output.write(
      isGone ? `Number ${number} is no longer in the outbox.\n` : outboxReport(left, isJson),
    );
    return ok(undefined);
  });
}

/** The sentence for what is not found speaks of records; here it is a number. */
function notThere(number: number, failed: Err): Err {
  if (failed.error.code !== 'not-found') return failed;
  return err('not-found', { detail: `the outbox has no number ${number}` });
}

/** Marks a write to be tried once more by the next sync. */
export function retry(context: CommandContext, { number }: Numbered): Promise<Result<void>> {
  return about(context, number, (app) => app.call('outbox.retry', { number }));
}

const MAY_HAVE_ARRIVED =
  ' It may have arrived: an earlier attempt got no answer. What the service has taken in stays there.';

/** Lets a write go, and prints the numbers that went. */
export function discard(context: CommandContext, { number }: Numbered): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAccount(context, async (app) => {
    const before = await find(app, number);
    if (!before.ok) return before;
    const done = await app.call('outbox.discard', { number });
    if (!done.ok) return notThere(number, done);
    const arrived = before.value?.mayHaveArrived === true ? MAY_HAVE_ARRIVED : '';
    const words = `Discarded: ${done.value.discarded.join(', ')}.${arrived}`;
    await output.write(`${isJson ? JSON.stringify(done.value) : words}\n`);
    return ok(undefined);
  });
}

/** Settles what a write asked a person. */
export function resolve(
  context: CommandContext,
  { number, resolution }: Numbered & { readonly resolution: Resolution },
): Promise<Result<void>> {
  return about(context, number, (app) => app.call('outbox.resolve', { number, resolution }));
}
