import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { typeDay } from './screens/date-field.ts';
import { frame } from './screens/frame.ts';
import { askedForms, mostAsked, openCount, requests } from './screens/completion-requests.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

const asked = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);

/** Confirms a withdrawal of the first visible request. */
async function withdrawFirst(page: Page): Promise<void> {
  await requests(page).rows.first().getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw request' }).click();
}

test(
  'All completion requests are on one screen, the oldest first, and are walked by keys',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic({ forms: 40 });
    const { page } = await startApp({ clinic });
    const { rows, count, search, tab } = requests(page);
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Requests');
    await expect(count).toHaveText(asked(openCount(clinic)));
    const all = askedForms(clinic).flatMap(({ name, request_completion_from: requested }) =>
      requested.map((request) => ({ ...request, name })),
    );
    const [oldest] = all.toSorted((left, right) => left.requested_at.localeCompare(right.requested_at));
    await expect(rows.first()).toContainText(oldest?.name ?? '');
    await expect(rows.first()).toContainText(oldest?.patient.slice(-5) ?? '');
    await expect(tab('Ended')).toContainText('0');

    const form = mostAsked(clinic);
    await search.fill(form.request_completion_from[0]?.patient ?? '');
    const ofPatient = all.filter(({ patient }) => patient === form.request_completion_from[0]?.patient);
    await expect(count).toHaveText(asked(ofPatient.length));
    await search.fill('');
    await expect(count).toHaveText(asked(all.length));
    await expect(rows.first()).toContainText(oldest?.name ?? '');
    await requests(page).grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await inspect(page, 'requests');
    await page.keyboard.press('Enter');
    await expect(browser(page).heading).toHaveText(oldest?.name ?? '');
  },
);

test(
  'A completion between two refreshes is shown in the list, on the form and on the patient’s page',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const form = mostAsked(clinic);
    const patient = form.request_completion_from[0]?.patient ?? '';
    const { page } = await startApp({ clinic });
    const { tab, rows } = requests(page);
    await expect(frame(page).status).toContainText('Up to date');
    expect(clinic.completeForm(form.id, patient)).toBe(true);
    await frame(page).syncNow.click();
    await frame(page).goTo('Requests');
    await tab('Ended').click();
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(
      /Completed or withdrawn (between \d\d:\d\d and|about) \d\d:\d\d/,
    );

    await rows
      .first()
      .getByRole('button', { name: `Open the form ${form.name}` })
      .click();
    const history = browser(page).record.getByRole('region', { name: /^Requests so far/ });
    await expect(history).toContainText('The only finished request took');
    await expect(history.getByRole('button', { name: /Completed or withdrawn/ })).toBeVisible();
    await history.getByRole('button', { name: 'As a table' }).click();
    await expect(history.getByRole('row')).toHaveCount(form.request_completion_from.length + 1);
    await inspect(page, 'reminder-set');

    await history.getByRole('button', { name: /Completed or withdrawn/ }).click();
    const ofPatient = page.getByRole('region', { name: /^Requests so far/ });
    await expect(
      ofPatient.getByRole('button', { name: new RegExp(`^${form.name}.*Completed`) }),
    ).toBeVisible();
    await inspect(page, 'reminder-due');
  },
);

test(
  'A reminder stays on this computer, falls due, and is removed with the request',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const app = await startApp({ clinic });
    await expect(frame(app.page).status).toContainText('Up to date');
    await frame(app.page).goTo('Requests');
    await requests(app.page).rows.first().getByRole('button', { name: 'Remind me' }).click();
    const today = new Date().toISOString().slice(0, 10);
    await typeDay(app.page, 'Remind me on', today);
    await app.page.getByLabel('Note').fill('Call the family');
    await app.page.getByRole('button', { name: 'Save reminder' }).click();
    await expect(requests(app.page).tab('Reminder due')).toContainText('1');
    await app.restart();
    const { page } = app;
    await frame(page).goTo('Requests');
    await requests(page).tab('Reminder due').click();
    await expect(requests(page).rows).toHaveCount(1);
    await expect(requests(page).rows.first()).toContainText('Call the family');
    await inspect(page, 'reminder-kept');
    expect(clinic.writeLog()).toHaveLength(0);
    await withdrawFirst(page);
    await expect(requests(page).tab('Reminder due')).toContainText('0');
  },
);
