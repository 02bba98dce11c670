/** Dialogs, messages and settings that no other specification inspects: what is snoozed, helped with, undone, confirmed. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { editor } from './screens/editor.ts';
import { formAction, getForms, showForm } from './screens/forms.ts';
import { frame } from './screens/frame.ts';
import { activity } from './screens/outbox.ts';
import { worklist } from './screens/worklist.ts';
import { SWEEP, inspect } from './sweep.ts';

const MINUTE = 60_000;
const PASSWORD = 'correct horse battery';

const dialogs = (page: Page): Locator => page.locator('[role="dialog"], [role="alertdialog"]');
const toast = (page: Page): Locator => page.locator('[data-part="toast"]');

/** Presses a button that opens a dialog or a popover, inspects that, and closes it. */
async function inspectOpened(page: Page, button: Locator, state: string): Promise<void> {
  await button.click();
  await expect(dialogs(page).last()).toBeVisible();
  await inspect(page, state);
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
}

test('Snoozing passes, of one notification and of several', SWEEP, async ({ startApp }) => {
  test.setTimeout(15 * MINUTE);
  const { page } = await startApp();
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Inbox');
  const { rows, open, record, list } = browser(page);
  await inspectOpened(page, page.getByRole('button', { name: 'Dates in UTC' }), 'inbox-utc-dates');
  await open();
  await record.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspect(page, 'snooze-menu');
  await page.getByRole('menuitem', { name: 'On a day' }).click();
  await expect(page.getByRole('spinbutton', { name: /^day, Show it again on/ })).toBeFocused();
  await dialogs(page).getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(dialogs(page)).toContainText('Choose a day in the future.');
  await inspect(page, 'snooze-day');
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
  await list.focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: /^In one hour/ })).toBeFocused();
  await inspect(page, 'snooze-key');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('is hidden from the inbox until');
  await inspect(page, 'snooze-toast');
  await worklist(page).pick(2);
  await page.getByRole('toolbar').getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspect(page, 'snooze-selected');
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
  await expect(toast(page)).toContainText('notifications are hidden from the inbox until');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Snoozed/ }).click();
  await expect(rows).toHaveCount(3);
  await open();
  await expect(record).toContainText('on this computer only');
  await inspect(page, 'snoozed');
});

test(
  'The question for a date in the list passes, also with an answer that is none',
  SWEEP,
  async ({ startApp }) => {
    test.setTimeout(5 * MINUTE);
    const { page } = await startApp({ onlyReads: true });
    page.setDefaultTimeout(MINUTE);
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Requisitions');
    const { list, rows } = browser(page);
    await expect(rows.first()).toBeVisible();
    await list.focus();
    await page.keyboard.press('g');
    await expect(dialogs(page)).toContainText('Go to a date');
    await expect(page.getByRole('spinbutton').first()).toBeFocused();
    await inspect(page, 'go-to-date');
    await dialogs(page).getByRole('button', { name: 'Go', exact: true }).click();
    await expect(dialogs(page)).toContainText('Enter a complete date that exists.');
    await inspect(page, 'go-to-date-wrong');
    await page.keyboard.press('Escape');
    await expect(dialogs(page)).toHaveCount(0);
  },
);

test('Every page of the help passes', SWEEP, async ({ startApp }) => {
  test.setTimeout(10 * MINUTE);
  const { page } = await startApp({ onlyReads: true });
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { name: 'The first keys' })).toBeVisible();
  await inspect(page, 'help');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What’s new', { exact: true }).click();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await inspect(page, 'help-news');
  await dialog.getByText('About and licences', { exact: true }).click();
  await expect(dialog.getByText(/^react /)).toBeVisible();
  await dialog.getByText(/^react /).click();
  await expect(dialog.locator('pre')).toContainText('Permission is hereby granted');
  await inspect(page, 'help-about');
  await dialog.getByText('File for support', { exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Collect' })).toBeVisible();
  await inspect(page, 'help-support');
  await dialog.getByRole('button', { name: 'Collect' }).click();
  await expect(dialog.getByLabel('Text of the file')).toContainText('Intray');
  await inspect(page, 'help-support-file');
});

test('A key that is asked for, and one that is taken, pass', SWEEP, async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /^Change the key: Snooze the current/ }).click();
  await page.keyboard.press('j');
  await expect(page.getByText(/Next row/).last()).toBeVisible();
  await inspect(page, 'shortcut-taken');
});

