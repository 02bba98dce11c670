import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { App } from '#renderer/app/App.tsx';
import { err, ok } from '#contract/result.ts';
import { getScreenCommandId, SCREENS } from '#contract/screens.ts';
import { toEpochMs } from '#contract/time.ts';
import { sentOrders } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aHealth, aKindHealth, openDemo } from '../../../support/values.ts';

usePage();

const withHealth = (health: ReturnType<typeof aHealth>) => ({
  'sync.health': () => Promise.resolve(ok({ ...health, account: null })),
});

describe('a window that cannot work', () => {
  it('says so when there is no bridge', () => {
    render(<App bridge={null} />);
    expect(screen.getByRole('alert').textContent).toContain('Nothing was lost.');
  });

  it('says why the engine does not respond, and tries again', async () => {
    let isBroken = true;
    showApp({}, { 'accounts.list': async (input, real) => (isBroken ? err('engine-down') : real(input)) });
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('Intray could not start.');
    isBroken = false;
    fireEvent.click(within(notification).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
  });

  it('says so when the engine was not restarted again', async () => {
    const page = showApp();
    await screen.findByRole('navigation', { name: 'Navigation' });
    page.emit('engine', { state: 'failed' });
    expect((await screen.findByRole('alert')).textContent).toContain('is not running');
  });
});

describe('the status bar', () => {
  it('counts incoming records while a sync runs, and stops it on request', async () => {
    const kinds = [aKindHealth({ kind: 'requisition', state: 'running', received: 12_500 })];
    const page = showApp({}, withHealth(aHealth({ kinds })));
    await screen.findByText(/Requisitions 12,500 received/);
    fireEvent.click(screen.getByRole('button', { name: 'Stop syncing' }));
    await waitFor(() => expect(page.asked.some(({ name }) => name === 'sync.cancel')).toBe(true));
  });

  it('says that the service is unreachable and how old the records are', async () => {
    showApp({}, withHealth(aHealth({ connection: 'offline' })));
    await screen.findByText(/^Records as of /);
    expect(await screen.findByText(/^Offline since /)).toBeDefined();
  });

  it('does not say "not yet" about an account that is opened again after it was connected', async () => {
    const page = showApp({}, withHealth(aHealth({ connection: 'unknown', connectionSince: null })));
    await screen.findByText('Not connected yet');
    act(() => page.emit('health', aHealth()));
    await screen.findByText('Online');
    act(() => page.emit('health', aHealth({ connection: 'unknown', connectionSince: null })));
    expect(screen.queryByText('Online')).toBeNull();
    expect(screen.queryByText('Not connected yet')).toBeNull();
  });

  it('names the minute in which a pause is over, and says nothing of it from then on', async () => {
    const page = showApp();
    await screen.findByText(/^Up to date, as of /);
    const until = Date.now() + 1_500;
    act(() => page.emit('health', aHealth({ connection: 'trouble', pausedUntil: toEpochMs(until) })));
    const [, hour = '', minute = ''] =
      /(\d+):(\d+)$/.exec(screen.getByText(/^Paused until /).textContent) ?? [];
    const shown = new Date(until).setHours(Number(hour), Number(minute), 0, 0);
    const dayMs = 24 * 60 * 60_000;
    // Around midnight, what is shown is the next day.
    expect((shown - until + dayMs) % dayMs).toBeLessThanOrEqual(60_000);
    await waitFor(() => expect(screen.queryByText(/^Paused until /)).toBeNull(), { timeout: 5_000 });
  });

  it('follows the engine while it restarts', async () => {
    const page = showApp();
    await screen.findByText(/^Up to date, as of /);
    page.emit('engine', { state: 'restarting' });
    await screen.findByText(/Restarting the data service/);
    page.emit('engine', { state: 'running' });
    expect(await screen.findByRole('button', { name: /^Up to date, as of / })).toBeDefined();
  });

  it('says that nothing is stored if there is no keychain', async () => {
    showApp({ accounts: openDemo({ secrets: 'memory' }) });
    await screen.findByText('Nothing is stored after Intray closes');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/has no keychain/)).toBeNull();
  });

  it('opens details for each kind, with another try for the one that failed', async () => {
    const kinds = [
      aKindHealth({ kind: 'requisition', state: 'failed', quarantined: 2, error: { code: 'bad-payload' } }),
    ];
    const page = showApp({}, withHealth(aHealth({ kinds })));
    fireEvent.click(await screen.findByRole('button', { name: /The last sync failed/ }));
    const details = await screen.findByRole('dialog', { name: 'Sync details' });
    expect(details.textContent).toContain('a response that Intray cannot read');
    expect(details.textContent).toContain(
      'without a usable id, as another kind of record, or in a form that cannot be read',
    );
    fireEvent.click(within(details).getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(page.asked).toContainEqual({ name: 'sync.run', input: { kinds: ['requisition'] } }),
    );
  });
});

