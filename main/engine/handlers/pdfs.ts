import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { makePack } from '../downtime-pack/pack.ts';
import type { OpenAccount } from '../account.ts';
import type { LocalClient } from '../local/client.ts';
import type { EngineHandlers, RunWithOpenAccount } from './deps.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';

/** Number of pending changes that one call reads. */
const PAGE = 500;

interface PackHandlerDeps {
  /** Starts a process for work on PDFs. */
  readonly startPdfWorker: StartWorker;
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

/** Returns the handlers of downtime packs, for hours without Intray: makes one, and keeps when they are made. */
export function createPackHandlers(
  withAccount: RunWithOpenAccount,
  { startPdfWorker, log }: PackHandlerDeps,
): EngineHandlers<'pack.make' | 'packSchedule.read' | 'packSchedule.write'> {
  return {
    'packSchedule.read': () => withAccount(({ local }) => local.call('readPackSchedule', null)),
    'packSchedule.write': (schedule) =>
      withAccount(async ({ local }) => {
        const written = await local.call('writePackSchedule', schedule);
        return written.ok ? ok({}) : written;
      }),
    'pack.make': (input) =>
      withAccount(({ local, pdfs }) =>
        makePack(input, {
          pdfs,
          unsent: () => listUnsentRequisitions(local),
          note: ({ id, version, hash }) =>
            local.call('logPdfAction', { requisition: id, action: 'saved', version, hash: hash ?? '' }),
          startWorker: startPdfWorker,
          log,
        }),
      ),
  };
}

/** Number of entries of the print log that are shown with a PDF. */
const SHOWN_ENTRIES = 20;

async function getWithPrintLog(
  { pdfs, local }: OpenAccount,
  { id }: ValidatedInput<'pdfs.get'>,
): Promise<Result<CallOutput<'pdfs.get'>>> {
  const [pdf, log] = await Promise.all([
    pdfs.get({ id }),
    local.call('listPrintLog', { id, limit: SHOWN_ENTRIES }),
  ]);
  if (!pdf.ok) return pdf;
  return log.ok ? ok({ ...pdf.value, printLog: log.value.items }) : log;
}

/** Returns the handlers for the PDFs of requisitions. */
export function createPdfHandlers(
  withAccount: RunWithOpenAccount,
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
    'pdfs.get': (input) => withAccount((account) => getWithPrintLog(account, input)),
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
