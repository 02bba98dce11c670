import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Health } from '#contract/sync-health.ts';
import type { KeychainMark } from '#contract/controls.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import type { Operation } from '#contract/writes.ts';
import { startSandbox, type Sandbox } from '#main/demo/server.ts';
import { createKeychainVault } from '#main/vault/vault.ts';
import { openInput, temporaryFolder, testEngine, unwrap, type TestEngine } from '../../../support/engine.ts';
import { memoryKeychain, type MemoryKeychain } from '../../../support/memory-keychain.ts';

const ACCOUNT = '0123456789abcdef';
const OFFLINE = 'http://127.0.0.1:9';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let backup: Awaited<ReturnType<typeof temporaryFolder>>;
let clinic: Sandbox;
let keychain: MemoryKeychain;
let engine: TestEngine;

// Opening an engine four times takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const accountFolder = (): string => path.join(folder.path, 'accounts', ACCOUNT);

async function keychainMark(): Promise<KeychainMark> {
  if (keychain.simulatedState?.state === 'unavailable') return { state: 'none' };
  const kept = await createKeychainVault(keychain).getMark(ACCOUNT);
  if (kept.state === 'found') return { state: 'found', mark: kept.value };
  return kept.state === 'absent' ? { state: 'absent' } : { state: 'unreadable' };
}

/** Opens the account as main does: with the generation marker of the keychain. */
async function open(baseUrl: string): Promise<Health> {
  engine = testEngine(folder.path, {
    saveMarker: async (account, mark) =>
      (await createKeychainVault(keychain).saveMark(account, mark)).state === 'done',
  });
  unwrap(await engine.start());
  const { accessToken, jwt, userId } = clinic;
  const opening = { tokens: { accessToken, jwt }, userId, keychainMark: await keychainMark() };
  return unwrap(await engine.control('engine.open', openInput(baseUrl, opening)));
}

async function startClinic(dialect = 'plain'): Promise<Sandbox> {
  return startSandbox({ seed: 7, requisitions: 4, forms: 2, notifications: 3, patients: 3, dialect });
}

beforeEach(async () => {
  folder = await temporaryFolder();
  backup = await temporaryFolder();
  clinic = await startClinic();
  keychain = memoryKeychain();
});

afterEach(async () => {
  await engine.close();
  await clinic.close();
  await folder.remove();
  await backup.remove();
});

const form = (): string => String([...clinic.listResources('form')][0]?.['id']);
const requisition = (): string => String([...clinic.listResources('requisition')][0]?.['id']);

