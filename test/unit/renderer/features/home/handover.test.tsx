import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { getScreenCommandId } from '#contract/screens.ts';
import { toEpochMs } from '#contract/time.ts';
import {
  formatServiceTime,
  NOON,
  publishedForm,
  rawRequest,
  sentOrder,
  visitNotification,
} from '../../../../support/builders.ts';
import type { PageStart, Steering, TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOON);
});

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const at = (minutes: number): string => formatServiceTime(NOON + minutes * MINUTE_MS);
const day = (days: number) => toEpochMs(NOON + days * DAY_MS);

/**
 * Prints the handover sheet; returns the texts of the rows of its tables, and the ids that are recorded as printed.
 * @param prepare what happens before it is printed
 */
async function printSheet(
  start: PageStart,
  prepare: (page: TestPage) => Promise<unknown> = async () => {},
  own: Steering = {},
) {
  let whole = '';
  const sheets: (readonly (readonly string[])[])[] = [];
  const page = showApp(
    { screen: 'home', ...start },
    {
      'app.print': (input, real) => {
        whole = document.querySelector('[data-print="sheet"]')?.textContent ?? '';
        const tables = document.querySelectorAll('[data-print="sheet"] table');
        sheets.push(
          [...tables].map((table) => [...table.querySelectorAll('tr')].map((row) => row.textContent ?? '')),
        );
        return real(input);
      },
      ...own,
    },
  );
  await page.ready;
  await prepare(page);
  fireEvent.click(await screen.findByRole('button', { name: 'Print handover sheet' }));
  await waitFor(() => expect(sheets).toHaveLength(1));
  const find = (heading: RegExp): readonly string[] => {
    const [, ...rows] = sheets[0]?.find(([first = '']) => heading.test(first)) ?? [];
    return rows;
  };
  const { records } = page.inputs('app.print')[0] as { readonly records: readonly string[] };
  return {
    whole,
    records,
    unsent: find(/^Saved on this computer, not yet on the service/),
    reminders: find(/^Due reminders/),
    appointments: find(/^As of .*: appointments later today/),
    /** The first row of each table, which is its heading. */
    headings: (sheets[0] ?? []).map(([heading = '']) => heading),
  };
}

describe('the unsent changes of the handover sheet', () => {
  it('are what is saved on this computer alone, with patient and status, the oldest first', async () => {
    const saved = { operation: 'requisitions.update', data: { order_details: 'Fasting' } } as const;
    const { unsent, records } = await printSheet({
      requisitions: [sentOrder({ id: 'req_1', name: 'Ferritin' }), sentOrder({ id: 'req_2', name: 'Zinc' })],
      names: { user_patient0001: 'Anna Miller' },
      pending: [
        { ...saved, target: 'req_1', label: 'Ferritin', patient: 'user_patient0001', savedAt: NOON - DAY_MS },
        { ...saved, target: 'req_2', label: 'Zinc', state: 'rejected', savedAt: NOON },
      ],
    });
    expect(unsent[0]).toBe('SavedChangeAboutPatientStatus');
    expect(unsent.slice(1)).toEqual([
      expect.stringMatching(/11 Mar 2026.*Change of a requisition.*Ferritin.*Anna Miller.*t0001.*Saved here/),
      expect.stringMatching(/12 Mar 2026.*Zinc.*Not accepted/),
    ]);
    expect(records).toContain('req_1');
  });

  it('say that none waits', async () => {
    expect((await printSheet({ requisitions: [sentOrder()] })).unsent).toEqual(['No change is waiting.']);
  });
});

describe('the due reminders of the handover sheet', () => {
  const followUp = (kind: 'requisition' | 'form', id: string, days: number, note: string) => ({
    kind,
    id,
    note,
    remindOn: day(days),
  });

  it('are those on requisitions, forms and completion requests, the oldest first, with patient and note', async () => {
    const form = publishedForm({
      id: 'form_2',
      name: 'Headache diary',
      request_completion_from: [rawRequest('user_patient0002', at(-9_000))],
    });
    const { reminders, records } = await printSheet(
      {
        requisitions: [
          sentOrder({ id: 'req_1', name: 'Ferritin' }),
          sentOrder({ id: 'req_2', name: 'Other' }),
        ],
        forms: [publishedForm({ id: 'form_1', name: 'Intake' }), form],
        names: { user_patient0001: 'Anna Miller', user_patient0002: 'Bert Kohl' },
        followUps: [
          followUp('requisition', 'req_1', -1, 'Call the laboratory'),
          followUp('form', 'form_1', -3, 'Publish it'),
          followUp('requisition', 'req_2', 1, 'Tomorrow'),
        ],
      },
      (page) =>
        page.ask('completions.remind', {
          form: 'form_2',
          patient: 'user_patient0002',
          reminder: { remindOn: day(-2), note: 'Ask on the phone' },
        }),
    );
    expect(reminders[0]).toBe('Due sinceAboutPatientNote');
    expect(reminders.slice(1)).toEqual([
      expect.stringMatching(/9 Mar 2026.*Intake.*Publish it$/),
      expect.stringMatching(
        /10 Mar 2026.*Request to complete Headache diary.*Bert Kohl.*t0002.*Ask on the phone$/,
      ),
      expect.stringMatching(/11 Mar 2026.*Ferritin.*Anna Miller.*t0001.*Call the laboratory$/),
    ]);
    expect(records).toEqual(expect.arrayContaining(['req_1', 'form_1', 'form_2']));
    expect(records).not.toContain('req_2');
  });

  it('are those due for longest, whichever records changed last, where more are due than are printed', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index);
    const { reminders, headings } = await printSheet({
      // The records that are due for longest changed before the others.
      requisitions: ids.map((index) =>
        sentOrder({ id: `req_${index}`, name: `Test ${index}.`, updated_at: at(index - 1_000) }),
      ),
      forms: [publishedForm({ id: 'form_1', name: 'Intake', updated_at: at(-2_000) })],
      followUps: [
        ...ids.map((index) => followUp('requisition', `req_${index}`, index - 200, '')),
        followUp('form', 'form_1', -150.5, ''),
      ],
    });
    const names = ids.map((index) => `Test ${index}.`).toSpliced(50, 0, 'Intake');
    expect(headings).toContainEqual('Due reminders: the first 90');
    expect(reminders.slice(1)).toEqual(names.slice(0, 90).map((name) => expect.stringContaining(name)));
  });

  it('say that none is due', async () => {
    const { reminders } = await printSheet({ requisitions: [sentOrder()] });
    expect(reminders).toEqual(['No reminder is due.']);
  });
});

