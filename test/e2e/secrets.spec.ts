import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Desk } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

/** Files of a folder and below, by path; those that go away meanwhile are left out. */
function filesBelow(folder: string): readonly (readonly [path: string, bytes: Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      try {
        return [[path, readFileSync(path)] as const];
      } catch {
        return [];
      }
    });
}

/** Where a computer keeps one of these texts, in the plain or as UTF-16. */
function placesOf(desk: Desk, texts: readonly string[]): readonly string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return filesBelow(desk.home)
    .filter(([, bytes]) => needles.some((needle) => bytes.includes(needle)))
    .map(([path]) => path);
}

/** Everything that the bridge answers, asked for as the page can. */
function everyAnswer(desk: Desk): Promise<string> {
  return desk.page.evaluate(async () => {
    type Calls = Readonly<Record<string, (input: object) => Promise<unknown>>>;
    const { call } = (window as unknown as { intray: { call: Calls } }).intray;
    const kinds = { requisition: 'requisitions', form: 'forms', notification: 'notifications' };
    const answers: unknown[] = [];
    for (const name of ['app.info', 'accounts.list', 'settings.get', 'sync.health'])
      answers.push(await call[name]?.({}));
    for (const [kind, plural] of Object.entries(kinds)) {
      const list = (await call[`${plural}.list`]?.({ filter: {}, limit: 500 })) as {
        value: { items: { id: string }[] };
      };
      answers.push(list);
      for (const { id } of list.value.items) {
        answers.push(await call[`${plural}.get`]?.({ id }), await call['records.raw']?.({ kind, id }));
      }
    }
    return JSON.stringify(answers);
  });
}

test('Tokens stay out of the page, the answers to it, titles, outputs and files', async ({
  startDesk,
  startClinic,
}) => {
  const clinic = await startClinic();
  const desk = await startDesk({ clinic, ownProgram: true });
  const tokens = [clinic.accessToken, clinic.jwt];
  await expect(frame(desk.page).status).toContainText('Up to date');
  await browser(desk.page).open();
  clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  await frame(desk.page).syncNow.click();
  await expect(desk.page.getByRole('button', { name: 'Enter new tokens' })).toBeVisible();

  const seen = [
    await desk.page.content(),
    await everyAnswer(desk),
    ...(await desk.titles()),
    await desk.page.title(),
    desk.output(),
  ];
  for (const token of tokens) for (const text of seen) expect(text.includes(token)).toBe(false);
  expect(placesOf(desk, tokens)).toEqual([]);
  await desk.quit();
  expect(placesOf(desk, tokens)).toEqual([]);
});

test('Tokens typed into the form are nowhere on the disk either', async ({ startDesk, startClinic }) => {
  const clinic = await startClinic();
  const desk = await startDesk({ baseUrl: clinic.baseUrl });
  await accounts(desk.page).signIn(clinic);
  await expect(browser(desk.page).count).toHaveText('60 requisitions');
  expect(placesOf(desk, [clinic.accessToken, clinic.jwt])).toEqual([]);
  expect((await desk.page.content()).includes(clinic.accessToken)).toBe(false);
  await desk.quit();
  expect(placesOf(desk, [clinic.accessToken, clinic.jwt])).toEqual([]);
});

test('Records are on the disk only encrypted, and in no title, log or output', async ({
  startDesk,
  startClinic,
}) => {
  const clinic = await startClinic();
  const desk = await startDesk({ clinic, ownProgram: true });
  await expect(frame(desk.page).status).toContainText('Up to date');
  const name = await browser(desk.page).open();
  const records = [...clinic.truth('requisition')];
  const private_ = records.flatMap((record) =>
    [record['patient'], record['order_details'], record['name'], record['id']]
      .map(String)
      .filter((text) => text.length >= 12),
  );
  expect(name.length).toBeGreaterThan(0);
  const caches = filesBelow(desk.dataDir).filter(([path]) => path.endsWith('cache.db'));
  expect(caches).toHaveLength(1);
  const outside = [...(await desk.titles()), await desk.page.title(), desk.output()].join('\n');
  expect(placesOf(desk, private_)).toEqual([]);
  await desk.quit();
  expect(placesOf(desk, private_)).toEqual([]);
  for (const text of private_) expect(outside.includes(text)).toBe(false);
});

test('Of the demo clinic and of a run without a keychain nothing stays', async ({
  startDesk,
  startClinic,
}) => {
  const clinic = await startClinic();
  const desk = await startDesk({ baseUrl: clinic.baseUrl });
  await accounts(desk.page).signIn(clinic);
  await expect(frame(desk.page).status).toContainText('Up to date');
  await frame(desk.page).goTo('Accounts');
  await accounts(desk.page).open('Demo clinic');
  await expect(frame(desk.page).status).toContainText('Up to date');
  await desk.quit();
  const databases = filesBelow(desk.dataDir).filter(([path]) => /\.db/.test(path));
  expect(databases.map(([path]) => path)).toEqual([]);
});
