import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { makePack } from '../downtime-pack/pack.ts';
import type { LocalClient } from '../local/client.ts';
import type { EngineHandlers, WithAccount } from './deps.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';

/** Pending changes read per page. */
const PAGE = 500;

interface PackHandlerDeps {
  /** Starts a worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  readonly log: Log;
}

/** Returns the ids of requisitions that have pending changes. */
async function listUnsentRequisitions(
  local: Pick<LocalClient, 'call'>,
): Promise<Result<ReadonlySet<string>>> {
  const ids = new Set<string>();
  for await (const page of iteratePages((place: PageStart<number>) =>
    local.call('list', { limit: PAGE, ...place }),
  )) {
    if (!page.ok) return page;
    for (const { kind, id } of page.value.items) if (kind === 'requisition') ids.add(id);
  }
  return ok(ids);
}

/** Returns the handler that makes a downtime pack, for hours without Intray. */
export function createPackHandlers(
  withAccount: WithAccount,
  { startWorker, log }: PackHandlerDeps,
): EngineHandlers<'pack.make'> {
  return {
    'pack.make': (input) =>
      withAccount(({ local, pdfs }) =>
        makePack(input, {
          pdfs,
          unsent: () => listUnsentRequisitions(local),
          note: ({ id, version, hash }) =>
            local.call('logPdfAction', { requisition: id, action: 'saved', version, hash: hash ?? '' }),
          startWorker,
          log,
        }),
      ),
  };
}

/** Returns the handlers for the PDFs of requisitions. */
export function createPdfHandlers(
  withAccount: WithAccount,
): EngineHandlers<
  | 'pdfs.get'
  | 'pdfs.getMany'
  | 'pdfs.fetch'
  | 'pdfs.cancel'
  | 'pdfs.read'
  | 'pdfs.remove'
  | 'pdfs.usage'
  | 'pdfs.setOfflinePolicy'
  | 'pdfs.copyTo'
> {
  return {
    'pdfs.get': (input) => withAccount(({ pdfs }) => pdfs.get(input)),
    'pdfs.getMany': (input) => withAccount(({ pdfs }) => pdfs.getMany(input)),
    'pdfs.fetch': (input) => withAccount(({ pdfs }) => pdfs.fetch(input)),
    'pdfs.cancel': (input) => withAccount(({ pdfs }) => pdfs.cancel(input)),
    'pdfs.read': (input) => withAccount(({ pdfs }) => pdfs.read(input)),
    'pdfs.remove': (input) => withAccount(({ pdfs }) => pdfs.drop(input)),
    'pdfs.usage': () => withAccount(({ pdfs }) => pdfs.getUsage()),
    'pdfs.setOfflinePolicy': (input) => withAccount(({ pdfs }) => pdfs.setOfflinePolicy(input)),
    'pdfs.copyTo': (input) => withAccount(({ pdfs }) => pdfs.copyTo(input)),
  };
}
