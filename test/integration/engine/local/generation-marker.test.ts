import { cpSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GenerationMarker, KeychainGenerationMarkerState } from '#contract/generation-marker.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { damageLocalTable } from '../../../support/damaged-files.ts';
import { testLocalStore } from '../../../support/local-store.ts';

test('a committed save is reported as saved, though the generation marker cannot be written', async () => {
  const folder = await temporaryFolder();
  const local = testLocalStore(folder.path);
  onTestFinished(async () => {
    local.store.close();
    await folder.remove();
  });
  const obstacle = path.join(folder.path, 'local.generation.new');
  mkdirSync(obstacle);
  const { number } = local.save(NEW_ORDER);
  expect(local.emitted).toHaveLength(1);
  local.leave(number);
  expect(local.one(number).state).toBe('sending');
  local.store.close();
  rmdirSync(obstacle);
  const again = testLocalStore(folder.path, { seed: 2 });
  onTestFinished(() => void again.store.close());
  expect(again.all()).toMatchObject([{ number, state: 'uncertain' }]);
});

describe('killed before a once-only change is sent', () => {
  const found = (mark: GenerationMarker): KeychainGenerationMarkerState => ({ state: 'found', mark });

  /** A local store with a saved create, opened with a keychain that has its generation. */
  async function savedOrder() {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const first = testLocalStore(folder.path, { keychainMark: { state: 'absent' } });
    unwrap(first.store.noteMarkerSaved({ mark: first.opened.mark }));
    const { number } = first.save(NEW_ORDER);
    const backup = await temporaryFolder();
    onTestFinished(() => backup.remove());
    cpSync(folder.path, backup.path, { recursive: true });
    return { folder: folder.path, backup: backup.path, local: first, number, before: first.opened.mark };
  }

  const afterwards = (folder: string, keychainMark: KeychainGenerationMarkerState) => {
    const again = testLocalStore(folder, { seed: 2, keychainMark });
    onTestFinished(() => void again.store.close());
    return again;
  };

  test('after the commit and before the marker file: the create is reconciled, and nothing looks restored', async () => {
    const { folder, local, number, before } = await savedOrder();
    const obstacle = path.join(folder, 'local.generation.new');
    mkdirSync(obstacle);
    local.leave(number);
    local.store.close();
    rmdirSync(obstacle);
    const again = afterwards(folder, found(before));
    expect(again.opened.health.state).toBe('fine');
    expect(again.one(number).state).toBe('uncertain');
  });

  test('after the marker file and before the keychain: the same', async () => {
    const { folder, local, number, before } = await savedOrder();
    local.leave(number);
    local.store.close();
    const again = afterwards(folder, found(before));
    expect(again.opened.health.state).toBe('fine');
    expect(again.one(number).state).toBe('uncertain');
  });

  test('after the keychain and before the request: the same, and an older copy is detected from then on', async () => {
    const { folder, backup, local, number } = await savedOrder();
    const left = local.store.markSending({ number, data: local.one(number).data, evidence: {} });
    const mark = unwrap(left);
    if (mark === null) throw new Error('an order tells the keychain');
    local.store.close();
    const again = testLocalStore(folder, { seed: 2, keychainMark: found(mark) });
    expect(again.opened.health.state).toBe('fine');
    expect(again.one(number).state).toBe('uncertain');
    again.store.close();
    cpSync(backup, folder, { recursive: true });
    const restored = afterwards(folder, found(mark));
    expect(restored.opened.health.state).toBe('rewound');
    expect(restored.one(number)).toMatchObject({ state: 'uncertain', evidence: { rewound: true } });
  });

  test('with a keychain that is restored alone, pending creates are reconciled', async () => {
    const { folder, local, number, before } = await savedOrder();
    const data = local.one(number).data;
    const mark = unwrap(local.store.markSending({ number, data, evidence: {} }));
    if (mark === null) throw new Error('an order tells the keychain');
    unwrap(local.store.noteMarkerSaved({ mark }));
    unwrap(local.store.closeConfirmedChange({ number, data, ending: 'sent', realId: 'req_1' }));
    const next = local.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: 'Next' } });
    local.store.close();
    const again = afterwards(folder, found(before));
    expect(again.opened.health.state).toBe('rewound');
    expect(again.one(next.number).state).toBe('uncertain');
  });
});

test('patients whom a restored copy shows as still to be asked to complete a form may have been asked, those of a copy that is not older were not', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  const { number } = local.save({
    operation: 'forms.completion',
    data: { id: 'form_1', ask: ['user_p'], withdraw: ['user_q'] },
  });
  local.store.close();
  const same = testLocalStore(folder.path, { seed: 2 });
  expect(same.one(number).evidence).toEqual({});
  same.store.close();
  rmSync(path.join(folder.path, 'local.generation'));
  const again = testLocalStore(folder.path, { seed: 3 });
  onTestFinished(() => void again.store.close());
  expect(again.opened.health.state).toBe('rewound');
  expect(again.one(number)).toMatchObject({ state: 'saved', evidence: { asked: ['user_p'] } });
});

test.each([
  ['whole', 'rewound', 0],
  ['damaged', 'recovered', 2],
])(
  'an older copy that is %s is told from the file: what it lacks is lost, and nothing in it is sent without a look',
  async (is, state, carried) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const copy = await temporaryFolder();
    onTestFinished(() => copy.remove());
    const local = testLocalStore(folder.path);
    const order = local.save(NEW_ORDER);
    const asked = local.save({ operation: 'forms.completion', data: { id: 'form_1', ask: ['user_p'] } });
    local.store.close();
    cpSync(getLocalStorePath(folder.path), getLocalStorePath(copy.path));
    const later = testLocalStore(folder.path, { seed: 2 });
    for (let count = 0; count < 3; count += 1) later.save(NEW_ORDER);
    later.store.close();
    cpSync(getLocalStorePath(copy.path), getLocalStorePath(folder.path));
    if (is === 'damaged') damageLocalTable(folder.path, 'reviewed_version');
    const restored = testLocalStore(folder.path, { seed: 3 });
    onTestFinished(() => void restored.store.close());
    expect(restored.opened.health).toMatchObject({ state, carried, lost: 3 });
    expect(restored.one(order.number)).toMatchObject({ state: 'uncertain', evidence: { rewound: true } });
    expect(restored.one(asked.number).evidence).toMatchObject({ asked: ['user_p'] });
  },
);

test('a rejected create in a restored copy is not sent automatically', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  const { number } = local.save(NEW_ORDER);
  const { data } = local.one(number);
  unwrap(
    local.store.storeAttempt({ number, data, rest: { state: 'rejected', error: { code: 'rejected' } } }),
  );
  local.store.close();
  rmSync(path.join(folder.path, 'local.generation'));
  const again = testLocalStore(folder.path, { seed: 2 });
  onTestFinished(() => void again.store.close());
  expect(again.opened.health.state).toBe('rewound');
  expect(unwrap(again.store.getNextTask({ except: [] }))).toBeNull();
  expect(again.one(number)).toMatchObject({ state: 'rejected', evidence: { rewound: true } });
});

test('a file without any write is no restored copy, whatever the markers say', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const first = testLocalStore(folder.path, { keychainMark: { state: 'absent' } });
  first.store.close();
  const again = testLocalStore(folder.path, { seed: 2, keychainMark: { state: 'absent' } });
  onTestFinished(() => void again.store.close());
  expect(again.opened.health.state).toBe('fine');
});
