import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CallInput, CallOutput } from '#contract/api.ts';
import { err, ERROR_SENTENCES, ok, type Result } from '#contract/result.ts';
import {
  formatServiceTime,
  inStatus,
  NOON,
  publishedForm,
  rawNotification,
  sentOrder,
  toBytes,
  visitNotification,
  rawRequest,
} from '../../../../support/builders.ts';
import type { PageStart, Steering } from '../../../../support/page/page.ts';
import { typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { aHealth, aKindHealth } from '../../../../support/values.ts';
import { announcer } from '#renderer/ui/announcer.ts';

usePage();

const PATIENT = 'user_abcdefghij12345';
const OUTSTANDING = sentOrder({ id: 'req_7', name: 'Outstanding one', ...inStatus('sent') });
const TODAY = Date.now();
const HOUR_MS = 3_600_000;
const attended = { attendees: [{ id: 1, attendee: PATIENT }] };
const times = (start: number) => ({
  start_time: formatServiceTime(start),
  end_time: formatServiceTime(start + HOUR_MS / 2),
});
const START: PageStart = {
  requisitions: [sentOrder({ name: 'Iron studies', patient: PATIENT })],
  forms: [publishedForm({ request_completion_from: [rawRequest(PATIENT, formatServiceTime(NOON))] })],
  notifications: [
    visitNotification(
      { id: 'notf_2', read: true, created_at: formatServiceTime(NOON + 1000) },
      { ...attended, ...times(TODAY) },
    ),
    visitNotification(
      { id: 'notf_1', read: true },
      {
        ...attended,
        ...times(TODAY),
        start_time: formatServiceTime(TODAY - HOUR_MS),
        location: { city: 'Elsewhere' },
      },
    ),
    visitNotification(
      { id: 'notf_3', read: true },
      {
        id: 'appt_2',
        name: 'Blood draw',
        host: 'user_other',
        ...times(TODAY + 1000),
        attendees: [{ id: 1, attendee: 'user_other001' }],
        status_history: [
          { id: 2, status: 'canceled', changed_at: formatServiceTime(NOON), changed_by: 'user_other' },
        ],
      },
    ),
    rawNotification({ id: 'notf_9', title: 'New message', user: PATIENT }),
  ],
};

async function showDay(start: PageStart = {}, own: Steering = {}) {
  const page = showApp({ ...START, screen: 'day', ...start }, own);
  await screen.findByRole('heading', { level: 1, name: /^Day sheet/ });
  return { ...page, query: page.inputs };
}
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
/** The texts of the printed sheets. */
const printed = () =>
  screen
    .queryAllByRole('table')
    .filter((table) => table.closest('[data-print="sheet"]') !== null)
    .map(({ textContent }) => textContent ?? '');
const WHOLE_PDF = toBytes('%PDF-1.7 %%EOF');

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
    await waitFor(() => expect(query('day.sheet').length).toBeGreaterThan(before), { timeout: 3_000 });
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

describe('preparing the day', () => {
  it('syncs, checks each record, fetches the PDFs, and reports the outcome', async () => {
    const { query, engine } = await showDay();
    press('Prepare the day');
    expect(await screen.findByText('Downloading PDFs: 0 of 1')).toBeDefined();
    expect(query('sync.run')).toHaveLength(1);
    expect(query('records.refresh')).toEqual([
      { kind: 'requisition', id: 'req_1' },
      { kind: 'form', id: 'form_1' },
    ]);
    expect(query('pdfs.fetch')).toEqual([{ ids: ['req_1'] }]);
    engine.service.answer('req_1', WHOLE_PDF);
    const ready = await screen.findByText(/^This computer is ready to go offline for/);
    expect(ready.textContent).toContain('2 appointments, 1 requisition, 1 form, 1 PDF, as of');
  });

  it('names what could not be fetched, and why', async () => {
    const { engine } = await showDay();
    engine.service.answer('req_1', 'not-a-pdf');
    press('Prepare the day');
    expect(await screen.findByText(/0 PDFs \(1 not available\)/)).toBeDefined();
    press(/PDFs that are not on this computer/);
    expect(await screen.findByText(/What the service sent is no PDF/)).toBeDefined();
  });

  it('says when it is offline: it requests no record and no PDF, and does not report the day as ready', async () => {
    const offline = aHealth({ connection: 'offline', error: { code: 'offline' }, kinds: [aKindHealth()] });
    const health = async () => ok(offline);
    const { query } = await showDay({}, { 'sync.run': health, 'sync.health': health });
    press('Prepare the day');
    expect(await screen.findByText(/^Could not be updated\. Saved for/)).toBeDefined();
    expect(screen.getByText(/The service cannot be reached/)).toBeDefined();
    expect(query('records.refresh')).toEqual([]);
    expect(query('pdfs.fetch')).toEqual([]);
  });

  it('stops when the user says so, and requests no further PDF', async () => {
    const { query } = await showDay();
    press('Prepare the day');
    await screen.findByText('Downloading PDFs: 0 of 1');
    press('Stop');
    expect(await screen.findByText(/^Stopped\./)).toBeDefined();
    await waitFor(() => expect(query('pdfs.cancel')).toEqual([{ ids: ['req_1'] }]));
  });

  it('begins again right after Stop, and a stopped run says nothing on another day', async () => {
    const held = Promise.withResolvers<void>();
    const { query } = await showDay(
      {},
      { 'sync.run': (input, real) => held.promise.then(() => real(input)) },
    );
    press('Prepare the day');
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText(/^Stopped\./);
    press('Prepare the day');
    await waitFor(() => expect(query('sync.run')).toHaveLength(2));
    await screen.findByRole('button', { name: 'Stop' });
    press('The day after');
    held.resolve();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    press('Prepare the day');
    await screen.findByText(/^This computer is ready to go offline for/);
    expect(screen.queryByText(/^Stopped\./)).toBeNull();
  });
});

describe('a downtime pack', () => {
  async function openDialog(): Promise<HTMLElement> {
    await screen.findByRole('heading', { name: /^Blood draw/ });
    press('Downtime pack');
    return screen.findByRole('dialog');
  }
  function type(label: string, value: string): void {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }

  it('requires a password that is long enough, entered twice, and shows its strength', async () => {
    const { query } = await showDay();
    const dialog = await openDialog();
    expect(dialog.textContent).toContain(
      'The file cannot be opened without this password; Intray does not store it.',
    );
    type('Password', 'short');
    press('Save the pack');
    expect(await screen.findByText('At least 10 characters.')).toBeDefined();
    type('Password', 'correct horse battery');
    expect(screen.getByText('Strength: strong')).toBeDefined();
    expect(screen.getByText('The passwords do not match.')).toBeDefined();
    press('Save the pack');
    expect(query('pack.save')).toEqual([]);
  });

  it('is written while the sheets are rendered, and lists the PDFs that are not in it', async () => {
    const seen: string[] = [];
    const { query } = await showDay(
      { requisitions: [...(START.requisitions ?? []), OUTSTANDING] },
      {
        'pack.save': async () => {
          seen.push(printed().join('\n'));
          return ok({ isSaved: true, pages: 5, missing: ['req_1', 'req_7'] });
        },
      },
    );
    await openDialog();
    type('Password', 'correct horse battery');
    type('Repeat the password', 'correct horse battery');
    press('Save the pack');
    expect(await screen.findByText(/^Saved, 5 pages\. The PDF of one requisition/)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [input] = query('pack.save') as readonly {
      requisitions: readonly string[];
      suggestedName: string;
    }[];
    expect(input?.requisitions).toEqual(['req_1', 'req_7']);
    expect(input?.suggestedName).toMatch(/^intray-pack-\d{4}-\d{2}-\d{2}\.pdf$/);
    expect(seen[0]).toContain('Iron studies');
    expect(seen[0]).toContain('Outstanding one');
    expect(seen[0]?.match(/As of 12 Mar 2026/g)).toHaveLength(4);
    expect(printed()).toEqual([]);
  });

  it('that is the second one is written while the result of the first is shown, and announced with its own', async () => {
    const said = vi.spyOn(announcer, 'say');
    const pages = [4, 6];
    const { query } = await showDay(
      {},
      { 'pack.save': async () => ok({ isSaved: true, pages: pages.shift() ?? 0, missing: [] }) },
    );
    for (const [index, count] of [...pages].entries()) {
      const dialog = await openDialog();
      expect(dialog.isConnected).toBe(true);
      type('Password', `correct horse battery ${index}`);
      type('Repeat the password', `correct horse battery ${index}`);
      press('Save the pack');
      await screen.findByText(new RegExp(`^Saved, ${count} pages`));
      await waitFor(() =>
        expect(said).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(`^Saved, ${count} pages`)),
      );
      expect(screen.getAllByText(/^Saved, /)).toHaveLength(1);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(query('pack.save')).toHaveLength(index + 1);
    }
    expect(query('pack.save')).toMatchObject([
      { password: 'correct horse battery 0' },
      { password: 'correct horse battery 1' },
    ]);
  });

  it('says that a print job, unlike the pack, is not encrypted', async () => {
    await showDay();
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('A print job is not encrypted');
    expect(within(dialog).getByRole('button', { name: /[Pp]rint/ })).toBeDefined();
  });

  it('whose sheets could not be printed instead says so beside the buttons of the day, and nothing in its next dialog', async () => {
    await showDay({}, { 'worklist.counts': async () => err('engine-down') });
    await openDialog();
    press('Print instead');
    await screen.findByText(ERROR_SENTENCES['engine-down']);
    const dialog = await openDialog();
    expect(dialog.textContent).not.toContain('No pack was saved');
  });

  it('stays open with the input if it could not be saved', async () => {
    await showDay({}, { 'pack.save': async () => err('storage-full') });
    await openDialog();
    type('Password', 'correct horse battery');
    type('Repeat the password', 'correct horse battery');
    press('Save the pack');
    expect(await screen.findByText(/No pack was saved\. The disk is full/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse battery');
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