test(
  'Messages that undo, and the buttons for back and forward, pass',
  SWEEP,
  async ({ startApp, startClinic }) => {
    test.setTimeout(15 * MINUTE);
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    page.setDefaultTimeout(MINUTE);
    await expect(frame(page).status).toContainText('Up to date');
    // Nothing is sent, so that everything can be undone however busy this computer is.
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    const { open, record } = browser(page);
    await open('Results received');
    await inspectOpened(page, record.getByRole('button', { name: 'Follow up' }), 'follow-up-edited');
    await record.getByRole('button', { name: 'Follow up' }).click();
    await page.getByLabel('Note').fill('Called the lab');
    await page.getByRole('button', { name: 'Save follow-up' }).click();
    await expect(toast(page)).toContainText('is marked for follow-up');
    await inspect(page, 'follow-up-toast');
    await page.keyboard.press('Shift+E');
    // That of the follow-up, and that of the review.
    await expect(toast(page)).toHaveCount(2);
    await inspect(page, 'review-toast');
    await page.keyboard.press('n');
    await expect(editor(page).heading).toBeVisible();
    await editor(page).fillChoice('Name', 'Lipid panel');
    await expect(editor(page).kept).toContainText('Draft saved');
    await frame(page).goTo('Activity');
    await expect(activity(page).writes.first()).toBeVisible();
    await inspect(page, 'activity-pending');
    await inspectOpened(
      page,
      page.getByRole('button', { name: 'Discard', exact: true }).first(),
      'pending-discard',
    );
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(activity(page).question).toBeVisible();
    await inspect(page, 'draft-discard');
    await activity(page).question.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(toast(page)).toContainText('was discarded from the drafts');
    await inspect(page, 'draft-toast');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByRole('button', { name: 'Forward', exact: true })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await inspect(page, 'history');
  },
);

test('The questions of a requisition and of a form pass', SWEEP, async ({ startApp, startClinic }) => {
  test.setTimeout(15 * MINUTE);
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  const { search, open, record } = browser(page);
  for (const [state, asked, name] of [
    ['share', 'shared:no', 'Share with patient'],
    ['unshare', 'shared:yes', 'Stop sharing: the patient may have seen it'],
  ] as const) {
    await search.fill(asked);
    const button = record.getByRole('button', { name, exact: true });
    // The first row is one of the former search until the rows of this one are there.
    await expect(async () => {
      await open();
      await expect(button).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await inspectOpened(page, button, `requisition-${state}`);
  }
  const forms = getForms(clinic);
  const changed = forms.find((each) => each['has_unpublished_changes'] === true);
  await showForm(page, String(changed?.['name']));
  await inspectOpened(page, formAction(page, /^Publish/), 'form-publish');
  await inspectOpened(page, formAction(page, /^Delete/), 'form-delete');
  await frame(page).goTo('Requests');
  await inspectOpened(page, page.getByRole('button', { name: 'Withdraw' }).first(), 'request-withdraw');
});

test('The settings of the downtime packs pass, off, wrong and on', SWEEP, async ({ startApp, host }) => {
  test.skip(host === 'electron', 'the folder dialog of the real host waits for a person');
  test.setTimeout(10 * MINUTE);
  // Its settings remain with the account.
  const { page } = await startApp({ ownProgram: true, savesAs: '.' });
  page.setDefaultTimeout(MINUTE);
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Settings');
  const section = page.getByRole('region', { name: 'Downtime pack before each shift' });
  await section.getByRole('button', { name: 'Choose folder' }).click();
  await section.getByLabel('Times of the day').fill('25:00');
  await section.getByLabel('Password', { exact: true }).fill('short');
  await section.getByRole('button', { name: 'Switch on' }).click();
  await expect(section.getByText(/^Enter between one and/)).toBeVisible();
  await inspect(page, 'packs-wrong');
  await section.getByLabel('Times of the day').fill('06:30, 14:30');
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await section.getByLabel('Repeat the password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Switch on' }).click();
  await expect(section.getByText(/^Downtime pack of today/)).toBeVisible();
  await inspect(page, 'packs-on');
  await frame(page).goTo('Home');
  await expect(page.getByText(/^Downtime pack of today/)).toBeVisible();
  await inspect(page, 'home-pack');
});
