import type { Page } from 'playwright/test';
import { fromSentAnswer } from '#contract/answer-text.ts';
import type { CallOutput, PreloadBridge } from '#contract/api.ts';
import type { Result } from '#contract/result.ts';

type Calls = PreloadBridge['call'];
type CallResult<N extends keyof Calls> = Result<CallOutput<N>>;
type UncheckedCalls = Readonly<Record<string, (input: object) => Promise<unknown>>>;

/** Calls a procedure of the bridge as the page can, with an input that is not checked here. */
export async function callBridge<N extends keyof Calls>(
  page: Page,
  name: N,
  input: object = {},
): Promise<CallResult<N>> {
  const answer = await page.evaluate(
    ([procedure, given]) => {
      const bridge = (window as unknown as { intray: { call: UncheckedCalls } }).intray; // the preload script puts it there
      return bridge.call[procedure]?.(given);
    },
    [name, input] as const,
  );
  return fromSentAnswer(answer as CallResult<N> | string); // as the contract says
}
