import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { howMuch } from '../../../faults/size.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { localDataStore, type LocalDataStore } from '../../../support/local-store.ts';

const HOLD_MS = 7_000;
const CACHED = { id: 'req_1', name: 'Old name', order_details: '', share_with_patient: false };

const update = (id: string, fields: object) =>
  ({ operation: 'requisitions.update', data: { id, ...fields } }) as const;
const share = (id = 'req_1') => ({ ...update(id, { share_with_patient: true }), holdMs: HOLD_MS });
const stop = (id = 'req_1') => update(id, { share_with_patient: false });
const rename = (id = 'req_1') => update(id, { name: 'New name' });
const review = (id = 'req_1') => ({ ...update(id, { review: { status: 'reviewed' } }), holdMs: HOLD_MS });

/** Sends the next change of the outbox, which the service confirms. Returns what it was sent; null where nothing may be sent. */
function sendNext(local: LocalDataStore): JsonObject | null {
  const { store } = local;
  const task = unwrap(store.getNextTask({ except: [] }));
  if (task === null) return null;
  const { number, data, operation } = task.change;
  local.leave(number);
  const created = operation === 'requisitions.create' ? { realId: 'req_9' } : {};
  unwrap(store.closeConfirmedChange({ number, data, ending: 'sent', ...created }));
  return data;
}

/** Sends everything that waits once no time for undo is left. Returns the values of the share that the service was sent. */
function sendAll(local: LocalDataStore): readonly unknown[] {
  local.clock.at += HOLD_MS;
  const sent: unknown[] = [];
  for (let data = sendNext(local); data !== null; data = sendNext(local))
    if ('share_with_patient' in data) sent.push(data['share_with_patient']);
  return sent;
}

