import { expect, test } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

const host = (clinic: { readonly baseUrl: string }): string => new URL(clinic.baseUrl).host;

test('Several accounts are switched without mixing their records', async ({ startApp, startClinic }) => {
  const north = await startClinic({ seed: 11, requisitions: 30 });
  const south = await startClinic({ seed: 12, requisitions: 47 });
  const { page } = await startApp({ ownProgram: true });
  const { goTo, status } = frame(page);
  const { count } = browser(page);
  await expect(count).toHaveText('400 requisitions');
  for (const [clinic, shown] of [
    [north, '30 requisitions'],
    [south, '47 requisitions'],
  ] as const) {
    await goTo('Accounts');
    await accounts(page).signIn(clinic);
    await frame(page).goFromHomeToRequisitions();
    await expect(count).toHaveText(shown);
    await expect(status).toContainText(host(clinic));
  }

  await goTo('Accounts');
  await accounts(page).open(host(north));
  await frame(page).goFromHomeToRequisitions();
  await expect(count).toHaveText('30 requisitions');
  await expect(status).toContainText(host(north));
  const known = new Set([...north.listResources('requisition')].map((each) => String(each['name'])));
  await expect(browser(page).rows.first()).toBeVisible();
  const rows = await browser(page).rows.allTextContents();
  expect(known.size).toBeGreaterThan(0);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect([...known].some((name) => row.includes(name))).toBe(true);

  await goTo('Accounts');
  await accounts(page).open('Demo clinic');
  await frame(page).goFromHomeToRequisitions();
  await expect(count).toHaveText('400 requisitions');
});

test('A switch during a sync leaves the other account unchanged', async ({ startApp, startClinic }) => {
  const slow = await startClinic({ seed: 21, requisitions: 120 });
  const { page } = await startApp({ clinic: slow });
  await expect(browser(page).count).toHaveText('120 requisitions');
  await expect(frame(page).status).toContainText('Up to date');
  slow.faults.add({ match: {}, action: { kind: 'delay', ms: 2000 } });
  await frame(page).syncNow.click();
  await frame(page).goTo('Accounts');
  await accounts(page).open('Demo clinic');
  await frame(page).goFromHomeToRequisitions();
  await expect(browser(page).count).toHaveText('400 requisitions');
  await expect(frame(page).status).toContainText('Up to date');
  await expect(browser(page).count).toHaveText('400 requisitions');
});
