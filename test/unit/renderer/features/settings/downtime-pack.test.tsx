import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PackSchedule } from '#contract/downtime-pack.ts';
import { err } from '#contract/result.ts';
import type { Screen } from '#contract/screens.ts';
import { toEpochMs } from '#contract/time.ts';
import { parseShiftTimes } from '#renderer/shared/downtime-pack/shift-times.ts';
import type { PageStart, Steering } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { PACKS_OFF } from '../../../../support/page/shell.ts';
import { policyOf } from '../../../../support/policy.ts';

usePage();

const HOUR_MS = 3_600_000;
const PASSWORD = 'a long password';
const hoursAgo = (hours: number) => toEpochMs(Date.now() - hours * HOUR_MS);
const ON: PackSchedule = {
  ...PACKS_OFF,
  isOn: true,
  times: ['06:30'],
  folder: '/srv/packs',
  hasPassword: true,
  made: { at: hoursAgo(0), pages: 3, missing: 0, file: 'there' },
};

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string): Promise<void> => act(async () => void fireEvent.click(button(name)));

async function show(start: PageStart & { readonly screen: Screen }, steering: Steering = {}) {
  const page = showApp(start, steering);
  await screen.findByRole('navigation');
  return page;
}

describe('the settings of downtime packs', () => {
  it('switch them on with a folder, a time and a password, which makes one at once, and off again', async () => {
    const { inputs } = await show({ screen: 'settings' });
    const switchOn = await screen.findByRole('button', { name: 'Switch on' });
    expect(switchOn.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(switchOn.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Choose a folder first.',
    );
    await press('Choose folder');
    await screen.findByText('/home/user/packs');
    type('Times of the day', 'half past six');
    await press('Switch on');
    screen.getByText('Enter between one and 6 times such as 06:30.');
    screen.getByText('At least 10 characters.');
    expect(inputs('packSchedule.set')).toEqual([]);
    type('Times of the day', '6:30; 14:30');
    type('Password', PASSWORD);
    type('Repeat the password', PASSWORD);
    await press('Switch on');
    expect(inputs('packSchedule.set')).toEqual([
      { isOn: true, times: ['06:30', '14:30'], password: PASSWORD },
    ]);
    await screen.findByText(/^Downtime pack of today/);
    expect(inputs('packSchedule.make')).toEqual([
      { requisitions: [], shift: expect.stringMatching(/^\d{4}-\d{2}-\d{2} (06:30|14:30)$/) },
    ]);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(button('Save').getAttribute('aria-disabled')).toBe('true');
    await press('Switch off and forget the password');
    expect(inputs('packSchedule.set').at(-1)).toEqual({ isOn: false });
    await screen.findByLabelText('Password');
  });

  it('change the times without the password, and the password when it is asked for', async () => {
    const { inputs } = await show({ screen: 'settings', packs: ON });
    await screen.findByRole('button', { name: 'Change the password' });
    type('Times of the day', '07:00');
    await press('Save');
    expect(inputs('packSchedule.set')).toEqual([{ isOn: true, times: ['07:00'] }]);
    await press('Change the password');
    type('Password', PASSWORD);
    type('Repeat the password', PASSWORD);
    await press('Save');
    expect(inputs('packSchedule.set').at(-1)).toEqual({ isOn: true, times: ['07:00'], password: PASSWORD });
  });

  it('are disabled with the reason where the policy forbids to save PDFs', async () => {
    await show({ screen: 'settings', packs: ON, policy: policyOf({ savePdfs: false }) });
    await screen.findByRole('button', { name: 'Choose folder' });
    for (const name of ['Choose folder', 'Save', 'Make a pack now']) {
      const reason = document.getElementById(button(name).getAttribute('aria-describedby') ?? '');
      expect([name, reason?.textContent]).toEqual([
        name,
        'The administrator of this computer does not allow PDFs to be saved.',
      ]);
    }
  });

  it('say why they cannot be read', async () => {
    await show({ screen: 'settings' }, { 'packSchedule.get': async () => err('engine-down') });
    expect(await screen.findByText(/The part of Intray that keeps the records has stopped/)).toBeDefined();
  });
});

describe('the first screen', () => {
  const status = () => screen.findByRole('region', { name: 'Downtime pack' });

  it('shows how old the pack is, and makes one at once', async () => {
    const { inputs } = await show({ screen: 'home', packs: { ...ON, doneShifts: ['2026-03-12 06:30'] } });
    expect((await status()).textContent).toMatch(/^Downtime pack of today, \d{2}:\d{2}\./);
    expect(within(await status()).queryByRole('button', { name: 'Settings' })).toBeNull();
    await press('Make a pack now');
    await waitFor(() =>
      expect(inputs('packSchedule.make')).toContainEqual({ requisitions: [], shift: null }),
    );
  });

  it.each([
    ['none', null, null, /^There is no downtime pack yet\./],
    [
      'an old one',
      { at: hoursAgo(25), pages: 1, missing: 0, file: 'there' },
      null,
      /^The downtime pack is older than a day: it is of /,
    ],
    [
      'one that was removed',
      { at: hoursAgo(1), pages: 1, missing: 0, file: 'gone' },
      null,
      /is no longer in its folder\./,
    ],
    [
      'one without PDFs',
      { at: hoursAgo(1), pages: 1, missing: 2, file: 'there' },
      null,
      /The PDFs of 2 requisitions are not in it\./,
    ],
    [
      'one and a failure',
      { at: hoursAgo(1), pages: 1, missing: 0, file: 'there' },
      { at: hoursAgo(0), error: { code: 'storage-full' }, shift: null },
      /The last attempt, .* failed\. The disk is full/,
    ],
    [
      'a folder that is gone',
      null,
      { at: hoursAgo(0), error: { code: 'not-found' }, shift: null },
      /failed\. The folder of the packs does not exist any more/,
    ],
  ] as const)('says of %s what is wrong', async (_what, made, failure, words) => {
    await show(
      { screen: 'home', packs: { ...ON, made, failure } },
      { 'packSchedule.make': async () => err('on-its-way') },
    );
    const shown = await status();
    expect(shown.textContent).toMatch(words);
    expect(shown.dataset['warning']).toBe(made?.missing === 2 ? undefined : '');
  });

  it('says that no packs are made while they are switched off, and leads to the settings', async () => {
    await show({ screen: 'home', packs: { ...ON, isOn: false, made: null } });
    expect((await status()).textContent).toMatch(/^No downtime pack is made before your shifts\./);
    expect(within(await status()).queryByRole('button', { name: 'Make a pack now' })).toBeNull();
    fireEvent.click(within(await status()).getByRole('button', { name: 'Set up packs' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  });

  it('is silent where packs are switched off and the policy allows none', async () => {
    await show({
      screen: 'home',
      packs: { ...ON, isOn: false, made: null },
      policy: policyOf({ savePdfs: false }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Home' });
    expect(screen.queryByRole('region', { name: 'Downtime pack' })).toBeNull();
  });

  it('leads to the settings where something is wrong', async () => {
    await show(
      { screen: 'home', packs: { ...ON, made: null } },
      { 'packSchedule.make': async () => err('on-its-way') },
    );
    fireEvent.click(within(await status()).getByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  });
});

it('Activity shows a pack only where something is wrong with it', async () => {
  const failure = { at: hoursAgo(0), error: { code: 'storage-full' }, shift: null } as const;
  const page = await show({ screen: 'outbox', packs: { ...ON, failure } });
  const shown = await screen.findByRole('region', { name: 'Downtime pack' });
  expect(shown.textContent).toMatch(/The disk is full/);
  page.shell.packs = ON;
  await press('Make a pack now');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Downtime pack' })).toBeNull());
});

describe('a pack that is due', () => {
  it('is made of the printed sheets whatever screen is shown, with the PDFs of the day', async () => {
    const sheets: number[] = [];
    const { inputs } = await show(
      { screen: 'home', packs: { ...ON, made: null } },
      {
        'packSchedule.make': async (input, real) => {
          sheets.push(document.querySelectorAll('[data-print="sheet"]').length);
          return real(input);
        },
      },
    );
    await press('Make a pack now');
    await waitFor(() => expect(inputs('packSchedule.make')).toHaveLength(1));
    expect(sheets).toEqual([1]);
    await waitFor(() => expect(document.querySelector('[data-print="sheet"]')).toBeNull());
  });
});

it.each([
  ['6:30', ['06:30']],
  ['14:30, 06:30 06:30', ['06:30', '14:30']],
  ['06:30، 14:30', ['06:30', '14:30']],
  ['', null],
  ['24:00', null],
  ['06:60', null],
  ['6.30', null],
  ['01:00 02:00 03:00 04:00 05:00 06:00 07:00', null],
])('reads the times %s as %s', (typed, times) => {
  expect(parseShiftTimes(typed)).toEqual(times);
});