describe('a share that is taken back before it was sent', () => {
  test('is not sent, and the change that stops it leaves at once', async () => {
    const local = await localDataStore();
    const { number } = local.save(share(), CACHED);
    const { number: later } = local.save(stop(), CACHED);
    expect(local.all()).toMatchObject([{ number: later }]);
    expect(local.one(later)).toMatchObject({
      data: { share_with_patient: false },
      base: { share_with_patient: false },
    });
    const closed = unwrap(local.store.listClosedChanges({ limit: 10 })).items;
    expect(closed).toMatchObject([{ number, ending: 'discarded' }]);
    expect(sendNext(local)).toEqual({ share_with_patient: false });
  });

  test('is not sent with an order that is new, whether it is stopped alone or with another edit', async () => {
    for (const fields of [{}, { name: 'Lipids' }]) {
      const local = await localDataStore();
      const shared = { ...NEW_ORDER.data, share_with_patient: true };
      const { number, id } = local.save({ ...NEW_ORDER, data: shared, holdMs: HOLD_MS });
      local.save(update(id, { ...fields, share_with_patient: false }));
      expect(local.all()).toHaveLength(1);
      expect(local.one(number).data).toEqual({ ...shared, ...fields, share_with_patient: false });
      expect(sendAll(local)).toEqual([false]);
    }
  });

  test.each([
    ['an edit', rename()],
    ['a review', review()],
  ])('is not sent where %s was saved in between', async (_what, between) => {
    const local = await localDataStore();
    local.save(share(), CACHED);
    local.save(between, CACHED);
    local.save(stop(), CACHED);
    expect(sendAll(local)).not.toContain(true);
    expect(local.all()).toEqual([]);
  });

  test('is not sent with a new order after an edit of it', async () => {
    const local = await localDataStore();
    const shared = { ...NEW_ORDER.data, share_with_patient: true };
    const { id } = local.save({ ...NEW_ORDER, data: shared, holdMs: HOLD_MS });
    local.save(rename(id));
    local.save(stop(id));
    expect(sendAll(local)).not.toContain(true);
  });

  test('leaves the other fields of its change, and takes those that were saved with the stop', async () => {
    const local = await localDataStore();
    const both = update('req_1', { name: 'First', order_details: 'Fasting', share_with_patient: true });
    const { number } = local.save({ ...both, holdMs: HOLD_MS }, CACHED);
    local.save(update('req_1', { name: 'Second', share_with_patient: false }), CACHED);
    expect(local.all()).toHaveLength(1);
    expect(local.one(number)).toMatchObject({
      data: { name: 'Second', order_details: 'Fasting', share_with_patient: false },
      base: { name: 'Old name', order_details: '', share_with_patient: false },
    });
  });

  test.each(['rejected', 'needs-you'] as const)('is not sent by a retry once it was %s', async (state) => {
    const local = await localDataStore();
    const alone = local.save(share(), CACHED);
    const both = local.save(update('req_2', { share_with_patient: true, name: 'New name' }), {
      ...CACHED,
      id: 'req_2',
    });
    for (const { number } of [alone, both]) {
      local.leave(number);
      const rest = {
        state,
        evidence: {},
        ...(state === 'needs-you' ? { question: 'changed' as const } : {}),
      };
      unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest }));
    }
    local.save(stop('req_1'), CACHED);
    local.save(stop('req_2'), CACHED);
    // Alone it is gone; with another field it still waits for the user.
    expect(local.all().map((change) => [change.id, change.state])).toEqual([
      ['req_2', state],
      ['req_1', 'saved'],
      ['req_2', 'saved'],
    ]);
    unwrap(local.store.retry({ number: both.number }));
    expect(sendAll(local)).not.toContain(true);
  });

  test('is not sent again where it was stopped during an attempt that did not reach the service', async () => {
    const local = await localDataStore();
    const { number } = local.save(share(), CACHED);
    local.leave(number);
    local.save(stop(), CACHED);
    const rest = { state: 'saved', evidence: {} } as const;
    unwrap(local.store.storeAttempt({ number, data: { share_with_patient: true }, rest }));
    expect(sendAll(local)).not.toContain(true);
  });

  test('is not sent where a later change is edited under Activity so that it stops it', async () => {
    const local = await localDataStore();
    local.save(share(), CACHED);
    const { number } = local.save(rename(), CACHED);
    unwrap(local.store.edit({ ...local.seen(number), data: { share_with_patient: false }, cached: CACHED }));
    expect(sendAll(local)).not.toContain(true);
  });

  test('is held again where the user shares once more, which can be undone by itself', async () => {
    const local = await localDataStore();
    const first = local.save(share(), CACHED);
    local.save(stop(), CACHED);
    const again = local.save(share(), CACHED);
    expect(again.number).not.toBe(first.number);
    expect(sendNext(local)).toEqual({ share_with_patient: false });
    expect(sendNext(local)).toBeNull();
    unwrap(local.store.discard({ number: again.number }));
    expect(sendAll(local)).toEqual([]);
  });
});

test('a share that may have arrived is not sent again, and stops sharing instead', async () => {
  const local = await localDataStore();
  const { number } = local.save(update('req_1', { share_with_patient: true }), CACHED);
  local.leave(number);
  const { data } = local.one(number);
  unwrap(local.store.storeAttempt({ number, data, rest: { state: 'saved' } }));
  expect(local.save(stop(), CACHED).number).toBe(number);
  // What has left is known, so that its arrival is no change by another user.
  expect(local.one(number)).toMatchObject({
    data: { share_with_patient: false },
    evidence: { mayHaveLeft: true },
  });
});

test('a create that may have arrived with its share stays as it is, and the stop follows it', async () => {
  const local = await localDataStore();
  const data = { ...NEW_ORDER.data, share_with_patient: true };
  const { number, id } = local.save({ ...NEW_ORDER, data });
  local.leave(number);
  unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest: { state: 'uncertain' } }));
  local.save(stop(id));
  expect(local.all()).toMatchObject([{ number, state: 'uncertain' }, { waitsFor: number }]);
  expect(local.one(number).data).toMatchObject({ share_with_patient: true });
});

const SAVES = ['share', 'stop', 'rename', 'review', 'share and rename', 'stop and rename'] as const;
const STEPS = [...SAVES, 'time passes', 'leaves', 'fails', 'is refused', 'is asked', 'arrives'] as const;
type Step = (typeof STEPS)[number];