describe('the appointments of the handover sheet', () => {
  const visit = (id: string, name: string, [from, until]: readonly [number, number], change: object = {}) =>
    visitNotification(
      { id: `notf_${id}` },
      { id: `appt_${id}`, name, start_time: at(from), end_time: at(until), ...change },
    );
  const CANCELLED = {
    parent: 'appt_c',
    parent_type: 'appointment',
    status: 'cancelled',
    changed_at: at(0),
    changed_by: 'user_clerk001',
  };

  it('are those of today that run or are still to come and take place, by their start, with who comes', async () => {
    const { appointments, records } = await printSheet({
      names: { user_patient0001: 'Anna Miller', user_provider01: 'Dr Weber' },
      notifications: [
        visit('a', 'Later visit', [60, 90]),
        visit('b', 'Running visit', [-10, 20]),
        visit('c', 'Cancelled visit', [120, 150], { status_history: [CANCELLED] }),
        visit('d', 'Over', [-60, -30]),
        visit('e', 'Tomorrow', [1_440, 1_470]),
        visit('f', 'No one comes', [200, 230], { attendees: [], host: '' }),
      ],
    });
    expect(appointments[0]).toBe('TimeAppointmentWhoHost');
    expect(appointments.slice(1)).toEqual([
      expect.stringMatching(/Running visit.*Anna Miller.*t0001.*Dr Weber/),
      expect.stringMatching(/Later visit.*Anna Miller/),
      expect.stringMatching(/No one comes.*No attendee given.*No host given/),
    ]);
    expect(records).toEqual(expect.arrayContaining(['notf_a', 'notf_b', 'notf_f']));
    expect(records).not.toContain('notf_d');
  });

  it('are all there where one has more attendees than are listed, which its row says', async () => {
    const attendees = Array.from({ length: 75 }, (_, index) => ({ attendee: `user_guest${index + 100}` }));
    const { appointments, headings } = await printSheet({
      notifications: [visit('a', 'Class', [60, 90], { attendees }), visit('b', 'Visit', [100, 120])],
    });
    expect(headings.find((heading) => heading.includes('appointments'))).toMatch(/running$/);
    expect(appointments.slice(1)).toEqual([
      expect.stringMatching(/Class.*st159and more/),
      expect.not.stringContaining('and more'),
    ]);
  });

  it('say that none is known, and that there may be others', async () => {
    const { appointments, whole } = await printSheet({ notifications: [visit('d', 'Over', [-60, -30])] });
    expect(appointments).toEqual(['None is known.']);
    expect(whole).toContain('Appointments are known from notifications alone; there may be others.');
  });

  it('say that they are not known before the notifications were fetched', async () => {
    const { appointments } = await printSheet({}, undefined, {
      'day.sheet': async (input, real) => {
        const sheet = await real(input);
        return sheet.ok ? ok({ ...sheet.value, asOf: null }) : sheet;
      },
    });
    expect(appointments).toEqual(['Not known yet: the notifications have not been fetched completely.']);
  });
});

it('a handover sheet whose screen was left while it was read is not printed later', async () => {
  const isAsked = Promise.withResolvers<null>();
  const mayAnswer = Promise.withResolvers<null>();
  const page = showApp(
    { screen: 'home' },
    {
      'day.sheet': async (input, real) => {
        isAsked.resolve(null);
        await mayAnswer.promise;
        return real(input);
      },
    },
  );
  const pressed = await screen.findByRole('button', { name: 'Print handover sheet' });
  pressed.focus();
  fireEvent.click(pressed);
  await isAsked.promise;
  // The button keeps the focus while the sheet is read.
  await waitFor(() => expect(pressed.getAttribute('aria-disabled')).toBe('true'));
  expect(pressed).toHaveProperty('disabled', false);
  act(() => page.emit('command', { id: getScreenCommandId('settings') }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Print handover sheet' })).toBeNull());
  mayAnswer.resolve(null);
  await act(() => page.ask('app.info', {}));
  act(() => page.emit('command', { id: getScreenCommandId('home') }));
  const button = await screen.findByRole('button', { name: 'Print handover sheet' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  expect(page.inputs('app.print')).toEqual([]);
  fireEvent.click(button);
  await waitFor(() => expect(page.inputs('app.print')).toHaveLength(1));
});

it('a handover sheet of which a part cannot be read is not printed, and says why', async () => {
  const page = showApp({ screen: 'home' }, { 'day.sheet': async () => err('storage-full') });
  fireEvent.click(await screen.findByRole('button', { name: 'Print handover sheet' }));
  expect(await screen.findByText(/The disk is full/)).toBeDefined();
  expect(page.inputs('app.print')).toEqual([]);
});
