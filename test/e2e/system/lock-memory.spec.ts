import type { Page } from 'playwright/test';
import type { ProcedureName } from '#contract/procedures.ts';
import { callBridge } from '../bridge.ts';
import { expect, test, type App } from '../fixtures.ts';
import { findInMemory, listProcesses, whyNoMemory, type OwnProcess } from '../process-memory.ts';

/** Calls the bridge as the page can; a page that is ended meanwhile returns nothing. */
function call(page: Page, ...given: [name: ProcedureName, input?: object]): Promise<unknown> {
  return callBridge(page, ...given).catch(() => null);
}

/** What is in the memory of the processes of a kind. */
function find(app: App, kind: OwnProcess['kind'], texts: readonly string[]): readonly string[] {
  return listProcesses(app.pid)
    .filter((each) => each.kind === kind)
    .flatMap(({ pid }) => findInMemory(pid, texts));
}

const pids = (app: App, kind: OwnProcess['kind']): readonly number[] =>
  listProcesses(app.pid)
    .filter((each) => each.kind === kind)
    .map(({ pid }) => pid);

test('a lock ends page and engine, and the new ones hold no name, no id and no token', async ({
  makeApp,
  startClinic,
}) => {
  const reason = whyNoMemory();
  test.skip(reason !== null, reason ?? '');
  // Reading the memory of each process takes long on a busy machine.
  test.slow();
  const clinic = await startClinic({ seed: 7, requisitions: 40, forms: 5, notifications: 5 });
  const [first] = clinic.listResources('requisition');
  const { id, name } = first as unknown as { readonly id: string; readonly name: string };
  const app = makeApp({ clinic });
  await app.start();
  await expect.poll(() => call(app.page, 'requisitions.get', { id })).toMatchObject({ ok: true });
  await expect(async () => {
    await call(app.page, 'requisitions.get', { id });
    expect(find(app, 'page', [id])).toEqual([id]);
    expect(find(app, 'engine', [id])).toContain(id);
  }).toPass();
  // Chromium keeps a spare process for the next page, which has held nothing.
  const holders = [...pids(app, 'page'), ...pids(app, 'engine')].filter(
    (pid) => findInMemory(pid, [id]).length > 0,
  );

  await call(app.page, 'lock.now');
  await expect
    .poll(() => call(app.page, 'lock.state'))
    .toMatchObject({ value: { state: 'locked', reason: 'user', unsent: 0 } });

  const texts = [id, name, clinic.accessToken, clinic.jwt];
  await expect
    .poll(() => [...pids(app, 'page'), ...pids(app, 'engine')].filter((pid) => holders.includes(pid)))
    .toEqual([]);
  expect({ page: find(app, 'page', texts), engine: find(app, 'engine', texts) }).toEqual({
    page: [],
    engine: [],
  });
  expect(await call(app.page, 'requisitions.get', { id })).toMatchObject({ error: { code: 'locked' } });

  expect(await call(app.page, 'lock.unlock', { pin: null })).toMatchObject({ value: { state: 'unlocked' } });
  expect(await call(app.page, 'requisitions.get', { id })).toMatchObject({ ok: true });
});
