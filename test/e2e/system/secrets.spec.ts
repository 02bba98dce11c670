import { expect, test, type App } from '../fixtures.ts';
import { filesBelow, findTexts } from '../found-texts.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

/** Where a computer stores one of these texts. */
function toPositions(app: App, texts: readonly string[]): readonly string[] {
  return findTexts(app.home, texts);
}

/** All results of the bridge's procedures, called as the page can. */
function everyAnswer(app: App): Promise<string> {
  return app.page.evaluate(async () => {
    type Calls = Readonly<Record<string, (input: object) => Promise<unknown>>>;
    const { call } = (window as unknown as { intray: { call: Calls } }).intray;
    const order = { by: 'updated', descending: true };
    const kinds = {
      requisition: ['requisitions', 'worklist.page', { tab: 'all', terms: [], order }],
      form: ['forms', 'forms.page', { tab: 'all', terms: [], order }],
      notification: ['notifications', 'inbox.page', { terms: [], order: { unreadFirst: false } }],
    } as const;
    const answers: unknown[] = [];
    for (const name of ['app.info', 'accounts.list', 'settings.get', 'sync.health'])
      answers.push(await call[name]?.({}));
    for (const [kind, [plural, page, query]] of Object.entries(kinds)) {
      // Pages of lists reach the page as JSON.
      const sent = String(await call[page]?.({ ...query, limit: 500 }));
      const list = JSON.parse(sent) as { value: { items: { id: string }[] } };
      answers.push(sent);
      for (const { id } of list.value.items) {
        answers.push(await call[`${plural}.get`]?.({ id }), await call['records.raw']?.({ kind, id }));
      }
    }
    return JSON.stringify(answers);
  });
}

test('Tokens appear neither in the page nor in results, titles, outputs and files', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic, ownProgram: true });
  const tokens = [clinic.accessToken, clinic.jwt];
  await expect(frame(app.page).status).toContainText('Up to date');
  await browser(app.page).open();
  clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  await frame(app.page).syncNow.click();
  await expect(app.page.getByRole('button', { name: 'Enter new tokens' })).toBeVisible();

  const seen = [
    await app.page.content(),
    await everyAnswer(app),
    ...(await app.titles()),
    await app.page.title(),
    app.output(),
  ];
  for (const token of tokens) for (const text of seen) expect(text.includes(token)).toBe(false);
  expect(toPositions(app, tokens)).toEqual([]);
  await app.quit();
  expect(toPositions(app, tokens)).toEqual([]);
});

test('Tokens typed into the form do not appear on the disk either', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(app.page).signIn(clinic);
  await expect(browser(app.page).count).toHaveText('60 requisitions');
  expect(toPositions(app, [clinic.accessToken, clinic.jwt])).toEqual([]);
  expect((await app.page.content()).includes(clinic.accessToken)).toBe(false);
  await app.quit();
  expect(toPositions(app, [clinic.accessToken, clinic.jwt])).toEqual([]);
});

test('Records are on the disk only encrypted, and in no title, log or output', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic, ownProgram: true });
  await expect(frame(app.page).status).toContainText('Up to date');
  const name = await browser(app.page).open();
  const records = [...clinic.listResources('requisition')];
  const private_ = records.flatMap((record) =>
    [record['patient'], record['order_details'], record['name'], record['id']]
      .map(String)
      .filter((text) => text.length >= 12),
  );
  expect(name.length).toBeGreaterThan(0);
  const caches = filesBelow(app.dataDir).filter(([path]) => path.endsWith('cache.db'));
  expect(caches).toHaveLength(1);
  const outside = [...(await app.titles()), await app.page.title(), app.output()].join('\n');
  expect(toPositions(app, private_)).toEqual([]);
  await app.quit();
  expect(toPositions(app, private_)).toEqual([]);
  for (const text of private_) expect(outside.includes(text)).toBe(false);
});

test('Nothing remains of the demo clinic and of a run without a keychain', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(app.page).signIn(clinic);
  await expect(frame(app.page).status).toContainText('Up to date');
  await frame(app.page).goTo('Accounts');
  await accounts(app.page).open('Demo clinic');
  // The status of the first account stays until the demo clinic is open.
  await frame(app.page).goFromHomeToRequisitions();
  await expect(browser(app.page).count).toHaveText('400 requisitions');
  await expect(frame(app.page).status).toContainText('Up to date');
  await app.quit();
  const databases = filesBelow(app.dataDir).filter(([path]) => /\.db/.test(path));
  expect(databases.map(([path]) => path)).toEqual([]);
});
