import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { FINE_LOCAL_STORE_HEALTH } from '#contract/outbox.ts';
import { isLocalId } from '#contract/records.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { hashResourceText } from '../sqlite/text.ts';
import type { EngineHandlers, RunWithOpenAccount } from './deps.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { exportLocalStore, importLocalStore } from '../transfer/transfer.ts';

interface TransferHandlerDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomGenerator, 'hex'>;
}

/** Returns the handlers that export and import the local store of the open account. */
export function createTransferHandlers(
  withAccount: RunWithOpenAccount,
  deps: TransferHandlerDeps,
): EngineHandlers<'localStore.export' | 'localStore.import'> {
  return {
    'localStore.export': (input) => withAccount(({ local }) => exportLocalStore(input, { local, ...deps })),
    'localStore.import': (input) => withAccount(({ local }) => importLocalStore(input, local)),
  };
}

/**
 * Notes the version of a record that the user views. A record that exists here only has no version to compare
 * with.
 */
async function markViewed(
  { local, cache }: OpenAccount,
  { kind, id: named }: ValidatedInput<'records.markViewed'>,
): Promise<Result<CallOutput<'records.markViewed'>>> {
  const real = await local.call('resolveId', { id: named });
  if (!real.ok) return real;
  const id = real.value;
  if (isLocalId(id)) return ok({ before: null, fields: [] });
  const cached = await cache.read('records.raw', { kind, id, withPending: false });
  if (!cached.ok) return cached;
  const { raw } = cached.value;
  return local.call('markViewed', { kind, id, raw, hash: hashResourceText(raw) });
}

/** Notes that the stored PDF was printed. Returns 'not-found' where no PDF is stored. */
async function recordOnePrinted(
  { local, pdfs }: OpenAccount,
  id: ValidatedInput<'pdfs.notePrinted'>['ids'][number],
): Promise<Result<null>> {
  const pdf = await pdfs.get({ id });
  if (!pdf.ok) return pdf;
  const { id: requisition, version, hash } = pdf.value;
  if (hash === null) return err('not-found', { detail: 'its PDF is not here' });
  return local.call('logPdfAction', { requisition, action: 'printed', version, hash });
}

/** Notes that stored PDFs were printed. Where that fails for some, the others are noted, and the first error is returned. */
async function recordPrinted(
  account: OpenAccount,
  { ids }: ValidatedInput<'pdfs.notePrinted'>,
): Promise<Result<CallOutput<'pdfs.notePrinted'>>> {
  let problem: Err | null = null;
  for (const id of ids) {
    const noted = await recordOnePrinted(account, id);
    if (!noted.ok) problem ??= noted;
  }
  return problem ?? ok({});
}

/**
 * Confirms missing records for the user: those in the local store, and held ones, which may then leave their
 * lists.
 */
async function confirm(
  { local, sync }: OpenAccount,
  input: ValidatedInput<'missing.confirm'>,
): Promise<Result<CallOutput<'missing.confirm'>>> {
  const closed = await local.call('confirmMissing', input);
  if (!closed.ok) return closed;
  const approved = await sync.approveMissing(input.kind, input.ids);
  return ok({ confirmed: closed.value + approved });
}

/** Returns the handlers that need the local store together with the cache or the PDFs. */
export function createLocalDataWithCacheHandlers(
  withAccount: RunWithOpenAccount,
): EngineHandlers<'records.markViewed' | 'pdfs.notePrinted' | 'missing.confirm'> {
  return {
    'records.markViewed': (input) => withAccount((account) => markViewed(account, input)),
    'pdfs.notePrinted': (input) => withAccount((account) => recordPrinted(account, input)),
    'missing.confirm': (input) => withAccount((account) => confirm(account, input)),
  };
}

/** Returns the handlers that save, list, edit and decide about pending changes. */
export function createOutboxHandlers(
  withAccount: RunWithOpenAccount,
): EngineHandlers<
  | 'inbox.markRead'
  | 'outbox.dismissLoss'
  | 'outbox.save'
  | 'outbox.saveMany'
  | 'outbox.list'
  | 'outbox.closed'
  | 'outbox.edit'
  | 'outbox.retry'
  | 'outbox.discard'
  | 'outbox.restore'
  | 'outbox.resolve'
> {
  return {
    'inbox.markRead': (input) => withAccount(({ outbox }) => outbox.markRead(input)),
    'outbox.dismissLoss': () =>
      withAccount(async ({ local, health }) => {
        const forgotten = await local.call('dismissLoss', null);
        if (!forgotten.ok) return forgotten;
        health.setLocal(FINE_LOCAL_STORE_HEALTH);
        return ok({});
      }),
    'outbox.save': (input) => withAccount(({ outbox }) => outbox.save(input)),
    'outbox.saveMany': (input) => withAccount(({ outbox }) => outbox.saveMany(input)),
    'outbox.list': (input) => withAccount(({ outbox }) => outbox.list(input)),
    'outbox.closed': (input) => withAccount(({ outbox }) => outbox.listClosedChanges(input)),
    'outbox.edit': (input) => withAccount(({ outbox }) => outbox.edit(input)),
    'outbox.retry': (input) => withAccount(({ outbox }) => outbox.retry(input)),
    'outbox.discard': (input) => withAccount(({ outbox }) => outbox.discard(input)),
    'outbox.restore': (input) => withAccount(({ outbox }) => outbox.restore(input)),
    'outbox.resolve': (input) => withAccount(({ outbox }) => outbox.resolve(input)),
  };
}
