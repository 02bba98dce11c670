import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import { aForm, aRequest, aWrite, loaded, NOON } from '../support/builders.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

type SetUp = Parameters<typeof showApp>;
const row = (name: RegExp) => screen.findByRole('row', { name });

async function showRequests(...setUp: SetUp) {
  const fake = showApp(...setUp);
  fireEvent.click(await screen.findByRole('button', { name: /^Requests/ }));
  await screen.findByRole('grid', { name: 'Requests' });
  return fake;
}

const first = aRequest();
const second = aRequest({ form: 'form_2', formName: 'Consent', patient: 'user_patient0002' });
const ended = aRequest({
  form: 'form_3',
  formName: 'Diary',
  state: 'ended',
  ended: { after: epochMs(NOON + 60_000), before: epochMs(NOON + 900_000) },
});

describe('the completion requests', () => {
  it('show the open ones of all forms first, and those that ended in their tab', async () => {
    await showRequests({ requests: [first, second, ended] });
    expect((await row(/Intake/)).textContent).toContain('asked by');
    await row(/Consent/);
    expect(screen.queryByRole('row', { name: /Diary/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: '1 Ended' }));
    expect((await row(/Diary/)).textContent).toMatch(/Completed or withdrawn between .*12:01 and 12:15/);
  });

  it('are navigated by J and K; Enter opens the form', async () => {
    await showRequests(
      { requests: [first, second] },
      { 'forms.get': ({ id }) => Promise.resolve(ok(loaded(aForm({ id, name: `Form ${id}` })))) },
    );
    await row(/Intake/);
    for (const key of ['j', 'j', 'k', 'j']) fireEvent.keyDown(document.body, { key });
    expect((await row(/Consent/)).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'Enter' });
    expect(await screen.findByRole('heading', { name: 'Form form_2' })).toBeDefined();
  });

  it('have tab stops only in the current row', async () => {
    await showRequests({ requests: [first, second] });
    fireEvent.click(await row(/Consent/));
    const stops = (inside: HTMLElement) =>
      within(inside)
        .getAllByRole('button')
        .map(({ tabIndex }) => tabIndex);
    await waitFor(async () => expect(new Set(stops(await row(/Consent/)))).toEqual(new Set([0])));
    expect(new Set(stops(await row(/Intake/)))).toEqual(new Set([-1]));
  });

  it('are withdrawn after a confirmation', async () => {
    const fake = await showRequests({ requests: [first] });
    fireEvent.click(await within(await row(/Intake/)).findByRole('button', { name: 'Withdraw' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));
    await waitFor(() =>
      expect(fake.asked.find(({ name }) => name === 'writes.save')?.input).toMatchObject({
        data: { id: 'form_1', withdraw: ['user_patient0001'] },
      }),
    );
  });

  it('remove an unsent withdrawal from the outbox', async () => {
    const write = aWrite({
      number: 7,
      operation: 'forms.completion',
      kind: 'form',
      id: 'form_1',
      fields: [{ field: 'withdraw', base: null, mine: '["user_patient0001"]', theirs: null }],
    });
    const fake = await showRequests({ requests: [{ ...first, unsent: 'withdraw' }], waiting: [write] });
    expect((await row(/Intake/)).textContent).toContain('Withdrawn here, not on the service yet');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(fake.asked.find(({ name }) => name === 'outbox.discard')?.input).toEqual({ number: 7 }),
    );
  });

  it('store a reminder on a day with a note, and require a day', async () => {
    const fake = await showRequests({ requests: [first] });
    fireEvent.click(await within(await row(/Intake/)).findByRole('button', { name: 'Remind' }));
    const keep = await screen.findByRole('button', { name: 'Save reminder' });
    fireEvent.click(keep);
    expect(await screen.findByText('Choose a date.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Remind me on'), { target: { value: '2026-04-01' } });
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Call them' } });
    fireEvent.click(keep);
    await waitFor(() =>
      expect(fake.asked.find(({ name }) => name === 'completions.remind')?.input).toMatchObject({
        form: 'form_1',
        patient: 'user_patient0001',
        reminder: { note: 'Call them' },
      }),
    );
  });

  it('are filtered by a search and by their age, and say so if none is left', async () => {
    const fake = await showRequests({ requests: [first, second] });
    await row(/Intake/);
    fireEvent.change(screen.getByRole('searchbox', { name: /Search requests/ }), {
      target: { value: 'cons' },
    });
    await waitFor(() => expect(screen.queryByRole('row', { name: /Intake/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Asked' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: '30 days ago or longer' }));
    const asked = () => fake.asked.findLast(({ name }) => name === 'completions.page')?.input;
    await waitFor(() =>
      expect(asked()).toMatchObject({ filter: { search: 'cons', askedUntil: expect.any(Number) as number } }),
    );
  });
});
