import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  getError,
  intray,
  openTestCommand,
  expectSuccess,
  variablesFor,
  type TestCommand,
} from '../../support/command.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';

useCheapExports();

const PASSPHRASE = 'correct horse battery';
const ORDER = JSON.stringify(NEW_ORDER.data);

let command: TestCommand;
let file: string;

beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 6, forms: 2, notifications: 3 }, 'synced');
  file = path.join(command.folder, 'unsent.intray-export');
});

type Run = (words: readonly string[], stdin?: string) => ReturnType<TestCommand['run']>;
const run: Run = (words, stdin) => command.run(words, stdin === undefined ? {} : { stdin });
const json = ({ out }: { readonly out: string }): unknown => JSON.parse(out);
const addAccount = () => run(['account', 'add', `--base-url=${command.clinic.baseUrl}`]);
const saveOrder = async (): Promise<void> => {
  expectSuccess(await run(['write', 'requisitions.create', `--data=${ORDER}`]));
};
const doExport = (...options: readonly string[]) =>
  run(['outbox', 'export', `--out=${file}`, ...options], PASSPHRASE);
const doImport = (...options: readonly string[]) => run(['outbox', 'import', file, ...options], PASSPHRASE);

interface Pending {
  readonly number: number;
  readonly operation: string;
  readonly state: string;
  readonly question: string | null;
}
const listOutbox = async (over: Run = run): Promise<readonly Pending[]> =>
  (json(expectSuccess(await over(['outbox', 'list', '--json']))) as { items: readonly Pending[] }).items; // being tested
const listOrders = async (over: Run = run): Promise<number> => {
  const { items } = json(expectSuccess(await over(['list', 'requisitions', '--json', '--limit=500']))) as {
    items: readonly { name: string }[];
  }; // being tested
  return items.filter(({ name }) => name === NEW_ORDER.data.name).length;
};

/** The command on another computer: another data folder, with the same account. */
async function anotherComputer(name: string): Promise<Run> {
  const dataDir = path.join(command.folder, name);
  const other: Run = (words, stdin) =>
    intray([...words, '--data-dir', dataDir], {
      variables: variablesFor(command.clinic),
      ...(stdin === undefined ? {} : { stdin }),
    });
  expectSuccess(await other(['account', 'add', `--base-url=${command.clinic.baseUrl}`]));
  return other;
}

test('after export, wipe, sign-in and import nothing is lost, nothing is doubled, and only the user sends an order again', async () => {
  await saveOrder();
  expectSuccess(await run(['account', 'sign-out', '--yes', `--export=${file}`], PASSPHRASE));
  expect(existsSync(file)).toBe(true);
  expectSuccess(await run(['wipe', '--yes']));
  expectSuccess(await addAccount());
  expect(json(expectSuccess(await doImport('--json')))).toMatchObject({ changes: 1, uncertain: 1, known: 0 });
  expect(await listOutbox()).toMatchObject([{ operation: 'requisitions.create', state: 'uncertain' }]);
  await run(['sync']);
  expect(await listOutbox()).toMatchObject([{ state: 'uncertain' }]);
  expect(await listOrders()).toBe(1); // pending here, not at the service
  const [pending] = await listOutbox();
  expectSuccess(await run(['outbox', 'resolve', String(pending?.number), '--take=mine']));
  expectSuccess(await run(['sync']));
  expect(await listOutbox()).toEqual([]);
  expect(await listOrders()).toBe(1);
  expect(json(expectSuccess(await doImport('--json')))).toMatchObject({ changes: 0, known: 1 });
  expect(await listOutbox()).toEqual([]);
});

test('an order that was sent after the export is found, not sent again, on any number of computers', async () => {
  await saveOrder();
  expect(json(expectSuccess(await doExport('--json')))).toMatchObject({ file, changes: 1 });
  const [left, right] = [await anotherComputer('left'), await anotherComputer('right')];
  for (const other of [left, right]) {
    const imported = expectSuccess(await other(['outbox', 'import', file], PASSPHRASE));
    expect(imported.out).toContain('"intray outbox resolve N --take=mine"');
  }
  expectSuccess(await run(['sync']));
  expect(await listOutbox()).toEqual([]);
  for (const other of [left, right]) {
    expectSuccess(await other(['sync']));
    expect(await listOutbox(other)).toEqual([]);
    expect(await listOrders(other)).toBe(1);
  }
  expectSuccess(await run(['sync']));
  expect(await listOrders()).toBe(1);
});