describe('commands', () => {
  it('come from the native menu as well as from keys', async () => {
    const page = showApp({ requisitions: sentOrders(1) });
    await screen.findByRole('listbox');
    page.emit('command', { id: 'go.settings' });
    await screen.findByRole('heading', { name: 'Settings' });
    expect(document.title).toBe('Settings – Intray');
    fireEvent.keyDown(document.body, { key: '4', ctrlKey: true });
    await waitFor(() => expect(document.title).toBe('Inbox – Intray'));
  });

  it('lead to every screen, which its entry of the navigation and the title of the window then name', async () => {
    const page = showApp({ requisitions: sentOrders(1) });
    const navigation = await screen.findByRole('navigation', { name: 'Navigation' });
    for (const { id, label } of SCREENS.toReversed()) {
      page.emit('command', { id: getScreenCommandId(id) });
      await waitFor(() => expect(document.title).toBe(`${label} – Intray`));
      const here = within(navigation).getByRole('button', { current: 'page' });
      expect(here.textContent).toMatch(new RegExp(`^${label}`));
      expect(screen.queryByText('This part of the window stopped working.')).toBeNull();
    }
  });

  it('stand on a sheet that ? opens', async () => {
    showApp();
    await screen.findByRole('navigation', { name: 'Navigation' });
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByText('Ctrl+,')).toBeDefined();
  });

  it('never reload the page by F5', async () => {
    const page = showApp();
    await screen.findByText(/^Up to date/);
    expect(fireEvent.keyDown(document.body, { key: 'F5' })).toBe(false);
    await waitFor(() => expect(page.asked.some(({ name }) => name === 'sync.run')).toBe(true));
  });
});

describe('the settings', () => {
  it('are saved at once and change the appearance', async () => {
    const page = showApp();
    await screen.findByRole('navigation', { name: 'Navigation' });
    page.emit('command', { id: 'go.settings' });
    fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    fireEvent.click(screen.getByRole('radio', { name: 'High contrast' }));
    await waitFor(() => expect(document.documentElement.dataset['contrast']).toBe('more'));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(page.shell.settings.theme).toBe('contrast');
  });

  it('keep the width of a pane that was moved by key', async () => {
    const page = showApp({ requisitions: sentOrders(1) });
    const handle = await screen.findByRole('separator', { name: 'Width of the list' });
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    await waitFor(() => expect(page.shell.settings.panes.list).toBe(416));
    expect(handle.getAttribute('aria-valuenow')).toBe('416');
  });

  it('go through a few widths by presses without dragging, and from the widest back to the narrowest', async () => {
    const page = showApp({ requisitions: sentOrders(1) });
    const handle = await screen.findByRole('separator', { name: 'Width of the list' });
    handle.setPointerCapture = () => undefined;
    const [min, max] = ['aria-valuemin', 'aria-valuemax'].map((name) => Number(handle.getAttribute(name)));
    const widths: number[] = [];
    for (let press = 0; press < 4; press += 1) {
      const before = page.shell.settings.panes.list;
      fireEvent.pointerDown(handle, { pointerId: 1, clientX: 400 });
      fireEvent.pointerUp(handle, { pointerId: 1, clientX: 401 });
      await waitFor(() => expect(page.shell.settings.panes.list).not.toBe(before));
      await waitFor(() =>
        expect(handle.getAttribute('aria-valuenow')).toBe(String(page.shell.settings.panes.list)),
      );
      widths.push(page.shell.settings.panes.list);
    }
    expect(widths).toContain(min);
    expect(widths).toContain(max);
    expect(new Set(widths).size).toBe(4);
  });
});
