import { ok, type Result } from '#contract/result.ts';
import { createDispatcher, createTlsContextProvider, type ServiceConnectionSettings } from './dispatcher.ts';
import { toConnectionError } from './errors.ts';

/**
 * Asks a service what time it is: one request without credentials. Any response will do, a refusal as well.
 * @returns epoch milliseconds; null where the response has no readable date
 */
export async function readServiceClock(
  route: Omit<ServiceConnectionSettings, 'trusted'>,
): Promise<Result<{ readonly serverTime: number | null }>> {
  const opened = await createDispatcher({ ...route, trusted: createTlsContextProvider([]) });
  if (!opened.ok) return opened;
  const dispatcher = opened.value;
  try {
    const { headers, body } = await dispatcher.request({ origin: route.origin, path: '/', method: 'GET' });
    // The body is not read, so an error at its end does not matter.
    body.on('error', () => {}).destroy();
    const moment = Date.parse(typeof headers['date'] === 'string' ? headers['date'] : '');
    return ok({ serverTime: Number.isNaN(moment) ? null : moment });
  } catch (thrown) {
    return toConnectionError(thrown);
  } finally {
    await dispatcher.destroy();
  }
}
