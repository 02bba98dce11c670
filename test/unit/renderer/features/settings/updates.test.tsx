import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { UpdateState } from '#contract/updates.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const CHECKED = toEpochMs(Date.parse('2026-10-02T09:00:00Z'));

const NEWEST: UpdateState = {
  mode: 'install',
  channel: 'stable',
  isFixed: false,
  current: '1.0.0',
  checkedAt: CHECKED,
  phase: 'idle',
  percent: 0,
  available: null,
  installer: 'intray',
  failure: null,
  obstacle: null,
};
const AVAILABLE: UpdateState = {
  ...NEWEST,
  available: { version: '1.1.0', releasedAt: CHECKED, notes: 'Faster <b>lists</b>.\nFewer clicks.' },
};

/** Shows the settings with this state of updates. */
async function show(updates: UpdateState) {
  const page = showApp(
    { settings: { timeZone: 'UTC' } },
    { 'updates.get': async () => ok(updates), 'updates.check': async () => ok(updates) },
  );
  await screen.findByRole('navigation');
  act(() => page.emit('command', { id: 'go.settings' }));
  await screen.findByRole('heading', { name: 'Updates' });
  return page;
}

describe('the section of updates', () => {
  it('says that the program is up to date and when that was checked', async () => {
    await show(NEWEST);
    expect(screen.getByText(/^Intray 1\.0\.0 is up to date\. Checked .*09:00/)).toBeTruthy();
  });

  it('says that nothing was checked yet', async () => {
    await show({ ...NEWEST, checkedAt: null });
    expect(screen.getByText('Not checked yet.')).toBeTruthy();
  });

  it('offers nothing where the administrator manages updates', async () => {
    await show({ ...NEWEST, mode: 'off' });
    expect(screen.getByText(/managed by the administrator/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check for updates' })).toBeNull();
  });

  it('shows the notes of a new version as text, and who installs it', async () => {
    await show({ ...AVAILABLE, mode: 'report', installer: 'administrator' });
    expect(screen.getByText(/^Intray 1\.1\.0 of .* is available\. You have 1\.0\.0\.$/)).toBeTruthy();
    expect(screen.getByText(/Faster <b>lists<\/b>\./)).toBeTruthy();
    expect(screen.getByText(/package manager or the administrator/)).toBeTruthy();
  });

  it('follows a download and offers the restart at its end', async () => {
    const page = await show(AVAILABLE);
    act(() => page.emit('updates', { ...AVAILABLE, phase: 'downloading', percent: 40 }));
    expect(screen.getByText('Downloading… 40 %')).toBeTruthy();
    act(() => page.emit('updates', { ...AVAILABLE, phase: 'ready' }));
    act(() => screen.getByRole('button', { name: 'Restart to install' }).click());
    expect(page.inputs('updates.install')).toHaveLength(1);
  });

  it('says why a check failed, with what to do', async () => {
    await show({ ...NEWEST, failure: 'wrong-signature' });
    expect(screen.queryByText(/is up to date/)).toBeNull();
    expect(screen.getByRole('alert').textContent).toMatch(
      /not signed by the makers of Intray.*Contact support/,
    );
  });

  it('says why it is not installed now', async () => {
    await show({ ...AVAILABLE, phase: 'ready', obstacle: 'sending' });
    expect(screen.getByRole('alert').textContent).toMatch(/A change is being sent/);
  });

  it('offers the choice of releases unless the administrator has decided', async () => {
    const page = await show(NEWEST);
    expect(screen.getByRole('radiogroup', { name: 'Releases' })).toBeTruthy();
    act(() => page.emit('updates', { ...NEWEST, channel: 'beta', isFixed: true }));
    expect(screen.queryByRole('radiogroup', { name: 'Releases' })).toBeNull();
    expect(screen.getByText(/^Beta releases\. The administrator/)).toBeTruthy();
  });

  it('asks the server on request and by the menu', async () => {
    const page = await show(NEWEST);
    await act(async () => screen.getByRole('button', { name: 'Check for updates' }).click());
    await act(async () => page.emit('command', { id: 'help.updates' }));
    expect(page.inputs('updates.check')).toHaveLength(2);
  });
});
