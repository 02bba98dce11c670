import type { DemoServer } from '#main/demo/server.ts';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { askedForms, mostAsked } from './screens/completion-requests.ts';

type Raw = Readonly<Record<string, unknown>>;

const serviceRecords = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('form')];
const countText = (count: number): string => (count === 1 ? '1 form' : `${count} forms`);
const isPublished = ({ published_version: version }: Raw): boolean => version !== '';
const isAhead = (form: Raw): boolean => isPublished(form) && form['has_unpublished_changes'] === true;

test('Tabs, filters and searches of forms find the service’s forms, with a network', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ forms: 60 });
  const { page } = await startApp({ clinic });
  const { search, count, rows } = browser(page);
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Forms');
  const all = serviceRecords(clinic);
  const tabs = page.getByRole('radiogroup', { name: 'Forms by status' });
  for (const [name, wanted] of [
    ['Not published', all.filter((form) => !isPublished(form))],
    ['With changes', all.filter(isAhead)],
    ['Published', all.filter((form) => isPublished(form) && !isAhead(form))],
    ['Asked', askedForms(clinic).filter((form) => form.request_completion_from.length > 0)],
    ['All', all],
  ] as const) {
    await tabs.getByRole('radio', { name: `${wanted.length} ${name}`, exact: true }).click();
    await expect(count).toHaveText(countText(wanted.length));
  }
  const consent = all.filter(({ name, description }) =>
    /consent/i.test(`${String(name)} ${String(description)}`),
  );
  await search.fill('consent');
  await expect(count).toHaveText(countText(consent.length));
  await expect(rows.first().locator('mark').first()).toHaveText(/consent/i);
  await search.fill('');
  await expect(count).toHaveText('60 forms');
  await page.getByRole('button', { name: 'State', exact: true }).click();
  await page.getByRole('menu').getByText('Unpublished changes').click();
  await expect(count).toHaveText(countText(all.filter(isAhead).length));
  await expect(search).toHaveValue('state:unpublished_changes');
  await search.fill('usable:none zzqx:1');
  await expect(page.getByText('“zzqx:1” is not a filter of this search.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('The record shows what patients see and who is asked, without a network', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const form = mostAsked(clinic);
  clinic.otherUsers.updateForm(form.id, { has_unpublished_changes: true });
  const { page } = await startApp({ clinic });
  const { record, search, open } = browser(page);
  await expect(frame(page).status).toContainText('Up to date');
  clinic.otherUsers.updateForm(form.id, { request_completion_from: { patient: 'user_newcomer1' } });
  await frame(page).syncNow.click();
  await frame(page).goTo('Forms');
  await search.fill(form.name);
  const asked = form.request_completion_from.length + 1;
  await expect(
    browser(page)
      .rows.filter({ hasText: `${asked} asked` })
      .first(),
  ).toBeVisible();
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await open(`${asked} asked`);
  await expect(record).toContainText(
    'The form has had unpublished changes since today; one patient asked since then.',
  );
  await expect(record).toContainText('when Intray first received the changes');
  const rows = record.getByRole('region', { name: /^Asked to complete it/ }).getByRole('row');
  await expect(rows).toHaveCount(asked + 1);
  const oldest = form.request_completion_from.toSorted((left, right) =>
    left.requested_at.localeCompare(right.requested_at),
  )[0];
  await expect(rows.nth(1)).toContainText(oldest?.patient ?? '');
  await expect(rows.nth(asked)).toContainText('user_newcomer1');
  await expect(rows.nth(asked)).toContainText('since today');
  expect(await barriers(page)).toEqual([]);
});
