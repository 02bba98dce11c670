import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Health } from '#contract/sync-health.ts';
import type { OperationName } from '#contract/changes.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { temporaryFolder, unwrap, type TestEngine } from '../../../support/engine.ts';
import { memoryKeychain, type MemoryKeychain } from '../../../support/memory-keychain.ts';

const ACCOUNT = '0123456789abcdef';
const OFFLINE = 'http://127.0.0.1:9';

let backup: string;
let clinic: DemoServer;
let keychain: MemoryKeychain;
let app: TestApp;
let engine: TestEngine;

// Opening an engine four times takes time on a busy machine.
const accountFolder = (): string => path.join(app.folder, 'accounts', ACCOUNT);

/** Opens the account, after the engine before was closed: with the generation marker of the keychain, as main does. */
async function open(baseUrl: string): Promise<Health> {
  await app.restart({ baseUrl, isClosed: false });
  engine = app.engine();
  return app.health();
}

async function startApp(dialect = 'plain'): Promise<void> {
  const sizes = { seed: 7, requisitions: 4, forms: 2, notifications: 3, patients: 3 };
  app = await openTestApp({ ...sizes, dialect }, { keychain, isClosed: true });
  ({ clinic } = app);
}

beforeEach(async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  backup = folder.path;
  keychain = memoryKeychain();
  await startApp();
});

const form = (): string => app.first('form').id;
const requisition = (): string => app.first('requisition').id;

/** The once-only changes, and their paths. */
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
} as const satisfies Partial<Record<OperationName, { write: () => object; arrivesAt: () => string }>>;
type OnceOnly = keyof typeof ONCE_ONLY;

function arrived(operation: OnceOnly): number {
  return app.done('POST', ONCE_ONLY[operation].arrivesAt());
}

/** Saves offline, makes a backup, lets the change be sent, and restores what is named. */
async function saveSendAndPutBack(operation: OnceOnly, files: readonly string[]): Promise<void> {
  await open(clinic.baseUrl);
  await app.sync();
  await engine.close();
  await open(OFFLINE);
  const change = { operation, data: ONCE_ONLY[operation].write() };
  unwrap(await engine.call('outbox.save', change as never)); // one of the union's changes
  await engine.close();
  cpSync(accountFolder(), backup, { recursive: true });
  await open(clinic.baseUrl);
  await app.sync({ kinds: ['notification'] });
  await engine.close();
  expect(arrived(operation)).toBe(1);
  for (const file of ['local.db', 'local.db-wal', 'local.db-shm', 'local.generation']) {
    rmSync(path.join(accountFolder(), file), { force: true });
  }
  for (const file of files) cpSync(path.join(backup, file), path.join(accountFolder(), file));
}

const OPERATION_NAMES = Object.keys(ONCE_ONLY) as readonly OnceOnly[]; // the names of the object above

test.each(OPERATION_NAMES)(
  'a %s is not sent again when the folder and the keychain are restored together',
  async (operation) => {
    await open(clinic.baseUrl);
    await app.sync();
    await engine.close();
    await open(OFFLINE);
    const change = { operation, data: ONCE_ONLY[operation].write() };
    unwrap(await engine.call('outbox.save', change as never)); // one of the union's changes
    await engine.close();
    cpSync(app.folder, backup, { recursive: true });
    const entries = new Map(keychain.entries);
    await open(clinic.baseUrl);
    await app.sync({ kinds: ['notification'] });
    await engine.close();
    expect(arrived(operation)).toBe(1);
    rmSync(app.folder, { recursive: true });
    cpSync(backup, app.folder, { recursive: true });
    keychain.restore(entries);
    await open(clinic.baseUrl);
    await app.sync();
    expect(arrived(operation)).toBe(1);
  },
);

