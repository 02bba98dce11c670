/** Menus, pickers and dialogs that no other specification inspects, many of them in each start of the program. */
import type { Locator, Page } from 'playwright/test';
import { NEW_ORDER } from '../support/builders.ts';
import { expect, test } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { editor } from './screens/editor.ts';
import { frame, type ScreenName } from './screens/frame.ts';
import { save } from './screens/outbox.ts';
import { worklist } from './screens/worklist.ts';
import { SWEEP, inspect } from './sweep.ts';

const MINUTE = 60_000;

const toName = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Opens the list of a picker. In a small window its field comes into view, as under a user's focus. */
async function openPicker(field: Locator): Promise<void> {
  await field.focus({ timeout: MINUTE });
  await field.scrollIntoViewIfNeeded();
  if ((await field.getAttribute('aria-expanded')) !== 'true') await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  // After a resize the list takes its new place a moment later: beside the field, above the status bar.
  await field.page().waitForFunction(
    () => {
      const list = document.querySelector('[data-trigger="ComboBox"]')?.getBoundingClientRect();
      const screen = document.querySelector('main')?.getBoundingClientRect();
      return (
        list !== undefined && screen !== undefined && list.bottom <= screen.bottom && list.top >= screen.top
      );
    },
    undefined,
    { timeout: MINUTE },
  );
}

/** Closes the list of a picker. Not by Escape: where scrolling has just closed the list, that would leave the editor. */
async function closePicker(field: Locator): Promise<void> {
  await field.blur();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field.page().locator('[data-trigger="ComboBox"]')).toHaveCount(0);
}

/** What a button has opened: a menu, a dialog, a question. */
function openPopups(page: Page): Locator {
  return page.getByRole('menu').or(page.getByRole('dialog')).or(page.getByRole('alertdialog'));
}

/** Opens every menu, popover and picker of what is shown, one after the other, and inspects each. */
async function inspectPopups(page: Page, screen: string): Promise<void> {
  const buttons = page.locator('main').locator('button[aria-haspopup]:visible:not([aria-label^="Show"])');
  const seen = new Set<string>();
  for (const button of await buttons.all()) {
    // A row that is out of view after the window had another size: its buttons are those of the rows before it.
    if (!(await button.isVisible())) continue;
    const name = toName((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '');
    if (seen.has(name) || (await button.isDisabled())) continue;
    seen.add(name);
    await button.click();
    await expect(openPopups(page).last()).toBeVisible();
    await inspect(page, `${screen}-menu-${name}`);
    await page.keyboard.press('Escape');
    await expect(openPopups(page)).toHaveCount(0);
  }
  const fields = page.locator('main').getByRole('combobox');
  const labels = await fields.evaluateAll((inputs: HTMLInputElement[]) =>
    inputs.map((input) => input.labels?.[0]?.textContent ?? input.id),
  );
  for (const [index, label] of labels.entries()) {
    if (seen.has(label)) continue;
    seen.add(label);
    const field = fields.nth(index);
    await openPicker(field);
    await inspect(page, `${screen}-picker-${toName(label)}`, async () => {
      await closePicker(field);
      await openPicker(field);
    });
    await closePicker(field);
  }
}

test('The welcome and the tour pass', SWEEP, async ({ startApp }) => {
  test.setTimeout(10 * MINUTE);
  const { page } = await startApp({ isNew: true, staysAtHome: true, ownProgram: true });
  await expect(page.getByRole('dialog', { name: 'Welcome to Intray' })).toBeVisible();
  await inspect(page, 'welcome');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^[1-9]\d* My overdue reviews/ })).toBeVisible();
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(page.getByRole('dialog')).toContainText(`Step ${step} of 5`);
    await inspect(page, `tour-${step}`);
    if (step < 5) await page.getByRole('dialog').getByRole('button', { name: 'Next' }).press('Enter');
  }
});

for (const screen of [
  'Home',
  'Requisitions',
  'Forms',
  'Requests',
  'Inbox',
  'Day',
  'Names',
  'Accounts',
  'Access log',
  'Settings',
] as const satisfies readonly ScreenName[])
  test(`Every menu and picker of the screen ${screen} passes`, SWEEP, async ({ startApp }) => {
    test.setTimeout(15 * MINUTE);
    const { page } = await startApp({ onlyReads: true });
    page.setDefaultTimeout(MINUTE);
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    await inspectPopups(page, toName(screen));
  });

