import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PendingState } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { applyOverlayChanges } from '#main/engine/local/outbox/overlay.ts';
import { assignServiceId } from '#main/engine/local/ids.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../faults/size.ts';
import { rawNotification, rawRequisition } from '../../../../support/builders.ts';
import { unwrap } from '../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';
import { localId, SAVED_AT, type PendingChangeInput } from '../../../../support/pending.ts';
import { recordsOf } from '../../../../support/results.ts';

/**
 * A plain model of the lists: every record with its pending changes applied, then filtered, sorted and cut.
 */
type PendingChangeWithState = PendingChangeInput & { readonly number: number; readonly state: PendingState };
type Kind = 'requisition' | 'notification';

interface ReferenceModel {
  readonly kind: Kind;
  readonly cached: Map<string, JsonObject>;
  readonly changes: PendingChangeWithState[];
  /** The service's id of each record that was created here; null while it has none. */
  readonly made: Map<string, string | null>;
}

interface Shown {
  readonly id: string;
  readonly at: number;
  readonly pending: PendingState | null;
  readonly applied: JsonObject;
}

const ATTENTION: readonly PendingState[] = ['needs-you', 'rejected', 'uncertain', 'sending', 'saved'];

function shown({ kind, cached, changes }: ReferenceModel): readonly Shown[] {
  // Among rows with the same time, later cached records come first; those created here come before them.
  const ids = [...new Set([...cached.keys(), ...changes.map(({ target }) => target)])];
  const all = ids.flatMap((id) => {
    const mine = changes.filter(({ target }) => target === id);
    const overlayChanges = mine.map((change) => ({
      operation: change.operation,
      data: change.data ?? {},
      savedBy: 'user_me',
      savedAt: toEpochMs(change.savedAt ?? 0),
      state: change.state ?? ('saved' as const),
    }));
    const applied = applyOverlayChanges(cached.get(id) ?? null, overlayChanges, id);
    if (applied === null) return [];
    const time = applied[kind === 'requisition' ? 'last_updated_at' : 'created_at'];
    const pending = ATTENTION.find((state) => mine.some((change) => change.state === state)) ?? null;
    return [{ id, at: Date.parse(String(time)) || -Infinity, pending, applied }];
  });
  return all.toReversed().toSorted((left, right) => (left.at === right.at ? 0 : right.at - left.at));
}

function isFound(applied: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([name, asked]) => {
    if (name === 'search') return String(applied['name']).toLowerCase().includes(String(asked).toLowerCase());
    if (name === 'unread') return applied['read'] === !asked;
    return applied[name === 'shareWithPatient' ? 'share_with_patient' : name] === asked;
  });
}

/** Every record that a list holds, taken in pages, with what is pending in it. */
function listed(cache: CacheAndLocal, kind: Kind, filter: JsonObject, limit: number): readonly JsonObject[] {
  const records: JsonObject[] = [];
  let after: string | undefined;
  for (let turn = 0; turn < 200; turn++) {
    const asked = { kind, filter, limit, ...(after === undefined ? {} : { after }) };
    const page = unwrap(cache.read('records.list', asked));
    expect(page.items.length).toBeLessThanOrEqual(limit);
    records.push(...recordsOf(page));
    if (page.next === null) return records;
    after = page.next;
  }
  throw new Error('the list does not end');
}

function pendingOf(cache: CacheAndLocal, kind: Kind, id: string): PendingState | null {
  return kind === 'requisition'
    ? unwrap(cache.read('requisitions.get', { id: id as never })).pending
    : unwrap(cache.read('notifications.get', { id: id as never })).pending;
}

function check(cache: CacheAndLocal, reference: ReferenceModel, filter: JsonObject, limit: number): void {
  const { kind } = reference;
  const expected = shown(reference).filter(({ applied }) => isFound(applied, filter));
  expect(listed(cache, kind, filter, limit)).toEqual(expected.map(({ applied }) => applied));
  expect(expected.map(({ id }) => pendingOf(cache, kind, id))).toEqual(
    expected.map(({ pending }) => pending),
  );
  if (kind !== 'notification') return;
  const unread = shown(reference).filter(({ applied }) => applied['read'] === false);
  expect(unwrap(cache.read('inbox.unread', {})).count).toBe(unread.length);
}

