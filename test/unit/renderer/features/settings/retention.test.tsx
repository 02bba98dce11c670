import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { POLICY_WITHOUT_FILE, type PolicyStatus } from '#contract/policy.ts';
import { ok } from '#contract/result.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const FREE: PolicyStatus = {
  policy: POLICY_WITHOUT_FILE,
  source: 'none',
  file: '/etc/intray/policy.json',
  problems: [],
};
const LIMITED: PolicyStatus = {
  ...FREE,
  source: 'file',
  policy: { ...POLICY_WITHOUT_FILE, retention: { days: 10, pdfMegabytes: null } },
};

/** Shows the settings under a policy. */
async function show(status: PolicyStatus) {
  const page = showApp({ settings: { timeZone: 'UTC' } }, { 'policy.get': async () => ok(status) });
  await screen.findByRole('navigation');
  act(() => page.emit('command', { id: 'go.settings' }));
  const group = await screen.findByRole('radiogroup', { name: 'Remove copies that were not used for' });
  const choices = within(group).getAllByRole<HTMLInputElement>('radio');
  return { page, group, choices };
}

describe('the time after which copies are removed', () => {
  it('is 30 days, and another one is saved when it is chosen', async () => {
    const { group, choices } = await show(FREE);
    expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
      ['7', false],
      ['14', false],
      ['30', true],
      ['90', false],
      ['365', false],
    ]);
    await act(async () => fireEvent.click(within(group).getByRole('radio', { name: '14 days' })));
    expect(within(group).getByRole<HTMLInputElement>('radio', { name: '14 days' }).checked).toBe(true);
  });

  it('is at most what the policy allows, which the page says', async () => {
    const { choices } = await show(LIMITED);
    expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
      ['7', false],
      ['10', true],
    ]);
    expect(screen.getByText('The administrator of this computer allows at most 10 days.')).toBeTruthy();
  });

  it('does not pass while the policy cannot be used, which the page says', async () => {
    await show({ ...FREE, source: 'strict', problems: [{ line: 1, reason: 'it is not valid JSON' }] });
    expect(
      screen.getByText('Nothing is removed while the policy of this computer cannot be used.'),
    ).toBeTruthy();
  });
});