test('Every menu of a requisition, a form and a notification passes', SWEEP, async ({ startApp }) => {
  test.setTimeout(15 * MINUTE);
  const { page } = await startApp({ onlyReads: true });
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  for (const screen of ['Requisitions', 'Forms', 'Inbox'] as const) {
    await frame(page).goTo(screen);
    await browser(page).open();
    const menus = browser(page).record.locator('button[aria-haspopup]:visible');
    const seen = new Set<string>();
    for (const button of await menus.all()) {
      // The menus of ids are all alike, and their words are ids.
      const look = await button.getAttribute('data-look');
      const kind = look === null || look === 'chip' ? toName((await button.textContent()) ?? '') : look;
      if (seen.has(kind) || (await button.isDisabled())) continue;
      seen.add(kind);
      await button.click();
      await expect(openPopups(page).last()).toBeVisible();
      await inspect(page, `${toName(screen)}-record-menu-${kind}`);
      await page.keyboard.press('Escape');
      await expect(openPopups(page)).toHaveCount(0);
    }
  }
});

test(
  'The editor of requisitions passes with every picker, its warnings and its dialogs',
  SWEEP,
  async ({ startApp }) => {
    test.setTimeout(20 * MINUTE);
    const { page } = await startApp();
    page.setDefaultTimeout(MINUTE);
    await expect(frame(page).status).toContainText('Up to date');
    await page.keyboard.press('n');
    await expect(editor(page).heading).toBeVisible();
    await inspectPopups(page, 'editor');
    await editor(page).choose('Patient', 'leon', 'Leon');
    await editor(page).fillChoice('Name', 'Lipid panel');
    await expect(page.getByText('It has no diagnosis and facility.')).toBeVisible();
    await inspect(page, 'editor-missing-details');
    await page.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Save as a template' }).click();
    await inspect(page, 'template-save');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Templates' }).click();
    await expect(page.getByRole('menuitem', { name: /Lipid panel/ })).toBeVisible();
    await inspect(page, 'template-menu');
    await page.getByRole('menuitem', { name: 'Remove templates' }).click();
    await inspect(page, 'template-remove');
    await page.keyboard.press('Escape');
    await editor(page).press('Discard draft');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inspect(page, 'editor-discard');
  },
);

test('The dialogs for selected requisitions and saved views pass', SWEEP, async ({ startApp }) => {
  test.setTimeout(15 * MINUTE);
  const { page } = await startApp();
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  await browser(page).open('Results received');
  await worklist(page).pick(2);
  await worklist(page).picks.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  await inspect(page, 'batch-review');
  await page.keyboard.press('Escape');
  await worklist(page).picks.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await inspect(page, 'batch-share');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await worklist(page).choose('Views', 'Save this view');
  await inspect(page, 'view-save');
  await page.getByRole('dialog').getByLabel('Name').fill('Mine');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await worklist(page).choose('Views', 'Manage views');
  await inspect(page, 'view-manage');
});

test(
  'Removing and carrying over accounts, and the receipt of a removal, pass',
  SWEEP,
  async ({ startApp, startClinic, keychain }) => {
    test.setTimeout(15 * MINUTE);
    const clinic = await startClinic();
    const host = new URL(clinic.baseUrl).host;
    const { page } = await startApp({ baseUrl: clinic.baseUrl, keychain });
    await accounts(page).signIn(clinic);
    page.setDefaultTimeout(MINUTE);
    await expect(frame(page).status).toContainText('Up to date');
    clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422 } });
    await save(page, 'requisitions.create', { ...NEW_ORDER.data, name: 'Unsent panel' });
    await frame(page).goTo('Accounts');
    for (const [state, button] of [
      ['export', `Export the local data of ${host}`],
      ['import', `Import local data into ${host}`],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await inspect(page, `accounts-${state}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    for (const [state, button] of [
      ['sign-out', new RegExp(`^Sign out of ${host}`)],
      ['wipe', /everything|all accounts/i],
      ['remove', new RegExp(`^Remove ${host}`)],
    ] as const) {
      await page.getByRole('button', { name: button }).last().click();
      // What is not on the service, to be ticked; of all accounts at once nothing of that can be deleted.
      const unsent = page.getByRole('alertdialog').getByRole('checkbox', { name: /Unsent panel/ });
      const exporting = page.getByRole('button', { name: 'Export all accounts' });
      await expect(unsent.or(exporting)).toBeVisible();
      await inspect(page, `accounts-${state}`);
      if (state === 'remove') break;
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    }
    await page
      .getByRole('alertdialog')
      .getByRole('checkbox', { name: /Unsent panel/ })
      .check();
    await page.getByRole('button', { name: 'Discard one change and delete' }).click();
    await expect(page.getByText(/ was removed from this computer\.$/)).toBeVisible();
    await inspect(page, 'accounts-removed');
    await accounts(page).signIn({ ...clinic, baseUrl: clinic.baseUrl });
    page.setDefaultTimeout(MINUTE);
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Access log');
    await page.getByText('Receipt', { exact: true }).first().click();
    await inspect(page, 'access-log-receipt');
  },
);
