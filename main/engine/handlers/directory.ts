import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { formatDirectoryLines } from '../local/data/directory-table.ts';
import type { EngineHandlers, RunWithOpenAccount } from './deps.ts';

/** Ids without a name per piece of the exported table. */
const UNNAMED_PER_PIECE = 2_000;
/** Beginning of the export's cursor once all names were exported and ids without a name follow. */
const UNNAMED = 'unnamed ';

async function exportUnnamed(
  { cache }: OpenAccount,
  after: string | undefined,
): Promise<Result<CallOutput<'directory.export'>>> {
  const found = await cache.read('directory.unnamed', { limit: UNNAMED_PER_PIECE, after });
  if (!found.ok) return found;
  const { items, next } = found.value;
  const text = formatDirectoryLines(items.map(({ id }) => ({ id, name: '', identifier: '' })));
  return ok({ text, next: next === null ? null : `${UNNAMED}${next}` });
}

/** Exports the names, then the ids without one, so that the table can be filled in and imported. */
async function exportDirectory(
  account: OpenAccount,
  { after }: ValidatedInput<'directory.export'>,
): Promise<Result<CallOutput<'directory.export'>>> {
  if (after?.startsWith(UNNAMED)) return exportUnnamed(account, after.slice(UNNAMED.length));
  const named = await account.local.call('exportNames', { after });
  if (!named.ok || named.value.next !== null) return named;
  const unnamed = await exportUnnamed(account, undefined);
  return unnamed.ok ? ok({ ...unnamed.value, text: named.value.text + unnamed.value.text }) : unnamed;
}

async function setName(
  { local, userId }: OpenAccount,
  change: ValidatedInput<'directory.set'>,
): Promise<Result<CallOutput<'directory.set'>>> {
  const saved = await local.call('saveNames', { changes: [change], source: 'entered', by: userId ?? '' });
  return saved.ok ? ok({}) : saved;
}

/** Returns the handlers of local names that also need the cache. */
export function createDirectoryHandlers(
  withAccount: RunWithOpenAccount,
): EngineHandlers<
  'directory.set' | 'directory.save' | 'directory.export' | 'directory.readDocuments' | 'directory.preset'
> {
  return {
    'directory.set': (input) => withAccount((account) => setName(account, input)),
    'directory.save': (input) =>
      withAccount(({ local, userId }) => local.call('saveNames', { ...input, by: userId ?? '' })),
    'directory.preset': (input) =>
      withAccount(({ local }) => local.call('saveNames', { ...input, source: 'preset', by: '' })),
    'directory.export': (input) => withAccount((account) => exportDirectory(account, input)),
    'directory.readDocuments': () => withAccount(({ documentReader }) => documentReader.run()),
  };
}
