import { ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import type { LocalClient } from '../desk/desk.ts';
import { makePack } from '../pack/pack.ts';
import type { Handlers, WithAccount } from './desk.ts';

/** Pending changes that are asked for at a time. */
const PAGE = 500;

interface PackHandlerDeps {
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
}

/** The requisitions that changes wait for. */
async function unsentRequisitions(local: Pick<LocalClient, 'call'>): Promise<Result<ReadonlySet<string>>> {
  const ids = new Set<string>();
  for (let after: number | undefined; ; ) {
    const page = await local.call('list', { limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (!page.ok) return page;
    for (const { kind, id } of page.value.items) if (kind === 'requisition') ids.add(id);
    if (page.value.next === null) return ok(ids);
    after = page.value.next;
  }
}

/** What a desk takes along for hours without Intray. */
export function packHandlers(
  withAccount: WithAccount,
  { workerUrl, log }: PackHandlerDeps,
): Handlers<'pack.make'> {
  return {
    'pack.make': (input) =>
      withAccount(({ local, pdfs }) =>
        makePack(input, {
          pdfs,
          unsent: () => unsentRequisitions(local),
          note: ({ id, version, hash }) =>
            local.call('note', { requisition: id, action: 'saved', version, hash: hash ?? '' }),
          workerUrl,
          log,
        }),
      ),
  };
}
