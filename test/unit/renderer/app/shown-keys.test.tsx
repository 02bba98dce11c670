import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Settings } from '#contract/settings.ts';
import { sentOrder, visitNotification } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

async function openPage(settings: Partial<Settings> = {}) {
  const page = showApp({
    settings,
    requisitions: [sentOrder({ id: 'req_1', name: 'Ferritin' })],
    notifications: [visitNotification({ id: 'notf_1', title: 'Fasting reminder' })],
  });
  await screen.findByRole('option', { name: /Ferritin/ });
  return page;
}

/** Returns the tooltip of a button that has the focus by the keyboard, as text; null where it has none. */
async function readTooltip(button: HTMLElement): Promise<string | null> {
  fireEvent.keyDown(document.body, { key: 'Tab' });
  fireEvent.keyUp(document.body, { key: 'Tab' });
  button.focus();
  const tooltip = await waitFor(() => screen.getByRole('tooltip'));
  const words = tooltip.textContent;
  button.blur();
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  return words;
}

const getButton = (name: RegExp): HTMLElement => screen.getByRole('button', { name });

describe('the key of a button', () => {
  it('is in the tooltips of the places, of a new requisition and of the sync', async () => {
    await openPage();
    const rail = within(screen.getByRole('navigation', { name: 'Navigation' }));
    expect(await readTooltip(rail.getByRole('button', { name: /^Inbox/ }))).toContain('Ctrl+4');
    // In a narrow list or window these buttons show their icon alone.
    expect(await readTooltip(getButton(/^New requisition/))).toMatch(/^New requisition\s+N$/);
    expect(await readTooltip(getButton(/^Sync now/))).toMatch(/^Sync now\s+F5$/);
  });

  it('is in the tooltips of what is done with a notification', async () => {
    await openPage();
    fireEvent.keyDown(document.body, { key: '4', ctrlKey: true });
    fireEvent.click(await screen.findByRole('option', { name: /Fasting reminder/ }));
    const actions = within(await screen.findByRole('group', { name: 'Actions' }));
    const mark = await actions.findByRole('button', { name: /^Mark as (un)?read/ });
    expect(await readTooltip(mark)).toMatch(/^Shift\+[IU]$/);
    expect(await readTooltip(actions.getByRole('button', { name: /^Snooze/ }))).toBe('B');
  });

  it('is the one that the user has chosen', async () => {
    await openPage({ keys: { 'record.new': 'Ctrl+Insert' } });
    expect(await readTooltip(getButton(/^New requisition/))).toMatch(/^New requisition\s+Ctrl\+Insert$/);
  });

  it('is not shown where letters are turned off', async () => {
    await openPage({ singleKeys: false });
    expect((await readTooltip(getButton(/^New requisition/)))?.trim()).toBe('New requisition');
    expect(await readTooltip(getButton(/^Sync now/))).toMatch(/^Sync now\s+F5$/);
  });
});

describe('the button of the palette', () => {
  it('shows its key, and opens the palette', async () => {
    await openPage();
    const button = getButton(/^Find/);
    expect(within(button).getByText('Ctrl+K')).toBeDefined();
    fireEvent.click(button);
    expect(await screen.findByRole('dialog', { name: 'Find' })).toBeDefined();
  });

  it('shows the key that the user has chosen', async () => {
    await openPage({ keys: { 'palette.open': 'Ctrl+J' } });
    expect(getButton(/^Find/).textContent).toContain('Ctrl+J');
  });
});
