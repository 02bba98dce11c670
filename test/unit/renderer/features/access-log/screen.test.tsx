import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err, ERROR_SENTENCES, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { switchPageToLocale } from '#renderer/text/text.ts';
import { sentOrder } from '../../../../support/builders.ts';
import { clearPart, typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { createReceipt, OWN_ACCOUNT } from '../../../../support/values.ts';

usePage();
afterEach(async () => act(async () => switchPageToLocale('en-GB')));

const PATIENT = 'user_abcdefghij12345';
const record = sentOrder({ patient: PATIENT });
const NOBODY = { user: null, account: null, record: null, patient: null, receipt: null };

/** Opens the access log of a page on which one requisition was viewed. */
async function openScreen(...steering: Parameters<typeof showApp>): Promise<void> {
  const page = showApp(...steering);
  await page.engine.openAccessLog();
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await screen.findByRole('heading', { level: 2, name: 'Complete blood count' });
  fireEvent.click(screen.getByRole('button', { name: /^Access log/ }));
  await screen.findByRole('heading', { level: 1, name: 'Access log' });
}

/** The rows of the table, without its heading, as text. */
async function findRows(): Promise<readonly string[]> {
  const table = await screen.findByRole('table');
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
}

describe('the access log', () => {
  it('shows who viewed which record, newest first', async () => {
    await openScreen({ requisitions: [record] });
    const rows = await findRows();
    // A record that stays on screen shows its patient's context too, which is an entry of its own above this one.
    expect(rows.find((row) => row.includes(String(record['id'])))).toContain('Record viewed');
    expect(rows.at(-1)).toContain('Account opened');
  });

  it('shows outcomes in words', async () => {
    const entry = { ...NOBODY, at: toEpochMs(0) };
    const items = [
      { ...entry, number: 6, what: 'view', outcome: 'not-found' },
      { ...entry, number: 5, what: 'print', outcome: 'cancelled' },
      { ...entry, number: 4, what: 'export', outcome: 'cancelled' },
      { ...entry, number: 3, what: 'print', outcome: 'unauthorised' },
      { ...entry, number: 2, what: 'gap', outcome: '12' },
      { ...entry, number: 1, what: 'sign-out', outcome: 'of-a-newer-version' },
    ] as const;
    await openScreen({ requisitions: [record] }, { 'accessLog.list': async () => ok({ items, next: null }) });
    const words = [
      ERROR_SENTENCES['not-found'],
      'Cancelled',
      ERROR_SENTENCES.cancelled,
      ERROR_SENTENCES.unauthorised,
      '12 entries could not be written.',
      'of-a-newer-version',
    ];
    const rows = await findRows();
    expect(rows.map((row, index) => row.includes(words[index] ?? ''))).toEqual(words.map(() => true));
  });

  it('shows the receipt of a wipe: what was deleted, and what was found to be gone', async () => {
    const receipt = createReceipt({ what: 'wipe', exportedTo: '/home/nurse/kept.intray-export' });
    const items = [
      { ...NOBODY, at: toEpochMs(0), number: 2, what: 'wipe', outcome: 'ok', receipt },
      { ...NOBODY, at: toEpochMs(0), number: 1, what: 'sign-out', outcome: 'ok' },
    ] as const;
    await openScreen({ requisitions: [record] }, { 'accessLog.list': async () => ok({ items, next: null }) });
    const rows = await findRows();
    expect(rows.map((row) => row.includes('Receipt'))).toEqual([true, false]);
    for (const words of [
      ...receipt.files,
      'Key and tokens were deleted',
      receipt.exportedTo ?? '',
      receipt.baseUrl,
    ])
      expect(rows[0]).toContain(words);
  });

  it('shows the reason of a failure in the chosen language', async () => {
    const item = { ...NOBODY, at: toEpochMs(0), number: 1 };
    const items = [{ ...item, what: 'view', outcome: 'not-found' }] as const;
    await openScreen({ requisitions: [record] }, { 'accessLog.list': async () => ok({ items, next: null }) });
    await findRows();
    await act(async () => switchPageToLocale('de-AT'));
    expect((await findRows())[0]).toContain('weder beim Dienst noch auf diesem Computer vorhanden');
  });

  it('is filtered by what happened, by person, patient and time, and the filters can be cleared', async () => {
    await openScreen({ requisitions: [record] });
    await findRows();
    fireEvent.click(screen.getByRole('button', { name: /^What: Everything/ }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Account opened' }));
    await waitFor(async () => expect(await findRows()).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => expect((await findRows()).length).toBeGreaterThan(1));
    const type = (label: string, value: string) => () =>
      void fireEvent.change(screen.getByLabelText(label), { target: { value } });
    for (const filter of [
      type('Person', 'user_nobody'),
      type('Patient or record', 'req_nowhere'),
      () => typeDay('From', '2099-01-01'),
    ]) {
      await filter();
      expect(await screen.findByText('No entry matches.')).toBeDefined();
      fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
      await findRows();
    }
  });

  it('is not filtered by a day that is typed in part, which is said, and cleared with the other filters', async () => {
    await openScreen({ requisitions: [record] });
    await typeDay('From', '2099-01-01');
    expect(await screen.findByText('No entry matches.')).toBeDefined();
    clearPart('From', 'month');
    expect(
      await screen.findByText('It filters nothing until it is a complete date that exists.'),
    ).toBeDefined();
    expect((await findRows()).length).toBeGreaterThan(1);
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.queryByText(/^It filters nothing/)).toBeNull());
    const year = within(screen.getByRole('group', { name: 'From' })).getByRole('spinbutton', {
      name: /^year/,
    });
    expect(year.textContent).not.toContain('2099');
  });

  it('is filtered by the names that its rows show, and says what a search without a result means', async () => {
    const names = { [PATIENT]: 'Amira Haddad', user_9: 'Ana' };
    await openScreen({ accounts: OWN_ACCOUNT, requisitions: [record], names });
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('Patient or record', 'haddad');
    await waitFor(async () => {
      const rows = await findRows();
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((row) => row.includes('Amira Haddad'))).toBe(true);
    });
    type('Patient or record', 'Ana');
    expect(
      await screen.findByText(/A name finds entries only if it is saved on this computer/),
    ).toBeDefined();
    type('Patient or record', '');
    type('Person', 'you');
    await waitFor(async () => {
      const rows = await findRows();
      expect(rows.some((row) => row.includes('Record viewed'))).toBe(true);
    });
  });

  it('is exported as a table', async () => {
    const saved: CallInput<'files.saveText'>[] = [];
    await openScreen(
      { requisitions: [record] },
      {
        'files.saveText': async (input) => {
          saved.push(input);
          return ok({ isSaved: true, path: '/home/user/saved' });
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    expect(await screen.findByText('saved was saved in the folder /home/user.')).toBeDefined();
    expect(saved[0]?.suggested).toBe('access-log.csv');
    expect(saved[0]?.text).toContain(`view,user_me,`);
    expect(saved[0]?.text).toContain(String(record['id']));
  });

  it('is checked, and altered entries are named', async () => {
    await openScreen({ requisitions: [record] });
    fireEvent.click(await screen.findByRole('button', { name: 'Check the log' }));
    expect(await screen.findByText(/entries; none was changed or is missing/)).toBeDefined();
  });

  it('names the entries that the check finds', async () => {
    const problems = [
      { kind: 'changed', from: 4, to: 4 },
      { kind: 'cut-off', from: 7, to: 9 },
    ] as const;
    await openScreen(
      { requisitions: [record] },
      { 'accessLog.verify': async () => ok({ place: 'keychain', entries: 6, savedHead: 9, problems }) },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Check the log' }));
    expect(await screen.findByText('Changed: 4')).toBeDefined();
    expect(screen.getByText('Missing at the end: 7–9')).toBeDefined();
  });

  it('says where it cannot be read or written', async () => {
    await openScreen(
      { requisitions: [record] },
      {
        'accessLog.list': async () => err('storage-damaged'),
        'accessLog.state': async () =>
          ok({ place: 'keychain', waiting: 3, problem: { code: 'storage-full' } }),
      },
    );
    expect(await screen.findByText('The access log could not be read.')).toBeDefined();
    expect(await screen.findByText(/3 entries wait to be written. The disk is full/)).toBeDefined();
  });
});
