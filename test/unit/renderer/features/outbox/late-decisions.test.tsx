import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openActivity, pendingChanges, RENAME, toSeen, UPDATE } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { usePage } from '../../../../support/page/render.tsx';
import type { PendingChangeInput } from '../../../../support/pending.ts';

usePage();

const ID = UPDATE.target;

const nameInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const type = (value: string) => fireEvent.change(nameInput(), { target: { value } });
const pressSave = () => fireEvent.click(screen.getByRole('button', { name: 'Save the change' }));
const findNotice = () => screen.findByText(/The change is not as it was when you began/);

async function getData(page: TestPage): Promise<Readonly<Record<string, unknown>>> {
  const [change] = await pendingChanges(page);
  return Object.fromEntries((change?.fields ?? []).map(({ field, mine }) => [field, JSON.parse(mine)]));
}

/** Stops sharing the requisition in another window. */
const stopSharing = (page: TestPage) =>
  page.ask('outbox.save', {
    operation: 'requisitions.update',
    data: { id: ID, share_with_patient: false },
  });

/** Opens the editor of a change. */
async function openEditor(...setUp: Parameters<typeof openActivity>): Promise<TestPage> {
  const page = await openActivity(...setUp);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('textbox', { name: 'Name' });
  return page;
}

describe('an editor of a pending change', () => {
  it('that is saved after another window has changed the change says so, keeps what was typed, and loses nothing', async () => {
    let isChanged = false;
    const page: TestPage = await openEditor(
      { pending: [RENAME] },
      {
        'outbox.edit': async (input, real) => {
          // The other window is just a little earlier.
          if (!isChanged) await stopSharing(page);
          isChanged = true;
          return real(input);
        },
      },
    );
    type('Second');
    pressSave();
    const notice = await findNotice();
    expect(notice.getAttribute('role')).toBe('alert');
    expect(notice.textContent).toContain('What you typed is still here.');
    expect(nameInput().value).toBe('Second');
    const now = screen.getByLabelText('In the outbox now');
    expect(now.textContent).toContain('Shared with patient');
    expect(now.textContent).not.toContain('Name');
    expect(await getData(page)).toEqual({ name: RENAME.data?.['name'], share_with_patient: false });
    pressSave();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    expect(await getData(page)).toEqual({ name: 'Second', share_with_patient: false });
  });

  it('shows at once that another window has changed the change, with its value beside what was typed', async () => {
    const page = await openEditor({ pending: [RENAME] });
    type('Mine');
    const [change] = await pendingChanges(page);
    await page.ask('outbox.edit', { ...toSeen(change), data: { name: 'Theirs' } });
    await findNotice();
    expect(nameInput().value).toBe('Mine');
    expect(screen.getByLabelText('In the outbox now').textContent).toContain('Theirs');
  });

  it('takes over the values of another window in fields in which nothing was typed', async () => {
    const page = await openEditor({ pending: [RENAME] });
    const [change] = await pendingChanges(page);
    await page.ask('outbox.edit', { ...toSeen(change), data: { name: 'Theirs' } });
    await findNotice();
    await waitFor(() => expect(nameInput().value).toBe('Theirs'));
    pressSave();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    expect(await getData(page)).toEqual({ name: 'Theirs' });
  });

  it('says nothing about a change that only it has saved, also where the list is read before the answer comes', async () => {
    const page = await openEditor(
      { pending: [{ ...RENAME, state: 'rejected' }] },
      {
        'outbox.edit': async (input, real) => {
          const answer = await real(input);
          await screen.findByText('Saved on this computer; waiting to be sent.');
          expect(screen.queryByText(/not as it was when you began/)).toBeNull();
          return answer;
        },
      },
    );
    type('Second');
    pressSave();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    expect(screen.queryByText(/not as it was when you began/)).toBeNull();
    expect(await getData(page)).toEqual({ name: 'Second' });
  });
});

const DATA = { name: 'Blood count, fasting', order_details: 'In the morning' };
const conflict: PendingChangeInput = {
  ...UPDATE,
  state: 'needs-you',
  question: 'conflict',
  data: DATA,
  base: { name: 'Blood count', order_details: '' },
  theirs: { name: 'Blood count, later' },
};

describe('a decision that comes after that of another window', () => {
  /** Opens a conflict that another window decides right before the decision of this one arrives. */
  async function openDecided(): Promise<TestPage> {
    let isDecided = false;
    const decide = async (): Promise<void> => {
      if (isDecided) return;
      isDecided = true;
      const [asked] = await pendingChanges(page);
      await page.engine.local('resolve', { ...toSeen(asked), resolution: { take: 'mine' } });
    };
    const page: TestPage = await openActivity(
      { pending: [conflict] },
      {
        'outbox.resolve': (input, real) => decide().then(() => real(input)),
        'outbox.discard': (input, real) => decide().then(() => real(input)),
      },
    );
    return page;
  }

  it('changes nothing, says so where the user sees it, and shows the change as it is', async () => {
    const page = await openDecided();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep the service’s for all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply these choices' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard your values?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Keep the service’s values' }));
    const banner = await screen.findByText(/Nothing was done, because this was changed/);
    expect(banner.textContent).not.toContain('was not saved');
    await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull());
    await screen.findByText('Saved on this computer; waiting to be sent.');
    expect(await getData(page)).toEqual(DATA);
  });

  it('is said no longer once a later decision about the change is done', async () => {
    const page = await openDecided();
    const discard = async (): Promise<void> => {
      fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
      const question = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
      fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    };
    await discard();
    await screen.findByText(/Nothing was done, because this was changed/);
    await screen.findByText('Saved on this computer; waiting to be sent.');
    await discard();
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
    await waitFor(() => expect(screen.queryByText(/Nothing was done/)).toBeNull());
  });

  it('does not discard the change', async () => {
    const page = await openDecided();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await screen.findByText(/Nothing was done, because this was changed/);
    expect(await getData(page)).toEqual(DATA);
  });
});

it('choices about a conflict are made again when the values of the service have changed', async () => {
  const page = await openActivity({ pending: [conflict] });
  const findCard = () => screen.findByRole('article');
  const card = await findCard();
  fireEvent.click(within(card).getByRole('button', { name: 'Keep mine for all' }));
  const getMine = async () =>
    within(await findCard()).getByRole<HTMLInputElement>('radio', { name: 'Keep mine' });
  expect((await getMine()).checked).toBe(true);
  const theirs = { name: 'Blood count, tomorrow' };
  const rest = { state: 'needs-you', question: 'conflict', theirs } as const;
  await page.engine.local('storeAttempt', { number: 1, data: DATA, rest });
  await waitFor(async () => expect((await findCard()).textContent).toContain('tomorrow'));
  expect((await getMine()).checked).toBe(false);
});
