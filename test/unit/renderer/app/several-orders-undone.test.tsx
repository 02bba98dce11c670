import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { sentOrder } from '../../../support/builders.ts';
import { pendingChanges, toSeen } from '../../../support/page/activity.ts';
import type { TestPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const toast = (): HTMLElement | null => document.querySelector('[data-part="toast"]');
const undoButton = (): HTMLElement | null =>
  within(toast() ?? document.body).queryByRole('button', { name: /^Undo/ });
const pressUndo = (): void => void fireEvent.click(undoButton() ?? document.body);
const toSay = async (words: string): Promise<void> =>
  waitFor(() => expect(toast()?.textContent).toContain(words));
const fill = (field: Element | undefined, value: string): void =>
  void fireEvent.change(field ?? document.body, { target: { value } });
const names = async (page: TestPage) => (await pendingChanges(page)).map(({ label }) => label);

/** Orders three tests in one editor. */
async function orderThree(answers: Parameters<typeof showApp>[1] = {}): Promise<TestPage> {
  const page = showApp({ requisitions: [sentOrder({ name: 'Complete blood count' })] }, answers);
  await screen.findByRole('option');
  fireEvent.keyDown(document.body, { key: 'n' });
  await screen.findByRole('heading', { name: 'New requisition' });
  fill(screen.getAllByLabelText('Patient')[0], 'user_patient1');
  fill(screen.getAllByLabelText('Ordering provider')[0], 'user_doctor1');
  fill(screen.getAllByLabelText('Name')[0], 'Ferritin');
  for (const [at, name] of ['TSH', 'Lipids'].entries()) {
    fireEvent.click(screen.getByRole('button', { name: 'Add a test', hidden: true }));
    fill(screen.getByRole('combobox', { name: `Further test ${at + 1}`, hidden: true }), name);
  }
  fireEvent.keyDown(screen.getAllByLabelText('Name')[0] ?? document.body, { key: 's', ctrlKey: true });
  await toSay('3 requisitions are saved on this computer.');
  await waitFor(() => expect(undoButton()).not.toBeNull());
  return page;
}

describe('an undo of three tests of one editor', () => {
  it('takes back all, and the draft is there again', async () => {
    const page = await orderThree();
    pressUndo();
    await toSay('The draft of Ferritin is saved on this computer');
    expect(await pendingChanges(page)).toEqual([]);
  });

  it.each(['on-its-way', 'changed-since'] as const)(
    'takes back two where the one between is %s, and says how many',
    async (code) => {
      let isTooLate = false;
      const page = await orderThree({
        'outbox.discard': async (input, real) => {
          isTooLate = isTooLate || input.number === 2;
          return input.number === 2 ? err(code) : real(input);
        },
        'outbox.list': async (input, real) => {
          const listed = await real(input);
          if (!listed.ok || !isTooLate) return listed;
          const items = listed.value.items.map((each) => ({ ...each, state: 'sending' as const }));
          return { ...listed, value: { ...listed.value, items } };
        },
      });
      pressUndo();
      await toSay('Requisitions that were taken back: 2. Not taken back, see Activity: 1.');
      expect(undoButton()).toBeNull();
      expect(await names(page)).toEqual(['TSH']);
      expect(document.body.textContent).not.toMatch(/Nothing was done|was not saved/);
      // The draft would order the one that is on its way again.
      expect((await page.ask('drafts.list', {})).items).toEqual([]);
    },
  );

  it('can be pressed again for one that is still unsent, after which the draft is there again', async () => {
    let isFull = true;
    const page = await orderThree({
      'outbox.discard': async (input, real) =>
        isFull && input.number === 2 ? err('storage-full') : real(input),
    });
    pressUndo();
    await toSay('Requisitions that were taken back: 2. Not taken back, see Activity: 1.');
    expect(document.body.textContent).toContain('The disk is full');
    isFull = false;
    pressUndo();
    await toSay('The draft of Ferritin is saved on this computer');
    expect(await pendingChanges(page)).toEqual([]);
    expect(document.body.textContent).not.toContain('The disk is full');
  });

  it('says why where none could be taken back', async () => {
    const page = await orderThree({ 'outbox.discard': async () => err('storage-full') });
    pressUndo();
    await toSay('The disk is full');
    expect(await pendingChanges(page)).toHaveLength(3);
  });

  it('changes nothing where one was changed before it was pressed', async () => {
    const page = await orderThree();
    const [first] = await pendingChanges(page);
    const typed = first?.fields.map(({ field, mine }) => [field, JSON.parse(mine)]) ?? [];
    const data = { ...Object.fromEntries(typed), name: 'Iron' };
    await page.ask('outbox.edit', { ...toSeen(first), data });
    pressUndo();
    await toSay('This can no longer be undone');
    expect(await pendingChanges(page)).toHaveLength(3);
  });
});
