import type { PendingChange } from '#contract/outbox.ts';
import { PLAIN_DIALECT, type Dialect } from '#main/demo/dialect/dialect.ts';
import { until } from './engine.ts';
import type { TestApp } from './app.ts';
import { NEW_ORDER } from './builders.ts';

export const ORDERS = '/v2/requisitions';
/** The lists that are read to look for a requisition. */
export const RECONCILES = /^\/v2\/requisitions\?.*patient=/;

/** The next create is carried out, and its response is lost. */
export function loseAnswer({ clinic }: TestApp): void {
  clinic.faults.add({
    match: { method: 'POST', path: ORDERS, times: 1 },
    action: { kind: 'close', after: true },
  });
}

/** The next create is lost before it arrives. */
export function loseRequest({ clinic }: TestApp): void {
  clinic.faults.add({ match: { method: 'POST', path: ORDERS, times: 1 }, action: { kind: 'close' } });
}

/** Lists omit requisitions with the name of the create until the faults are cleared. */
export function hideFromLists({ clinic }: TestApp): void {
  const body = (parsed: unknown): unknown => {
    const list = parsed as { readonly data: readonly { readonly name: string }[] }; // a list of the clinic
    return { ...list, data: list.data.filter(({ name }) => name !== NEW_ORDER.data.name) };
  };
  clinic.faults.add({
    match: { method: 'GET', path: /\/v2\/requisitions\?/ },
    action: { kind: 'replace', body },
  });
}

export const questions = async (app: TestApp): Promise<readonly unknown[]> =>
  (await app.outbox()).map(({ state, question }) => question ?? state);
export const endings = async (app: TestApp): Promise<readonly unknown[]> =>
  (await app.closedChanges()).map(({ ending }) => ending);
export const posted = (app: TestApp): number => app.done('POST', ORDERS);
export async function only(app: TestApp): Promise<PendingChange> {
  const [first] = await app.outbox();
  if (first === undefined) throw new Error('the outbox is empty');
  return first;
}
/** Waits until reconciliation has found nothing: before that the change shows why no response came. */
export const untilReconciled = (app: TestApp): Promise<void> =>
  until(async () => {
    const [first] = await app.outbox();
    return first?.state === 'uncertain' && first.error === null;
  }, 'the first look');
export const plainBut = (choices: Partial<Dialect['choices']>): Dialect => ({
  name: 'test',
  choices: { ...PLAIN_DIALECT.choices, ...choices },
});