/** One step; numbers choose among what exists. */
type Step =
  | { readonly is: 'arrives'; readonly n: number; readonly change: JsonObject }
  | { readonly is: 'goes'; readonly n: number }
  | { readonly is: 'edited'; readonly n: number; readonly data: JsonObject; readonly state: PendingState }
  | { readonly is: 'made'; readonly data: JsonObject; readonly state: PendingState }
  | { readonly is: 'stands'; readonly n: number; readonly state: PendingState }
  | { readonly is: 'discarded'; readonly n: number }
  | { readonly is: 'confirmed'; readonly n: number };

function getRaw(kind: Kind, id: string, change: JsonObject): JsonObject {
  return kind === 'requisition' ? rawRequisition({ id, ...change }) : rawNotification({ id, ...change });
}

function keep(cache: CacheAndLocal, { kind, cached }: ReferenceModel, raw: JsonObject): void {
  cached.set(String(raw['id']), raw);
  cache.store(kind, raw);
}

function addPendingChange(
  cache: CacheAndLocal,
  reference: ReferenceModel,
  change: PendingChangeInput & { readonly state: PendingState },
): void {
  const saved = { ...change, savedAt: SAVED_AT + (reference.changes.length % 3) * 1000 };
  reference.changes.push({ ...saved, number: cache.addPendingChange(saved) });
}

function leave(cache: CacheAndLocal, reference: ReferenceModel, change: PendingChangeWithState): void {
  deleteStoredChange(cache.app, change.number);
  reference.changes.splice(reference.changes.indexOf(change), 1);
}

/**
 * The response is stored in the cache first; then the change is removed, and the id of a create is replaced
 * everywhere.
 */
function confirmChange(
  cache: CacheAndLocal,
  reference: ReferenceModel,
  change: PendingChangeWithState,
): void {
  const { target, operation } = change;
  const isCreate = operation === 'requisitions.create';
  const real = isCreate ? `req_made${change.number}` : target;
  const own = {
    ...change,
    data: change.data ?? {},
    savedBy: 'user_me',
    savedAt: toEpochMs(change.savedAt ?? 0),
  };
  const answer = applyOverlayChanges(reference.cached.get(target) ?? null, [own], real);
  if (answer !== null) keep(cache, reference, answer);
  leave(cache, reference, change);
  if (!isCreate) return;
  assignServiceId(cache.app, target, real);
  reference.made.set(target, real);
  reference.changes.forEach((other, index) => {
    if (other.target === target) reference.changes[index] = { ...other, target: real };
  });
}

function nth<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(1, list.length)];
}

/** Steps that change records. */
function takeRecord(cache: CacheAndLocal, reference: ReferenceModel, step: Step): void {
  const { kind, cached, changes, made } = reference;
  if (step.is === 'arrives') {
    keep(
      cache,
      reference,
      getRaw(kind, `${kind === 'requisition' ? 'req_' : 'notf_'}${step.n}`, step.change),
    );
  }
  if (step.is === 'goes') {
    const id = nth([...cached.keys()], step.n);
    if (id === undefined) return;
    cached.delete(id);
    unwrap(cache.writer.removeOne({ kind, id, writeSequence: 0 }));
  }
  if (step.is === 'edited') {
    const target = nth([...cached.keys(), ...changes.map((each) => each.target)], step.n);
    const operation = kind === 'requisition' ? 'requisitions.update' : 'notifications.update';
    if (target !== undefined)
      addPendingChange(cache, reference, { operation, target, data: step.data, state: step.state });
  }
  if (step.is === 'made' && kind === 'requisition') {
    const target = localId('requisition', made.size + 1);
    made.set(target, null);
    addPendingChange(cache, reference, {
      operation: 'requisitions.create',
      target,
      data: step.data,
      state: step.state,
    });
  }
}

