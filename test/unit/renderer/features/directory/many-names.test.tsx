import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const COUNT = 10_000;
/** As many rows as the screen shows at once. */
const STEP = 100;
const SCRIPTS = [
  'Zoë Marsh',
  'Zoë Marsh',
  'Ольга Королёва',
  '王秀英',
  'أميرة حداد',
  'שרה לוי',
  'अनन्या शर्मा',
  '김영희',
  'Łukasz Gąsior',
  'Αθηνά Παππά',
] as const;
const toId = (at: number): string => `user_${String(at).padStart(6, '0')}`;
/** Every tenth name is the only one of its kind; the others are equal to a thousand others. */
const NAMES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [
    toId(at),
    at % 10 === 1 ? `${SCRIPTS[1]} ${at}` : (SCRIPTS[at % 10] ?? ''),
  ]),
);

const table = (): HTMLElement => screen.getAllByRole('table')[0] ?? document.body;
const rows = (): readonly HTMLElement[] => within(table()).getAllByRole('row').slice(1);
const search = (value: string): void =>
  void fireEvent.change(screen.getByRole('searchbox'), { target: { value } });

/** The names on screen, read without the roles of a hundred rows: the wait for a search reads them again and again. */
const readNames = (): readonly (string | null)[] =>
  [...table().querySelectorAll('tbody tr')].map((row) => row.querySelector('bdi')?.textContent ?? null);

async function openNames() {
  const page = showApp({ screen: 'directory', names: NAMES });
  await screen.findByRole('heading', { name: '10,000 names' });
  return page;
}

/** The name and the whole id of each row on screen; every row has both, and what can be done with it. */
function readRows(): readonly { readonly name: string; readonly id: string }[] {
  return rows().map((row) => {
    within(row).getByRole('button', { name: 'Change' });
    within(row).getByRole('button', { name: 'Remove' });
    const id = /user_\d{6}/.exec(row.textContent ?? '')?.[0] ?? '';
    return { name: row.querySelector('bdi')?.textContent ?? '', id };
  });
}

it('ten thousand names of many scripts are shown a hundred at a time, each with its own id', async () => {
  await openNames();
  const first = readRows();
  expect(first).toHaveLength(STEP);
  for (const { name, id } of first) expect(name).toBe(NAMES[id]);
  fireEvent.click(screen.getByRole('button', { name: /9,900 left/ }));
  const more = readRows();
  expect(more).toHaveLength(2 * STEP);
  expect(more.slice(0, STEP)).toEqual(first);
  for (const { name, id } of more) expect(name).toBe(NAMES[id]);
  expect(new Set(more.map(({ id }) => id)).size).toBe(2 * STEP);
});

it('among ten thousand names a search finds those of any script, and says which of them are equal', async () => {
  await openNames();
  for (const name of new Set(SCRIPTS.slice(2))) {
    search(name);
    await waitFor(() => expect(new Set(readNames())).toEqual(new Set([name])));
    expect(readNames()).toHaveLength(STEP);
    expect(screen.getByRole('button', { name: /^Show more .900 left/ })).toBeDefined();
    expect(table().querySelector('tbody tr')?.textContent).toContain('another id has this name');
  }
  // Case and accents are no obstacle, and a name that is one of a kind is found alone.
  search('ZOE marsh 4321');
  await waitFor(() => expect(readNames()).toEqual(['Zoë Marsh 4321']));
  expect(readRows()).toEqual([{ name: 'Zoë Marsh 4321', id: toId(4321) }]);
  search('lukasz gasior');
  await waitFor(() => expect(readNames()[0]).toBe('Łukasz Gąsior'));
  search('_004322');
  await waitFor(() => expect(readRows()).toEqual([{ name: 'Ольга Королёва', id: toId(4322) }]));
  search('nobody');
  await screen.findByText('No name or id matches.');
});

it('the search text of the names stays when the screen is left, and is forgotten with the account', async () => {
  const page = showApp({ screen: 'directory', names: { user_1: 'Zoe', fac_9: 'Northgate' } });
  await screen.findByRole('heading', { name: '2 names' });
  search('north');
  await waitFor(() => expect(rows()).toHaveLength(1));
  page.emit('command', { id: 'go.settings' });
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  page.emit('command', { id: 'go.directory' });
  await screen.findByRole('heading', { name: '2 names' });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('north');
  expect(rows()).toHaveLength(1);
  const { accounts } = page.shell;
  page.emit('accounts', { ...accounts, current: null, session: 'closed' });
  page.emit('accounts', accounts);
  page.emit('command', { id: 'go.directory' });
  await screen.findByRole('heading', { name: '2 names' });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});
