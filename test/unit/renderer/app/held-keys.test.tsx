import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { APP_COMMANDS, mayRepeat } from '#renderer/app/command-keys.ts';
import { stopHeldKeys } from '#renderer/app/held-keys.ts';
import { createKeyBindings } from '#renderer/app/key-bindings.ts';
import { listenForKeys } from '#renderer/app/keys.ts';
import { inStatus, reviewAsked, sentOrder } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../support/values.ts';

usePage();

type Target = Element | Document | null;
const focused = (): Element => document.activeElement ?? document.body;
/** Holds a key that the keyboard repeats three times; returns whether each repeat was left to the browser. */
function hold(key: string, more: object = {}, at: () => Target = () => document.body): readonly boolean[] {
  fireEvent.keyDown(at() ?? document.body, { key, ...more });
  return [1, 2, 3].map(() => fireEvent.keyDown(at() ?? document.body, { key, ...more, repeat: true }));
}

const toReview = ['req_1', 'req_2', 'req_3', 'req_4', 'req_5'].map((id) =>
  sentOrder({
    id,
    name: `Order ${id}`,
    ...inStatus('results_received'),
    ...reviewAsked({ reviewer: 'user_me' }),
  }),
);

describe('a held key in the worklist', () => {
  it('marks one result as reviewed, and takes back one action', async () => {
    const page = showApp({ accounts: OWN_ACCOUNT, requisitions: toReview });
    await screen.findAllByRole('option');
    const seeSaved = (count: number) => waitFor(() => expect(page.inputs('outbox.save')).toHaveLength(count));
    hold('j');
    hold('e');
    await seeSaved(1);
    await screen.findByRole('button', { name: /Undo/ });
    hold('e');
    await seeSaved(2);
    hold('z', { ctrlKey: true });
    await waitFor(() => expect(page.inputs('outbox.discard')).toHaveLength(1));
    // Every discard is requested at the press of its key.
    await screen.findByText(/1 pending change/);
    expect(page.inputs('outbox.save')).toHaveLength(2);
    expect(page.inputs('outbox.discard')).toHaveLength(1);
  });

  it('moves over the rows', async () => {
    showApp({ accounts: OWN_ACCOUNT, requisitions: toReview });
    const rows = await screen.findAllByRole('option');
    hold('j', {}, focused);
    await waitFor(() => expect(rows[3]?.getAttribute('aria-selected')).toBe('true'));
  });

  it('types nothing into the editor that it has opened, and Enter begins lines in a long text', async () => {
    showApp({ accounts: OWN_ACCOUNT, requisitions: toReview });
    await screen.findAllByRole('option');
    fireEvent.keyDown(document.body, { key: 'n' });
    const field = await screen.findByLabelText('Order details', { selector: 'textarea' });
    expect(fireEvent.keyDown(field, { key: 'n', repeat: true })).toBe(false);
    expect(hold('n', {}, () => field)).toEqual([true, true, true]);
    expect(hold('Enter', {}, () => field)).toEqual([true, true, true]);
    expect(hold('Backspace', {}, () => field)).toEqual([true, true, true]);
  });

  it('types nothing into the palette that opens while it is held', async () => {
    showApp({ accounts: OWN_ACCOUNT, requisitions: toReview });
    await screen.findAllByRole('option');
    const search = screen.getByRole('searchbox');
    fireEvent.keyDown(search, { key: 'q' });
    fireEvent.keyDown(search, { key: 'k', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'q', repeat: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Find' }));
    expect(dialog.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('opens the record and presses no button there', async () => {
    showApp({ accounts: OWN_ACCOUNT, requisitions: toReview });
    await screen.findAllByRole('option');
    expect(fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Enter' })).toBe(false);
    const button = await screen.findByRole('button', { name: /^Complete my review/ });
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  });
});

it('saves an editor once, also where that failed', async () => {
  const failed = async () => err('storage-full');
  const page = showApp({ requisitions: [sentOrder()] }, { 'outbox.save': failed });
  await screen.findAllByRole('option');
  hold('j');
  fireEvent.keyDown(await screen.findByRole('listbox'), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const field = await screen.findByLabelText('Order details', { selector: 'textarea' });
  fireEvent.change(field, { target: { value: 'Fasting' } });
  fireEvent.keyDown(field, { key: 's', ctrlKey: true });
  await screen.findByText(/It was not saved/);
  expect(fireEvent.keyDown(field, { key: 's', ctrlKey: true, repeat: true })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, repeat: true })).toBe(false);
  expect(page.inputs('outbox.save')).toHaveLength(1);
});

describe('the keys of a page', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    document.body.replaceChildren();
  });
  function listen(): { readonly ran: string[] } {
    const ran: string[] = [];
    const getBindings = () => createKeyBindings({ singleKeys: true, keys: {} });
    ends.push(
      stopHeldKeys(window, getBindings),
      listenForKeys(window, getBindings, (id) => ran.push(id)),
    );
    return { ran };
  }
  const add = (html: string): Element => {
    document.body.insertAdjacentHTML('beforeend', html);
    return document.body.lastElementChild ?? document.body;
  };

  it('run a command once while they are held, but for those that move in a list', () => {
    expect(APP_COMMANDS.map(({ id }) => id).filter(mayRepeat)).toEqual([
      'list.next',
      'list.previous',
      'list.extendNext',
      'list.extendPrevious',
    ]);
    const { ran } = listen();
    expect(hold('i', { shiftKey: true })).toEqual([false, false, false]);
    expect(hold('F5')).toEqual([false, false, false]);
    hold('b');
    hold('l', { ctrlKey: true });
    expect(ran).toEqual(['notification.read', 'sync.now', 'notification.snooze', 'window.lock']);
    hold('k');
    expect(ran).toHaveLength(8);
  });

  it('choose and close once while they are held, wherever the focus goes', () => {
    listen();
    const [first, second] = [add('<button>One</button>'), add('<button>Two</button>')];
    expect(hold('Enter', {}, () => first)).toEqual([false, false, false]);
    expect(fireEvent.keyDown(second, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(second, { key: 'Escape', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(second, { key: ' ', repeat: true })).toBe(false);
    const [text, step] = [add('<textarea></textarea>'), add('<input data-enter-steps>')];
    expect(hold('Enter', { ctrlKey: true }, () => text)).toEqual([false, false, false]);
    expect(hold('Enter', { shiftKey: true }, () => step)).toEqual([true, true, true]);
    expect(hold('Enter', {}, () => add('<input>'))).toEqual([false, false, false]);
  });

  it('move on while they are held, also from field to field', () => {
    listen();
    const buttons = [add('<button>One</button>'), add('<button>Two</button>')];
    fireEvent.keyDown(buttons[0] ?? document.body, { key: 'ArrowDown' });
    for (const key of ['ArrowDown', 'Tab', 'PageDown', 'End'])
      expect(fireEvent.keyDown(buttons[1] ?? document.body, { key, repeat: true })).toBe(true);
  });
});