/** The once-only writes, and their paths. */
const ONCE_ONLY = {
  'requisitions.create': {
    write: () => ({ patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' }),
    arrivesAt: () => '/v2/requisitions',
  },
  'forms.create': { write: () => ({ name: 'Intake of today' }), arrivesAt: () => '/v2/forms' },
  'forms.publish': { write: () => ({ id: form() }), arrivesAt: () => `/v2/forms/${form()}/publish` },
  'requisitions.update': {
    write: () => ({ id: requisition(), review: { status: 'reviewed' } }),
    arrivesAt: () => `/v2/requisitions/${requisition()}`,
  },
} as const satisfies Partial<Record<Operation, { write: () => object; arrivesAt: () => string }>>;
type OnceOnly = keyof typeof ONCE_ONLY;

function arrived(operation: OnceOnly): number {
  const address = ONCE_ONLY[operation].arrivesAt();
  return clinic.writeLog().filter(({ method, path: to }) => method === 'POST' && to === address).length;
}

/** Saves offline, makes a backup, lets the write be sent, and restores what is named. */
async function saveSendAndPutBack(operation: OnceOnly, files: readonly string[]): Promise<void> {
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  await engine.close();
  await open(OFFLINE);
  const write = { operation, data: ONCE_ONLY[operation].write() };
  unwrap(await engine.call('writes.save', write as never)); // one of the union's writes
  await engine.close();
  cpSync(accountFolder(), backup.path, { recursive: true });
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', { kinds: ['notification'] }));
  await engine.close();
  expect(arrived(operation)).toBe(1);
  for (const file of ['local.db', 'local.db-wal', 'local.db-shm', 'local.generation']) {
    rmSync(path.join(accountFolder(), file), { force: true });
  }
  for (const file of files) cpSync(path.join(backup.path, file), path.join(accountFolder(), file));
}

const OPERATIONS = Object.keys(ONCE_ONLY) as readonly OnceOnly[]; // the names of the object above

test.each(OPERATIONS)(
  'a %s is not sent again when the folder and the keychain are restored together',
  async (operation) => {
    await open(clinic.baseUrl);
    unwrap(await engine.call('sync.run', {}));
    await engine.close();
    await open(OFFLINE);
    const write = { operation, data: ONCE_ONLY[operation].write() };
    unwrap(await engine.call('writes.save', write as never)); // one of the union's writes
    await engine.close();
    cpSync(folder.path, backup.path, { recursive: true });
    const entries = new Map(keychain.entries);
    await open(clinic.baseUrl);
    unwrap(await engine.call('sync.run', { kinds: ['notification'] }));
    await engine.close();
    expect(arrived(operation)).toBe(1);
    rmSync(folder.path, { recursive: true });
    cpSync(backup.path, folder.path, { recursive: true });
    keychain.entries.clear();
    entries.forEach((value, name) => keychain.entries.set(name, value));
    await open(clinic.baseUrl);
    unwrap(await engine.call('sync.run', {}));
    expect(arrived(operation)).toBe(1);
  },
);

describe.each(OPERATIONS)('a %s that was saved offline, backed up and sent', (operation) => {
  test.each([
    ['the local store alone', ['local.db']],
    ['the local store with the mark beside it', ['local.db', 'local.generation']],
  ])('is not sent again when %s is restored', async (_what, files) => {
    await saveSendAndPutBack(operation, files);
    const health = await open(clinic.baseUrl);
    expect(health.desk.state).toBe('rewound');
    unwrap(await engine.call('sync.run', {}));
    unwrap(await engine.call('sync.run', {}));
    expect(arrived(operation)).toBe(1);
  });
});

test.each([
  ['is gone', () => keychain.entries.delete(`${ACCOUNT}/generation`)],
  ['cannot be read', () => keychain.entries.set(`${ACCOUNT}/generation`, 'garbage')],
  [
    'cannot be asked for',
    () => {
      keychain.simulatedState = { state: 'locked', detail: '' };
    },
  ],
])(
  'a create is not sent again when the folder is restored and the marker in the keychain %s',
  async (_how, lose) => {
    await saveSendAndPutBack('requisitions.create', ['local.db', 'local.generation']);
    lose();
    expect((await open(clinic.baseUrl)).desk.state).toBe('rewound');
    unwrap(await engine.call('sync.run', {}));
    expect(arrived('requisitions.create')).toBe(1);
  },
);

test('a create is not sent again when the service’s lists show it late', async () => {
  await clinic.close();
  clinic = await startClinic('slow-lists');
  await saveSendAndPutBack('requisitions.create', ['local.db', 'local.generation']);
  expect((await open(clinic.baseUrl)).desk.state).toBe('rewound');
  for (let refresh = 0; refresh < 3; refresh++) unwrap(await engine.call('sync.run', {}));
  expect(arrived('requisitions.create')).toBe(1);
  const { items } = unwrap(await engine.call('outbox.list', {}));
  expect(items.every(({ state }) => state === 'uncertain' || state === 'needs-you')).toBe(true);
});

test('without a keychain a create is not sent again when the marker file is gone', async () => {
  keychain.simulatedState = { state: 'unavailable', detail: '' };
  await saveSendAndPutBack('requisitions.create', ['local.db']);
  expect((await open(clinic.baseUrl)).desk.state).toBe('rewound');
  unwrap(await engine.call('sync.run', {}));
  expect(arrived('requisitions.create')).toBe(1);
});

test('a failing keychain delays no create, and gets the marker with the next one', async () => {
  await open(clinic.baseUrl);
  keychain.simulatedState = { state: 'locked', detail: '' };
  const save = async (name: string) =>
    unwrap(
      await engine.call('writes.save', {
        operation: 'requisitions.create',
        data: { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name },
      }),
    );
  await save('First');
  unwrap(await engine.call('sync.run', {}));
  expect(arrived('requisitions.create')).toBe(1);
  await engine.close();
  keychain.simulatedState = null;
  expect((await open(clinic.baseUrl)).desk.state).toBe('fine');
  expect(await keychainMark()).toMatchObject({ mark: { number: 1, moves: 1 } });
});

test('saving does not call the keychain; each once-only write calls it once', async () => {
  await open(OFFLINE);
  const before = keychain.stepsTaken;
  keychain.stepsTaken = 1_000;
  const save = async (name: string) =>
    unwrap(await engine.call('writes.save', { operation: 'forms.create', data: { name } }));
  for (const name of ['One', 'Two', 'Three']) await save(name);
  expect(keychain.stepsTaken).toBe(1_000);
  await engine.close();
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  expect(arrived('forms.create')).toBe(3);
  expect(1_000 - keychain.stepsTaken).toBe(3);
  keychain.stepsTaken = before;
});

const DECISIONS = ['forms.publish', 'requisitions.update'] as const;

async function pending(): Promise<readonly PendingOperation[]> {
  return unwrap(await engine.call('outbox.list', { limit: 10 })).items;
}

/** Saves offline a write that the service does not receive before the local store counts as an older copy. */
async function saveAndLoseMark(operation: OnceOnly): Promise<void> {
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  await engine.close();
  await open(OFFLINE);
  const write = { operation, data: ONCE_ONLY[operation].write() };
  unwrap(await engine.call('writes.save', write as never)); // one of the union's writes
  await engine.close();
  rmSync(path.join(accountFolder(), 'local.generation'));
}

describe.each(DECISIONS)('a %s in an older copy', (operation) => {
  test('is sent without a question if the service’s record is as it was when the user decided', async () => {
    await saveAndLoseMark(operation);
    expect((await open(clinic.baseUrl)).desk.state).toBe('rewound');
    unwrap(await engine.call('sync.run', {}));
    expect(await pending()).toEqual([]);
    expect(arrived(operation)).toBe(1);
  });

  test('is a question with the differences if the record has changed', async () => {
    await saveSendAndPutBack(operation, ['local.db', 'local.generation']);
    await open(clinic.baseUrl);
    unwrap(await engine.call('sync.run', {}));
    const [asked] = await pending();
    expect(asked).toMatchObject({ state: 'needs-you', question: 'may-be-sent' });
    const changed = operation === 'forms.publish' ? 'published_version' : 'reviews';
    expect(asked?.changes.map(({ field }) => field)).toContain(changed);
    const resolution = { take: 'mine' } as const;
    unwrap(await engine.call('outbox.resolve', { number: asked?.number ?? 0, resolution }));
    unwrap(await engine.call('sync.run', {}));
    expect(await pending()).toEqual([]);
    expect(arrived(operation)).toBe(2);
  });
});

/** Saves offline about a record that this computer does not have, and copies the folder. */
async function saveUnknown(operation: OnceOnly): Promise<void> {
  await open(OFFLINE);
  const write = { operation, data: ONCE_ONLY[operation].write() };
  unwrap(await engine.call('writes.save', write as never)); // one of the union's writes
  await engine.close();
  cpSync(folder.path, backup.path, { recursive: true });
}

async function putFolderBack(): Promise<void> {
  await engine.close();
  rmSync(folder.path, { recursive: true });
  cpSync(backup.path, folder.path, { recursive: true });
}

test('a publish of a form that was not here is a question after a start, because nothing shows whether it was sent before', async () => {
  await saveUnknown('forms.publish');
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  expect(arrived('forms.publish')).toBe(0);
  const [number = 0] = (await pending()).map((item) => item.number);
  await engine.close();
  await open(OFFLINE);
  unwrap(await engine.call('outbox.resolve', { number, resolution: { take: 'mine' } }));
  await engine.close();
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  expect(await pending()).toEqual([]);
  expect(arrived('forms.publish')).toBe(1);
  await putFolderBack();
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  expect(arrived('forms.publish')).toBe(1);
});

test('a review of a requisition that was not here is sent after a start if it has no review, otherwise it is a question', async () => {
  const id = String(
    [...clinic.listResources('requisition')].find(
      ({ reviews }) => (reviews as readonly unknown[]).length === 0,
    )?.['id'],
  );
  await open(OFFLINE);
  const data = { id: id as `req_${string}`, review: { status: 'reviewed' } };
  unwrap(await engine.call('writes.save', { operation: 'requisitions.update', data }));
  await engine.close();
  cpSync(folder.path, backup.path, { recursive: true });
  const sent = (): number =>
    clinic.writeLog().filter(({ path: to }) => to === `/v2/requisitions/${id}`).length;
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  expect(await pending()).toEqual([]);
  expect(sent()).toBe(1);
  await putFolderBack();
  await open(clinic.baseUrl);
  unwrap(await engine.call('sync.run', {}));
  expect(await pending()).toMatchObject([{ question: 'may-be-sent' }]);
  expect(sent()).toBe(1);
});
