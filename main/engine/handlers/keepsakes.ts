import type { Output, Parsed } from '#contract/api.ts';
import { isLocalId } from '#contract/local-id.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { hashOf } from '../store/text-hash.ts';
import type { Handlers, WithAccount } from './desk.ts';

/** Somebody looks at a record. What is made here and not on the service yet has no version to compare with. */
async function looked(
  { desk, cache }: OpenAccount,
  { kind, id: named }: Parsed<'records.look'>,
): Promise<Result<Output<'records.look'>>> {
  const real = await desk.call('realId', { id: named });
  if (!real.ok) return real;
  const id = real.value;
  if (isLocalId(id)) return ok({ before: null, fields: [] });
  const cached = await cache.read('records.raw', { kind, id, withPending: false });
  if (!cached.ok) return cached;
  const { raw } = cached.value;
  return desk.call('look', { kind, id, raw, hash: hashOf(raw) });
}

/** The PDF that is here was printed. 'not-found' where none is here. */
async function printed(
  { desk, papers }: OpenAccount,
  { id }: Parsed<'papers.printed'>,
): Promise<Result<Output<'papers.printed'>>> {
  const paper = await papers.get({ id });
  if (!paper.ok) return paper;
  const { id: requisition, version, hash } = paper.value;
  if (hash === null) return err('not-found', { detail: 'its PDF is not here' });
  const noted = await desk.call('note', { requisition, action: 'printed', version, hash });
  return noted.ok ? ok({}) : noted;
}

/** What this desk alone knows besides the outbox: names, drafts, marks, views, what was looked at, what was put on paper. */
export function keepsakeHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'directory.list'
  | 'directory.set'
  | 'directory.import'
  | 'directory.export'
  | 'drafts.keep'
  | 'drafts.get'
  | 'drafts.list'
  | 'drafts.drop'
  | 'followUps.set'
  | 'followUps.clear'
  | 'followUps.list'
  | 'views.list'
  | 'views.save'
  | 'views.remove'
  | 'records.look'
  | 'papers.printed'
  | 'papers.ledger'
  | 'favourites.set'
> {
  return {
    'directory.list': (input) => withAccount(({ desk }) => desk.call('directory.list', input)),
    'directory.set': (input) => withAccount(({ desk }) => desk.call('directory.set', input)),
    'directory.import': (input) => withAccount(({ desk }) => desk.call('directory.import', input)),
    'directory.export': (input) => withAccount(({ desk }) => desk.call('directory.export', input)),
    'drafts.keep': (input) => withAccount(({ desk }) => desk.call('drafts.keep', input)),
    'drafts.get': (input) => withAccount(({ desk }) => desk.call('drafts.get', input)),
    'drafts.list': (input) => withAccount(({ desk }) => desk.call('drafts.list', input)),
    'drafts.drop': (input) => withAccount(({ desk }) => desk.call('drafts.drop', input)),
    'followUps.set': (input) => withAccount(({ desk }) => desk.call('followUps.set', input)),
    'followUps.clear': (input) => withAccount(({ desk }) => desk.call('followUps.clear', input)),
    'followUps.list': (input) => withAccount(({ desk }) => desk.call('followUps.list', input)),
    'views.list': (input) => withAccount(({ desk }) => desk.call('views.list', input)),
    'views.save': (input) => withAccount(({ desk }) => desk.call('views.save', input)),
    'views.remove': (input) => withAccount(({ desk }) => desk.call('views.remove', input)),
    'records.look': (input) => withAccount((account) => looked(account, input)),
    'papers.printed': (input) => withAccount((account) => printed(account, input)),
    'papers.ledger': (input) => withAccount(({ desk }) => desk.call('papers.ledger', input)),
    'favourites.set': (input) => withAccount(({ desk }) => desk.call('favourites.set', input)),
  };
}
