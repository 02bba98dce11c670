import { z } from 'zod';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { EngineLink } from '#main/session/engine-link.ts';

/** Calls that carry the address of a service. */
const addressed = z.object({ baseUrl: z.string() });

/**
 * Tells the engine the way to a service before it is sent there: only Chromium knows what proxy the system
 * has for an address.
 * @param resolve the system's rule for an address, for example `DIRECT` or `PROXY host:port`
 */
export function withProxy(
  engine: EngineLink,
  resolve: (address: string) => Promise<string>,
  log: Log,
): EngineLink {
  const reportChoice = async (address: string): Promise<void> => {
    const rule = await resolve(address).catch((thrown: unknown) => {
      log.warn('the system names no way to the service', { thrown: describeThrown(thrown) });
      return 'DIRECT';
    });
    await engine.call('engine.setProxy', { rule });
  };
  return {
    call: async (name: never, input: never) => {
      const { success, data } = addressed.safeParse(input);
      if (success) await reportChoice(data.baseUrl);
      return engine.call(name, input);
    },
    reopen: () => engine.reopen(),
  };
}
