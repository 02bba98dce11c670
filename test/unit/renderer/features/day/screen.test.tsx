import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput, CallOutput } from '#contract/api.ts';
import { err, ERROR_SENTENCES, ok, type Result } from '#contract/result.ts';
import { visitNotification } from '../../../../support/builders.ts';
import { typeDay } from '../../../../support/page/actions.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { attended, createDay, PATIENT, press, printed, times } from './day-page.ts';

usePage();

const { today: TODAY, showDay } = createDay();

describe('the day sheet', () => {
  it('shows each appointment with its times, place and status, and the open work of each attendee', async () => {
    await showDay();
    const items = await screen.findAllByRole('listitem');
    const [visit, draw] = [/Follow-up visit/, /Blood draw/].map((name) =>
      items.find(({ textContent }) => name.test(textContent ?? '')),
    );
    expect(visit?.textContent).toMatch(/1 Main Street, Springfield, IL 62701/);
    expect(visit?.textContent).toContain(
      'Earlier notifications gave different values: start, place. The newest notification is shown.',
    );
    for (const row of [/Iron studies/, /Intake/, /New message/])
      expect(within(visit ?? document.body).getByRole('button', { name: row })).toBeDefined();
    expect(draw?.dataset['ended']).toBe('');
    expect(draw?.textContent).toContain('Canceled');
    expect(draw?.textContent).toContain('No open items');
    expect(screen.getByText(/2 appointments · As of/)).toBeDefined();
  });

  it('has a table of all appointments, which says what is under way and leads to each', async () => {
    await showDay({}, {});
    const table = await screen.findByRole('table', { name: /^Now / });
    const [, visit, draw] = within(table).getAllByRole('row');
    expect(visit?.getAttribute('aria-current')).toBe('time');
    expect(visit?.textContent).toMatch(/Now.*Follow-up visit.*3/);
    expect(draw?.dataset['ended']).toBe('');
    expect(screen.getByText(/0 have ended, 1 is under way, 0 are still to come, 3 open items/)).toBeDefined();
    const target = screen.getAllByRole('listitem').find((item) => /Follow-up visit/.test(item.textContent));
    HTMLElement.prototype.scrollIntoView = (): void => undefined;
    fireEvent.click(within(table).getByRole('button', { name: /^Go to .*, Follow-up visit$/ }));
    expect(document.activeElement).toBe(target);
  });

  it('of many appointments leads to each from its table, and shows and counts all of them', async () => {
    const count = 10;
    const notifications = Array.from({ length: count }, (_none, n) =>
      visitNotification(
        { id: `notf_${n}`, read: true },
        { ...attended, ...times(TODAY + n), id: `appt_${n}`, name: `Visit ${n}` },
      ),
    );
    await showDay({ notifications });
    const table = await screen.findByRole('table', { name: /^Now / });
    HTMLElement.prototype.scrollIntoView = (): void => undefined;
    fireEvent.click(within(table).getByRole('button', { name: /Visit 9$/ }));
    expect(document.activeElement?.textContent).toMatch(/Visit 9/);
    expect(table.querySelectorAll('tbody tr')).toHaveLength(count);
    await waitFor(() => expect(document.querySelectorAll('ol > li h2')).toHaveLength(count));
    expect(
      screen.getByText(/0 have ended, 10 are under way, 0 are still to come, 2 open items/),
    ).toBeDefined();
  });

  it('shows its first appointments while the others are read, without counts and with nothing to print', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await showDay(
      {},
      {
        'day.sheet': async (input, real) => {
          await promise;
          return real(input);
        },
      },
    );
    const table = await screen.findByRole('table', { name: /^Now / });
    const row = within(table).getByRole('row', { name: /Follow-up visit/ });
    const item = screen
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent.includes('Iron studies'));
    expect(item).toBeDefined();
    expect(screen.getByText('Loading the day')).toBeDefined();
    expect(screen.queryByText(/have ended|\d open items|2 appointments/)).toBeNull();
    press('Print');
    expect(printed()).toEqual([]);
    for (const name of ['Print', 'Downtime pack'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    resolve();
    expect(await screen.findByText(/2 appointments · As of/)).toBeDefined();
    expect(screen.getByText(/1 is under way, 0 are still to come, 3 open items/)).toBeDefined();
    expect(row.isConnected && item?.isConnected).toBe(true);
    expect(screen.queryByText('Loading the day')).toBeNull();
  });

  it('says that the others could not be read, instead of showing the first ones as the day', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await showDay({}, { 'day.sheet': () => promise.then(() => err('engine-down')) });
    await screen.findByRole('table', { name: /^Now / });
    resolve();
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('table', { name: /^Now / })).toBeNull();
  });

  it('opens the record behind a row', async () => {
    const { query } = await showDay();
    fireEvent.click(await screen.findByRole('button', { name: /Iron studies/ }));
    await waitFor(() => expect(query('requisitions.get')).toContainEqual({ id: 'req_1' }));
  });

  it('requests another day as a whole local day, and returns to today', async () => {
    const { query } = await showDay();
    await typeDay('Day', '2026-03-29');
    await waitFor(() =>
      expect(query('day.sheet')).toContainEqual({
        from: Date.parse('2026-03-29T00:00:00'),
        until: Date.parse('2026-03-30T00:00:00'),
      }),
    );
    press('The day after');
    await waitFor(() =>
      expect(query('day.sheet').at(-1)).toMatchObject({ from: Date.parse('2026-03-30T00:00:00') }),
    );
    press('Today');
    expect(
      within(screen.getByRole('group', { name: 'Day' })).getByRole('spinbutton', { name: /^year/ })
        .textContent,
    ).toBe(String(new Date().getFullYear()));
  });

  it('shows the appointments of one host only', async () => {
    await showDay();
    fireEvent.click(await screen.findByRole('button', { name: 'Host' }));
    await screen.findByRole('menuitemcheckbox', { name: 'All hosts' });
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /other/ }));
    await waitFor(() => expect(screen.queryByText('Follow-up visit')).toBeNull());
    expect(screen.getByRole('heading', { name: /^Blood draw/ })).toBeDefined();
    expect(screen.getByText(/^1 of 2 appointments shown/)).toBeDefined();
  });

  it('saves the shown appointments as a calendar file, and says why where that fails', async () => {
    const saved: CallInput<'files.saveText'>[] = [];
    let answer: Result<CallOutput<'files.saveText'>> = ok({ isSaved: true, path: '/home/user/day.ics' });
    await showDay(
      {},
      {
        'files.saveText': async (input) => {
          saved.push(input);
          return answer;
        },
      },
    );
    await screen.findByRole('heading', { name: /^Blood draw/ });
    press('Export calendar');
    expect(await screen.findByText('day.ics was saved in the folder /home/user.')).toBeDefined();
    expect(saved[0]).toMatchObject({ suggested: 'day.ics', text: expect.stringContaining('Blood draw') });
    answer = err('storage-full');
    press('Export calendar');
    expect(await screen.findByText(ERROR_SENTENCES['storage-full'])).toBeDefined();
  });

  it('says why it is empty, and what to expect', async () => {
    await showDay({ notifications: [] });
    expect(await screen.findByText('No appointments on this day.')).toBeDefined();
  });

  it('reports that it cannot be read, and tries again', async () => {
    const { query } = await showDay({}, { 'day.sheet': async () => err('engine-down') });
    expect(await screen.findByText('The day could not be read.')).toBeDefined();
    const before = query('day.sheet').length;
    press('Try again');
    await waitFor(() => expect(query('day.sheet').length).toBeGreaterThan(before));
  });

  it('says that what is shown may be out of date where it cannot be read again, until it can', async () => {
    let isDown = false;
    const page = await showDay(
      {},
      { 'day.sheet': (input, real) => (isDown ? Promise.resolve(err('engine-down')) : real(input)) },
    );
    await screen.findByRole('heading', { name: /^Blood draw/ });
    isDown = true;
    page.emit('changed', { revision: 1, kind: 'notification', ids: [] });
    await screen.findByText(/^The day could not be read again; what is shown may be out of date\./);
    expect(screen.getByRole('heading', { name: /^Blood draw/ })).toBeDefined();
    isDown = false;
    press('Try again');
    await waitFor(() => expect(screen.queryByText(/^The day could not be read again/)).toBeNull());
  });
});