/** Steps that change pending changes. */
function takeWrite(cache: CacheAndLocal, reference: ReferenceModel, step: Step): void {
  const { changes } = reference;
  const change = 'n' in step ? nth(changes, step.n) : undefined;
  if (change === undefined) return;
  if (step.is === 'discarded') leave(cache, reference, change);
  if (step.is === 'confirmed') confirmChange(cache, reference, change);
  if (step.is === 'stands') {
    cache.app.run(sql`UPDATE operation SET state = ${step.state} WHERE number = ${change.number}`);
    changes[changes.indexOf(change)] = { ...change, state: step.state };
  }
}

const anyState = fc.constantFrom(...ATTENTION);
const small = fc.nat({ max: 7 });
const name = fc.constantFrom('Ferritin', 'FERRITIN level', 'Lipids', 'Straße', '');
const content = {
  name,
  share_with_patient: fc.boolean(),
  service_facility: fc.constantFrom('fac_1', 'fac_2', ''),
};
const second = fc.constantFrom(
  '',
  '2026-04-01T08:00:00.000Z',
  '2026-04-01T08:00:01.000Z',
  '2026-05-01T08:00:01.000Z',
);
const patient = fc.constantFrom('user_a', 'user_b');
const type = fc.constantFrom('lab', 'imaging');

function steps(
  arrival: fc.Arbitrary<JsonObject>,
  edit: fc.Arbitrary<JsonObject>,
  create: fc.Arbitrary<JsonObject>,
) {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ is: fc.constant('arrives' as const), n: small, change: arrival }),
    fc.record({ is: fc.constant('edited' as const), n: small, data: edit, state: anyState }),
    fc.record({ is: fc.constant('edited' as const), n: small, data: edit, state: anyState }),
    fc.record({ is: fc.constant('made' as const), data: create, state: anyState }),
    fc.record({ is: fc.constant('stands' as const), n: small, state: anyState }),
    fc.record({
      is: fc.constantFrom('goes' as const, 'discarded' as const, 'confirmed' as const),
      n: small,
    }),
  );
  return fc.array(step, { maxLength: 16 });
}

async function holds(kind: Kind, given: readonly Step[], filter: JsonObject, limit: number): Promise<void> {
  const cache = await cacheAndLocal();
  try {
    const reference: ReferenceModel = { kind, cached: new Map(), changes: [], made: new Map() };
    for (const step of given) {
      takeRecord(cache, reference, step);
      takeWrite(cache, reference, step);
      check(cache, reference, filter, limit);
    }
    check(cache, reference, {}, limit);
    for (const [local, real] of reference.made) {
      const single = cache.read('requisitions.get', { id: local as never });
      const expected = shown(reference).find(({ id }) => id === (real ?? local));
      expect(single.ok ? { id: single.value.id, pending: single.value.pending } : null).toEqual(
        expected === undefined ? null : { id: expected.id, pending: expected.pending },
      );
    }
  } finally {
    await cache.close();
  }
}

const requisitionFilter = fc.record(
  {
    patient,
    type,
    shareWithPatient: fc.boolean(),
    search: fc.constantFrom('ferritin', 'l', 'ß', 'nothing', ''),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RequisitionFilter & JsonObject>; // missing keys are missing, never undefined

test('whatever happens to requisitions, lists, search and paging equal a plain model of what is pending', async () => {
  expect.hasAssertions();
  const arrival = fc.record({ ...content, patient, type, last_updated_at: second });
  const edit = fc.record(content, { requiredKeys: [] });
  const create = fc.record({ ...content, patient, type, ordering_provider: fc.constant('user_d1') });
  await fc.assert(
    fc.asyncProperty(
      steps(arrival, edit, create),
      requisitionFilter,
      fc.integer({ min: 1, max: 4 }),
      (given, filter, limit) => holds('requisition', given, filter, limit),
    ),
    { numRuns: howMuch(18, 50) },
  );
});

test('whatever happens to notifications, lists, the unread count and paging equal a plain model of what is pending', async () => {
  expect.hasAssertions();
  const arrival = fc.record({ read: fc.boolean(), user: patient, created_at: second });
  const edit = fc.record({ read: fc.boolean() });
  const filter = fc.record({ user: patient, unread: fc.boolean() }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(
      steps(arrival, edit, edit),
      filter,
      fc.integer({ min: 1, max: 4 }),
      (given, asked, limit) => holds('notification', given, asked, limit),
    ),
    { numRuns: howMuch(12, 30) },
  );
});