/** One requisition, what the user wants of it, and what the service holds. */
interface Model {
  readonly local: LocalDataStore;
  readonly id: string;
  readonly wanted: { isShared: boolean; name: string };
  readonly service: Record<string, unknown>;
  /** The change that is being sent. */
  leaving: { readonly number: number; readonly data: JsonObject; readonly isCreate: boolean } | null;
}

function saveStep(model: Model, step: Step, turn: number): void {
  const { local, id, wanted } = model;
  const fields: Record<string, unknown> = {};
  if (step.includes('rename')) wanted.name = `Name ${turn}`;
  if (step.includes('rename')) fields['name'] = wanted.name;
  if (step.startsWith('share') || step.startsWith('stop')) {
    wanted.isShared = step.startsWith('share');
    fields['share_with_patient'] = wanted.isShared;
  }
  if (step === 'review') fields['review'] = { status: 'reviewed' };
  const hold = step === 'review' || step.startsWith('share') ? { holdMs: HOLD_MS } : {};
  local.save({ ...update(id, fields), ...hold }, CACHED);
}

function leave(model: Model): void {
  const { local, wanted } = model;
  const task = model.leaving === null ? unwrap(local.store.getNextTask({ except: [] })) : null;
  if (task === null) return;
  const { number, data, operation } = task.change;
  // What leaves never shares what the user does not want to be shared at this moment.
  expect(data['share_with_patient'] === true && !wanted.isShared).toBe(false);
  local.leave(number);
  model.leaving = { number, data, isCreate: operation === 'requisitions.create' };
}

function endAttempt(model: Model, step: Step): void {
  const { local, leaving, service } = model;
  if (leaving === null) return;
  model.leaving = null;
  const { number, data, isCreate } = leaving;
  if (step === 'arrives') {
    Object.assign(service, data);
    const ending = { number, data, ending: 'sent', ...(isCreate ? { realId: 'req_9' } : {}) } as const;
    return void unwrap(local.store.closeConfirmedChange(ending));
  }
  const rest =
    step === 'fails'
      ? ({ state: 'saved' } as const)
      : step === 'is refused'
        ? ({ state: 'rejected', error: { code: 'rejected' } } as const)
        : ({ state: 'needs-you', question: 'changed' } as const);
  unwrap(local.store.storeAttempt({ number, data, rest: { ...rest, evidence: {} } }));
}

function take(model: Model, step: Step, turn: number): void {
  if ((SAVES as readonly Step[]).includes(step)) saveStep(model, step, turn);
  else if (step === 'time passes') model.local.clock.at += HOLD_MS;
  else if (step === 'leaves') leave(model);
  else endAttempt(model, step);
}

/** The user sends again what waits for a decision, and the service takes everything. */
function finish(model: Model): void {
  const { local } = model;
  endAttempt(model, 'arrives');
  local.clock.at += HOLD_MS;
  while (local.all().length > 0) {
    const [first] = local.all();
    if (first?.state === 'rejected' || first?.state === 'needs-you')
      unwrap(local.store.retry({ number: first.number }));
    leave(model);
    endAttempt(model, 'arrives');
  }
}

test('whatever is saved and sent in whatever order, only what the user wants to share leaves as a share', async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (drawn, isNew) => {
      const local = await localDataStore();
      const data = { ...NEW_ORDER.data, share_with_patient: true };
      const id = isNew ? local.save({ ...NEW_ORDER, data, holdMs: HOLD_MS }).id : 'req_1';
      const wanted = { isShared: isNew, name: isNew ? NEW_ORDER.data.name : CACHED.name };
      const model: Model = { local, id, wanted, service: isNew ? {} : { ...CACHED }, leaving: null };
      drawn.forEach((step, turn) => take(model, step, turn));
      finish(model);
      expect(model.service).toMatchObject({ share_with_patient: wanted.isShared, name: wanted.name });
      local.store.close();
    }),
    { numRuns: howMuch(60, 300) },
  );
});