describe('the printed sheets', () => {
  it('are those of the host that is shown, one page each, each with the time of its data', async () => {
    const sheets: string[] = [];
    const print = async () => {
      sheets.push(...printed());
      return ok({ outcome: 'printed' } as const);
    };
    await showDay({ names: { [PATIENT]: 'Amira Haddad' } }, { 'app.print': print });
    await screen.findByRole('heading', { name: /^Blood draw/ });
    press('Print');
    await waitFor(() => expect(sheets).toHaveLength(2));
    expect(sheets[0]).toMatch(/^Day sheet: .*user_….*As of 12 Mar 2026/);
    expect(sheets[0]).toContain('Amira Haddad');
    expect(sheets[0]).toContain('…12345');
    await waitFor(() => expect(printed()).toEqual([]));
  });

  it('are gone if they were not printed, which is said until the next print', async () => {
    const outcomes = ['failed', 'cancelled'] as const;
    let turn = 0;
    await showDay({}, { 'app.print': async () => ok({ outcome: outcomes[turn++] ?? 'printed' }) });
    await screen.findByRole('heading', { name: /^Blood draw/ });
    press('Print');
    expect(await screen.findByText(/did not report that it printed/)).toBeDefined();
    expect(printed()).toEqual([]);
    press('Print');
    await waitFor(() => expect(screen.queryByText(/did not report/)).toBeNull());
    await waitFor(() => expect(printed()).toEqual([]));
  });
});
