import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { err, ERROR_SENTENCES, ok } from '#contract/result.ts';
import { announcer } from '#renderer/ui/announcer.ts';
import { inStatus, sentOrder } from '../../../../support/builders.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { createDay, press, printed } from './day-page.ts';

usePage();

const { start: START, showDay } = createDay();
const OUTSTANDING = sentOrder({ id: 'req_7', name: 'Outstanding one', ...inStatus('sent') });

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
