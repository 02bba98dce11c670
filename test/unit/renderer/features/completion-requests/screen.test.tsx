import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatServiceTime, NOON, publishedForm, rawRequest } from '../../../../support/builders.ts';
import { typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

type SetUp = Parameters<typeof showApp>;
const row = (name: RegExp) => screen.findByRole('row', { name });

async function showRequests(start: SetUp[0] = {}, own: SetUp[1] = {}) {
  const page = showApp({ screen: 'completion-requests', ...start }, own);
  await screen.findByRole('grid', { name: 'Requests' });
  return page;
}

const query = (patient: string, at: number = NOON) => ({
  request_completion_from: [rawRequest(patient, formatServiceTime(at), 'user_provider01')],
});
const first = publishedForm(query('user_patient0001'));
const second = publishedForm({ id: 'form_2', name: 'Consent', ...query('user_patient0002', NOON + 1000) });
const MINUTE_MS = 60_000;

describe('the completion requests', () => {
  it('show the open ones of all forms first, and those that ended in their tab', async () => {
    const ended = publishedForm({ id: 'form_3', name: 'Diary' });
    await showRequests({
      earlier: { at: NOON + MINUTE_MS, forms: [{ ...ended, ...query('user_patient0001') }] },
      at: NOON + 15 * MINUTE_MS,
      forms: [first, second, { ...ended, last_updated_at: formatServiceTime(NOON + 2 * MINUTE_MS) }],
    });
    expect((await row(/Intake/)).textContent).toContain('asked by');
    await row(/Consent/);
    expect(screen.queryByRole('row', { name: /Diary/ })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: '1 Ended' }));
    expect((await row(/Diary/)).textContent).toMatch(/Completed or withdrawn between .*12:01 and 12:15/);
  });

  it('are navigated by J and K; Enter opens the form', async () => {
    await showRequests({ forms: [first, second] });
    await row(/Intake/);
    for (const key of ['j', 'j', 'k', 'j']) fireEvent.keyDown(document.body, { key });
    expect((await row(/Consent/)).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'Enter' });
    expect(await screen.findByRole('heading', { name: 'Consent' })).toBeDefined();
  });

  it('have tab stops only in the current row', async () => {
    await showRequests({ forms: [first, second] });
    fireEvent.click(await row(/Consent/));
    const stops = (inside: HTMLElement) =>
      within(inside)
        .getAllByRole('button')
        .map(({ tabIndex }) => tabIndex);
    await waitFor(async () => expect(new Set(stops(await row(/Consent/)))).toEqual(new Set([0])));
    expect(new Set(stops(await row(/Intake/)))).toEqual(new Set([-1]));
  });

  it('are a grid with named columns, in whose current row the arrow keys move between the buttons', async () => {
    await showRequests({ forms: [first, second] });
    const current = await row(/Consent/);
    fireEvent.click(current);
    const grid = screen.getByRole('grid');
    const headings = screen.getAllByRole('columnheader');
    expect(headings.map((heading) => heading.getAttribute('aria-colindex'))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(headings[0]?.closest('[role="row"]')?.id).toBe(grid.getAttribute('aria-owns'));
    const cells = within(current).getAllByRole('gridcell');
    expect(cells.map((cell) => cell.getAttribute('aria-colindex'))).toEqual(['1', '2', '3', '4', '5', '6']);
    const buttons = await within(current).findAllByRole('button');
    expect(buttons.length).toBeGreaterThan(2);
    grid.focus();
    for (const button of [...buttons, ...buttons.slice(-1)]) {
      fireEvent.keyDown(document.activeElement ?? grid, { key: 'ArrowRight' });
      expect(document.activeElement).toBe(button);
    }
    for (const before of [...buttons.slice(0, -1).toReversed(), grid]) {
      fireEvent.keyDown(document.activeElement ?? grid, { key: 'ArrowLeft' });
      expect(document.activeElement).toBe(before);
    }
  });

  it('are withdrawn after a confirmation', async () => {
    const page = await showRequests({ forms: [first] });
    fireEvent.click(await within(await row(/Intake/)).findByRole('button', { name: 'Withdraw' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }));
    await waitFor(() =>
      expect(page.inputs('outbox.save')[0]).toMatchObject({
        data: { id: 'form_1', withdraw: ['user_patient0001'] },
      }),
    );
  });

  it('remove an unsent withdrawal from the outbox', async () => {
    const page = await showRequests({
      forms: [first],
      pending: [
        {
          operation: 'forms.completion',
          target: 'form_1',
          data: { ask: [], withdraw: ['user_patient0001'] },
        },
      ],
    });
    expect((await row(/Intake/)).textContent).toContain('Withdrawn here, not on the service yet');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await page.ask('outbox.list', {})).items).toEqual([]));
  });

  it('store a reminder for the user on a day with a note, and require a day', async () => {
    const page = await showRequests({ forms: [first] });
    fireEvent.click(await within(await row(/Intake/)).findByRole('button', { name: 'Remind me' }));
    const keep = await screen.findByRole('button', { name: 'Save reminder' });
    fireEvent.click(keep);
    expect(await screen.findByText('Choose a date.')).toBeDefined();
    await typeDay('Remind me on', '2026-04-01');
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Call them' } });
    fireEvent.click(keep);
    await waitFor(() =>
      expect(page.inputs('completions.remind')[0]).toMatchObject({
        form: 'form_1',
        patient: 'user_patient0001',
        reminder: { note: 'Call them' },
      }),
    );
  });

  it('have no count of an earlier search or age, and nothing to export, until they are counted', async () => {
    let isHeld = false;
    await showRequests(
      { forms: [first, second] },
      { 'completions.counts': (input, real) => (isHeld ? new Promise(() => {}) : real(input)) },
    );
    await screen.findByText('2 requests');
    const exportButton = screen.getByRole('button', { name: 'Export CSV' });
    expect(exportButton.getAttribute('aria-disabled')).not.toBe('true');
    isHeld = true;
    fireEvent.click(screen.getByRole('button', { name: 'Asked' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: '30 days ago or longer' }));
    await waitFor(() => expect(screen.queryByText('2 requests')).toBeNull());
    expect(exportButton.getAttribute('aria-disabled')).toBe('true');
  });

  it('are filtered by a search and by their age, and say so if none is left', async () => {
    const page = await showRequests({ forms: [first, second] });
    await row(/Intake/);
    fireEvent.change(screen.getByRole('searchbox', { name: /Search requests/ }), {
      target: { value: 'cons' },
    });
    await waitFor(() => expect(screen.queryByRole('row', { name: /Intake/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Asked' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: '30 days ago or longer' }));
    const lastAsked = () => page.inputs('completions.page').at(-1);
    await waitFor(() =>
      expect(lastAsked()).toMatchObject({
        filter: { search: 'cons', askedUntil: expect.any(Number) as number },
      }),
    );
  });
});