test('a publication that is imported is sent by the user only, also where the form has not changed', async () => {
  const { items } = json(expectSuccess(await run(['list', 'forms', '--json']))) as {
    items: readonly { id: string }[];
  }; // being tested
  const id = items[0]?.id ?? '';
  const publications = (): number =>
    command.clinic.requests().filter(({ method, path: at }) => method === 'POST' && at.includes(id)).length;
  expectSuccess(await run(['write', 'forms.publish', `--data=${JSON.stringify({ id })}`]));
  expectSuccess(await run(['account', 'sign-out', '--yes', `--export=${file}`], PASSPHRASE));
  expectSuccess(await addAccount());
  expectSuccess(await doImport());
  await run(['sync']);
  await run(['sync']);
  expect(await listOutbox()).toMatchObject([{ state: 'needs-you', question: 'may-be-sent' }]);
  expect(publications()).toBe(0);
  expectSuccess(await run(['outbox', 'resolve', '1', '--take=mine']));
  await run(['sync']);
  expect(await listOutbox()).toEqual([]);
  expect(publications()).toBe(1);
});

test('an export that is imported where it was made adds nothing', async () => {
  await saveOrder();
  expectSuccess(await doExport());
  expect(json(expectSuccess(await doImport('--json')))).toEqual({
    changes: 0,
    uncertain: 0,
    known: 1,
    differing: 0,
    others: 0,
  });
  expect(await listOutbox()).toMatchObject([{ state: 'saved' }]);
});

test('a wrong passphrase and a cut file import nothing', async () => {
  await saveOrder();
  expectSuccess(await doExport());
  const wrong = await run(['outbox', 'import', file, '--json'], 'another passphrase');
  expect({ code: wrong.code, error: getError(wrong).code }).toEqual({ code: 3, error: 'wrong-passphrase' });
  const cut = path.join(command.folder, 'cut');
  writeFileSync(cut, readFileSync(file).subarray(0, -1));
  const damaged = await run(['outbox', 'import', cut, '--json'], PASSPHRASE);
  expect({ code: damaged.code, error: getError(damaged).code }).toEqual({ code: 6, error: 'export-damaged' });
  expect(await listOutbox()).toMatchObject([{ state: 'saved' }]);
});

test('at a terminal the passphrase is typed twice for an export and once for an import', async () => {
  await saveOrder();
  const words = ['outbox', 'export', `--out=${file}`];
  const differing = await command.run([...words, '--json'], { answers: [PASSPHRASE, 'another passphrase'] });
  expect(getError(differing).code).toBe('invalid-input');
  expect(existsSync(file)).toBe(false);
  expect((await command.run(words, { answers: [PASSPHRASE] })).code).toBe(1);
  expectSuccess(await command.run(words, { answers: [PASSPHRASE, PASSPHRASE] }));
  expectSuccess(await command.run(['outbox', 'import', file], { answers: [PASSPHRASE] }));
});

test('a short passphrase is refused before anything is written', async () => {
  const ended = await run(['outbox', 'export', `--out=${file}`, '--json'], 'short');
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 2, error: 'invalid-input' });
  expect(existsSync(file)).toBe(false);
});

test('an account whose changes may have arrived leaves this computer with its export', async () => {
  await saveOrder();
  command.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close' },
  });
  await run(['sync']);
  expect(await listOutbox()).toMatchObject([{ state: 'uncertain' }]);
  expect(getError(await run(['account', 'remove', '--yes', '--discard=1', '--json'])).code).toBe(
    'unsent-changes',
  );
  const removed = await run(['account', 'remove', '--yes', `--export=${file}`, '--json'], PASSPHRASE);
  expect(json(expectSuccess(removed))).toMatchObject({ receipts: [{ discarded: [], exportedTo: file }] });
  expectSuccess(await addAccount());
  expect(json(expectSuccess(await doImport('--json')))).toMatchObject({ changes: 1, uncertain: 1 });
});

test('where the export fails, nothing is removed', async () => {
  await saveOrder();
  const nowhere = path.join(command.folder, 'no', 'such', 'folder');
  const ended = await run(['account', 'remove', '--yes', `--export=${nowhere}`, '--json'], PASSPHRASE);
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 6, error: 'storage-read-only' });
  expect(await listOutbox()).toHaveLength(1);
});

test('a key that is a variable cannot be replaced by the command', async () => {
  const ended = await run(['account', 'rekey', '--json']);
  expect({ code: ended.code, error: getError(ended).code }).toEqual({
    code: 3,
    error: 'keychain-unavailable',
  });
});

test('the access log names exports and imports', async () => {
  await saveOrder();
  expectSuccess(await doExport());
  expectSuccess(await doImport());
  const entries = json(expectSuccess(await run(['audit', 'export', '--format=json']))) as readonly {
    what: string;
  }[]; // being tested
  expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['export', 'edit']));
});
