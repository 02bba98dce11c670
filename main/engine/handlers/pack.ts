import type { Log } from '#main/base/log.ts';
import { makePack } from '../pack/pack.ts';
import type { Handlers, WithAccount } from './desk.ts';

interface PackHandlerDeps {
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
}

/** What a desk takes along for hours without Intray. */
export function packHandlers(
  withAccount: WithAccount,
  { workerUrl, log }: PackHandlerDeps,
): Handlers<'pack.make'> {
  return {
    'pack.make': (input) =>
      withAccount(({ desk, papers }) =>
        makePack(input, {
          papers,
          note: ({ id, version, hash }) =>
            desk.call('note', { requisition: id, action: 'saved', version, hash: hash ?? '' }),
          workerUrl,
          log,
        }),
      ),
  };
}
