import type { Output, Parsed } from '#contract/api.ts';
import { isLocalId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { toHash } from '../sqlite/text.ts';
import type { Handlers, WithAccount } from './deps.ts';

/**
 * Notes the version of a record that the user views. A record that exists here only has no version to compare
 * with.
 */
async function looked(
  { local, cache }: OpenAccount,
  { kind, id: named }: Parsed<'records.markViewed'>,
): Promise<Result<Output<'records.markViewed'>>> {
  const real = await local.call('realId', { id: named });
  if (!real.ok) return real;
  const id = real.value;
  if (isLocalId(id)) return ok({ before: null, fields: [] });
  const cached = await cache.read('records.raw', { kind, id, withPending: false });
  if (!cached.ok) return cached;
  const { raw } = cached.value;
  return local.call('look', { kind, id, raw, hash: toHash(raw) });
}

/** Notes that the stored PDF was printed. Returns 'not-found' where no PDF is stored. */
async function printed(
  { local, pdfs }: OpenAccount,
  { id }: Parsed<'pdfs.notePrinted'>,
): Promise<Result<Output<'pdfs.notePrinted'>>> {
  const pdf = await pdfs.get({ id });
  if (!pdf.ok) return pdf;
  const { id: requisition, version, hash } = pdf.value;
  if (hash === null) return err('not-found', { detail: 'its PDF is not here' });
  const noted = await local.call('note', { requisition, action: 'printed', version, hash });
  return noted.ok ? ok({}) : noted;
}

/**
 * Returns the handlers for the local store outside the outbox: local names, drafts, follow-up marks, saved
 * views, viewed versions, print log.
 */
export function localDataHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'directory.list'
  | 'directory.set'
  | 'directory.import'
  | 'directory.export'
  | 'drafts.save'
  | 'drafts.get'
  | 'drafts.list'
  | 'drafts.drop'
  | 'followUps.set'
  | 'followUps.clear'
  | 'followUps.list'
  | 'views.list'
  | 'views.save'
  | 'views.remove'
  | 'records.markViewed'
  | 'pdfs.notePrinted'
  | 'pdfs.printLog'
  | 'favourites.set'
> {
  return {
    'directory.list': (input) => withAccount(({ local }) => local.call('directory.list', input)),
    'directory.set': (input) => withAccount(({ local }) => local.call('directory.set', input)),
    'directory.import': (input) => withAccount(({ local }) => local.call('directory.import', input)),
    'directory.export': (input) => withAccount(({ local }) => local.call('directory.export', input)),
    'drafts.save': (input) => withAccount(({ local }) => local.call('drafts.save', input)),
    'drafts.get': (input) => withAccount(({ local }) => local.call('drafts.get', input)),
    'drafts.list': (input) => withAccount(({ local }) => local.call('drafts.list', input)),
    'drafts.drop': (input) => withAccount(({ local }) => local.call('drafts.drop', input)),
    'followUps.set': (input) => withAccount(({ local }) => local.call('followUps.set', input)),
    'followUps.clear': (input) => withAccount(({ local }) => local.call('followUps.clear', input)),
    'followUps.list': (input) => withAccount(({ local }) => local.call('followUps.list', input)),
    'views.list': (input) => withAccount(({ local }) => local.call('views.list', input)),
    'views.save': (input) => withAccount(({ local }) => local.call('views.save', input)),
    'views.remove': (input) => withAccount(({ local }) => local.call('views.remove', input)),
    'records.markViewed': (input) => withAccount((account) => looked(account, input)),
    'pdfs.notePrinted': (input) => withAccount((account) => printed(account, input)),
    'pdfs.printLog': (input) => withAccount(({ local }) => local.call('pdfs.printLog', input)),
    'favourites.set': (input) => withAccount(({ local }) => local.call('favourites.set', input)),
  };
}

/** Returns the handlers for pending changes: save, list, edit and decide. */
export function outboxHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'writes.save'
  | 'outbox.list'
  | 'outbox.acknowledged'
  | 'outbox.edit'
  | 'outbox.retry'
  | 'outbox.discard'
  | 'outbox.resolve'
> {
  return {
    'writes.save': (input) => withAccount(({ outbox }) => outbox.save(input)),
    'outbox.list': (input) => withAccount(({ outbox }) => outbox.list(input)),
    'outbox.acknowledged': (input) => withAccount(({ outbox }) => outbox.acknowledged(input)),
    'outbox.edit': (input) => withAccount(({ outbox }) => outbox.edit(input)),
    'outbox.retry': (input) => withAccount(({ outbox }) => outbox.retry(input)),
    'outbox.discard': (input) => withAccount(({ outbox }) => outbox.discard(input)),
    'outbox.resolve': (input) => withAccount(({ outbox }) => outbox.resolve(input)),
  };
}

async function confirm(
  { local, sync }: OpenAccount,
  input: Parsed<'missing.confirm'>,
): Promise<Result<Output<'missing.confirm'>>> {
  const closed = await local.call('confirmMissing', input);
  if (!closed.ok) return closed;
  const approved = await sync.approveMissing(input.kind, input.ids);
  return ok({ confirmed: closed.value + approved });
}

/**
 * Returns the handlers for records that the service no longer returns: list them and confirm that they are
 * missing.
 */
export function missingHandlers(
  withAccount: WithAccount,
): Handlers<'missing.list' | 'missing.get' | 'missing.confirm'> {
  return {
    'missing.list': (input) => withAccount(({ cache }) => cache.read('missing.list', input)),
    'missing.get': (input) => withAccount(({ cache }) => cache.read('missing.get', input)),
    'missing.confirm': (input) => withAccount((account) => confirm(account, input)),
  };
}