describe.each(OPERATION_NAMES)('a %s that was saved offline, backed up and sent', (operation) => {
  test.each([
    ['the local store alone', ['local.db']],
    ['the local store with the mark beside it', ['local.db', 'local.generation']],
  ])('is not sent again when %s is restored', async (_what, files) => {
    await saveSendAndPutBack(operation, files);
    const health = await open(clinic.baseUrl);
    expect(health.localStore.state).toBe('rewound');
    await app.sync();
    await app.sync();
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
    expect((await open(clinic.baseUrl)).localStore.state).toBe('rewound');
    await app.sync();
    expect(arrived('requisitions.create')).toBe(1);
  },
);

test('a create is not sent again when the service’s lists show it late', async () => {
  await startApp('slow-lists');
  await saveSendAndPutBack('requisitions.create', ['local.db', 'local.generation']);
  expect((await open(clinic.baseUrl)).localStore.state).toBe('rewound');
  for (let refresh = 0; refresh < 3; refresh++) await app.sync();
  expect(arrived('requisitions.create')).toBe(1);
  const { items } = unwrap(await engine.call('outbox.list', {}));
  expect(items.every(({ state }) => state === 'uncertain' || state === 'needs-you')).toBe(true);
});

test('without a keychain a create is not sent again when the marker file is gone', async () => {
  keychain.simulatedState = { state: 'unavailable', detail: '' };
  await saveSendAndPutBack('requisitions.create', ['local.db']);
  expect((await open(clinic.baseUrl)).localStore.state).toBe('rewound');
  await app.sync();
  expect(arrived('requisitions.create')).toBe(1);
});

test('a failing keychain delays no create, and gets the marker with the next one', async () => {
  await open(clinic.baseUrl);
  keychain.simulatedState = { state: 'locked', detail: '' };
  const save = async (name: string) =>
    unwrap(
      await engine.call('outbox.save', {
        operation: 'requisitions.create',
        data: { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name },
      }),
    );
  await save('First');
  await app.sync();
  expect(arrived('requisitions.create')).toBe(1);
  await engine.close();
  keychain.simulatedState = null;
  expect((await open(clinic.baseUrl)).localStore.state).toBe('fine');
  expect(await createVaultOverKeychain(keychain).getGenerationMark(ACCOUNT)).toMatchObject({
    value: { number: 1, moves: 1 },
  });
});

test('saving does not call the keychain; each once-only change calls it once', async () => {
  await open(OFFLINE);
  const before = keychain.stepsTaken;
  keychain.stepsTaken = 1_000;
  const save = async (name: string) =>
    unwrap(await engine.call('outbox.save', { operation: 'forms.create', data: { name } }));
  for (const name of ['One', 'Two', 'Three']) await save(name);
  expect(keychain.stepsTaken).toBe(1_000);
  await engine.close();
  await open(clinic.baseUrl);
  await app.sync();
  expect(arrived('forms.create')).toBe(3);
  expect(1_000 - keychain.stepsTaken).toBe(3);
  keychain.stepsTaken = before;
});

const DECISIONS = ['forms.publish', 'requisitions.update'] as const;

/** Saves offline a change that the service does not receive before the local store counts as an older copy. */
async function saveAndLoseMark(operation: OnceOnly): Promise<void> {
  await open(clinic.baseUrl);
  await app.sync();
  await engine.close();
  await open(OFFLINE);
  const change = { operation, data: ONCE_ONLY[operation].write() };
  unwrap(await engine.call('outbox.save', change as never)); // one of the union's changes
  await engine.close();
  rmSync(path.join(accountFolder(), 'local.generation'));
}

describe.each(DECISIONS)('a %s in an older copy', (operation) => {
  test('is sent without a question if the service’s record is as it was when the user decided', async () => {
    await saveAndLoseMark(operation);
    expect((await open(clinic.baseUrl)).localStore.state).toBe('rewound');
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(arrived(operation)).toBe(1);
  });

  test('is a question with the differences if the record has changed', async () => {
    await saveSendAndPutBack(operation, ['local.db', 'local.generation']);
    await open(clinic.baseUrl);
    await app.sync();
    const [asked] = await app.outbox();
    expect(asked).toMatchObject({ state: 'needs-you', question: 'may-be-sent' });
    const changed = operation === 'forms.publish' ? 'published_version' : 'reviews';
    expect(asked?.changes.map(({ field }) => field)).toContain(changed);
    const resolution = { take: 'mine' } as const;
    unwrap(await engine.call('outbox.resolve', { ...(await app.seen(asked?.number ?? 0)), resolution }));
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(arrived(operation)).toBe(2);
  });
});

/** Saves offline about a record that this computer does not have, and copies the folder. */
async function saveUnknown(operation: OnceOnly): Promise<void> {
  await open(OFFLINE);
  const change = { operation, data: ONCE_ONLY[operation].write() };
  unwrap(await engine.call('outbox.save', change as never)); // one of the union's changes
  await engine.close();
  cpSync(app.folder, backup, { recursive: true });
}

async function putFolderBack(): Promise<void> {
  await engine.close();
  rmSync(app.folder, { recursive: true });
  cpSync(backup, app.folder, { recursive: true });
}

test('a publish of a form that was not here is a question after a start, because nothing shows whether it was sent before', async () => {
  await saveUnknown('forms.publish');
  await open(clinic.baseUrl);
  await app.sync();
  expect(arrived('forms.publish')).toBe(0);
  const [number = 0] = (await app.outbox()).map((item) => item.number);
  await engine.close();
  await open(OFFLINE);
  unwrap(await engine.call('outbox.resolve', { ...(await app.seen(number)), resolution: { take: 'mine' } }));
  await engine.close();
  await open(clinic.baseUrl);
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(arrived('forms.publish')).toBe(1);
  await putFolderBack();
  await open(clinic.baseUrl);
  await app.sync();
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
  unwrap(await engine.call('outbox.save', { operation: 'requisitions.update', data }));
  await engine.close();
  cpSync(app.folder, backup, { recursive: true });
  const sent = (): number =>
    clinic.writeLog().filter(({ path: to }) => to === `/v2/requisitions/${id}`).length;
  await open(clinic.baseUrl);
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(sent()).toBe(1);
  await putFolderBack();
  await open(clinic.baseUrl);
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ question: 'may-be-sent' }]);
  expect(sent()).toBe(1);
});
