import type { Page } from 'playwright/test';
import type { PreloadBridge } from '#contract/api.ts';

type Calls = PreloadBridge['call'];
type UncheckedCalls = Readonly<Record<string, (input: object) => Promise<unknown>>>;

/** Calls a procedure of the bridge as the page can, with an input that is not checked here. */
export async function callBridge<N extends keyof Calls>(
  page: Page,
  name: N,
  input: object = {},
): Promise<Awaited<ReturnType<Calls[N]>>> {
  const answer = await page.evaluate(
    ([procedure, given]) => {
      const bridge = (window as unknown as { intray: { call: UncheckedCalls } }).intray; // the preload script puts it there
      return bridge.call[procedure]?.(given);
    },
    [name, input] as const,
  );
  return answer as Awaited<ReturnType<Calls[N]>>; // as the contract says
}
