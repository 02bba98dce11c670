import { beforeEach, describe, expect, test } from 'vitest';
import type { PendingState } from '#contract/records.ts';
import { type LocalDataStore, localDataStore, type TestLocalStore } from '../../../support/local-store.ts';
import { unwrap } from '../../../support/engine.ts';
import { createComputer, transfer } from './transfer/computers.ts';

let local: LocalDataStore;
beforeEach(async () => {
  local = await localDataStore();
});

const FORM = { id: 'form_1', name: 'Intake', last_updated_at: '2026-03-01T09:30:00.000Z' };
const EDIT = { operation: 'forms.update', data: { id: 'form_1', name: 'Renamed' } } as const;
const ASK = { operation: 'forms.completion', data: { id: 'form_1', ask: ['user_p1'] } } as const;
const PUBLISH = { operation: 'forms.publish', data: { id: 'form_1' } } as const;
const DELETE = { operation: 'forms.delete', data: { id: 'form_1' } } as const;

const numbers = () => local.all().map(({ number }) => number);
const next = (store: TestLocalStore = local) => unwrap(store.store.getNextTask({ except: [] }));
const closed = () =>
  unwrap(local.store.listClosedChanges({ limit: 10 })).items.map(({ number, ending }) => [number, ending]);

/** Ends an attempt at a change in a state. */
function end(number: number, state: Exclude<PendingState, 'sending'>): void {
  local.leave(number);
  unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest: { state } }));
}

function finish(number: number, realId?: string): void {
  local.leave(number);
  const { data } = local.one(number);
  const made = realId === undefined ? {} : { realId };
  unwrap(local.store.closeConfirmedChange({ number, data, ending: 'sent', ...made }));
}

describe('A change of a form that is to be deleted', () => {
  test('waits behind the delete, which is sent first and compared with the form of the service', () => {
    const edit = local.save(EDIT, FORM);
    const ask = local.save(ASK, FORM);
    const { number } = local.save(DELETE, FORM);
    expect(next()).toMatchObject({ action: 'send', change: { number, base: { name: 'Intake' } } });
    expect(local.all()).toMatchObject([
      { number: edit.number, state: 'saved', waitsFor: number, isHeldByDelete: true },
      { number: ask.number, state: 'saved', waitsFor: number, isHeldByDelete: true },
      { number, waitsFor: null, isHeldByDelete: false },
    ]);
  });

  test.each(['rejected', 'needs-you', 'saved'] as const)(
    'is not sent while the delete is %s, in the next run neither',
    (state) => {
      local.save(EDIT, FORM);
      local.save(ASK, FORM);
      const { number } = local.save(DELETE, FORM);
      end(number, state);
      local = local.again();
      expect(next()?.change.number).toBe(state === 'saved' ? number : undefined);
      expect(local.all()).toHaveLength(3);
    },
  );

  test('is sent as it was saved once the delete is discarded, in its former place', () => {
    const edit = local.save(EDIT, FORM);
    const ask = local.save(ASK, FORM);
    const { number } = local.save(DELETE, FORM);
    end(number, 'rejected');
    unwrap(local.store.discard({ number }));
    expect(next()).toMatchObject({ change: { number: edit.number, data: { name: 'Renamed' } } });
    finish(edit.number);
    expect(next()).toMatchObject({ change: { number: ask.number, data: { ask: ['user_p1'] } } });
    expect(closed()).toEqual([
      [number, 'discarded'],
      [edit.number, 'sent'],
    ]);
  });

  test('is closed with the delete, and not before it is done', () => {
    const edit = local.save({ ...EDIT, saveId: 'press' }, FORM);
    const publish = local.save(PUBLISH, FORM);
    const { number } = local.save(DELETE, FORM);
    local.leave(number);
    expect(numbers()).toEqual([edit.number, publish.number, number]);
    const { data } = local.one(number);
    unwrap(local.store.closeConfirmedChange({ number, data, ending: 'needless' }));
    expect(local.all()).toEqual([]);
    expect(closed()).toEqual([
      [number, 'needless'],
      [publish.number, 'form-deleted'],
      [edit.number, 'form-deleted'],
    ]);
    // An edit that is saved again is not said to be saved: it is stored, and the service says that the form is gone.
    expect(local.save({ ...EDIT, saveId: 'press' }, FORM).number).toBeGreaterThan(number);
  });

  test.each(['rejected', 'needs-you', 'saved'] as const)('that was tried and is %s waits too', (state) => {
    const edit = local.save(EDIT, FORM);
    end(edit.number, state);
    const { number } = local.save(DELETE, FORM);
    expect(next()).toMatchObject({ change: { number } });
    expect(local.all()[0]).toMatchObject({ number: edit.number, state, isHeldByDelete: true });
  });

  test('is settled first where it may have arrived, whatever waits before it', () => {
    local.save(EDIT, FORM);
    const publish = local.save(PUBLISH, FORM);
    const { number } = local.save(DELETE, FORM);
    end(publish.number, 'uncertain');
    expect(next()).toMatchObject({ action: 'reconcile', change: { number: publish.number } });
    expect(local.all()[2]).toMatchObject({ number, waitsFor: publish.number });
    expect(unwrap(local.store.getNextTask({ except: [publish.number] }))).toBeNull();
  });

  test('follows the create that was tried, and the delete goes before it', () => {
    const { number: create, id } = local.save({ operation: 'forms.create', data: { name: 'Intake' } });
    end(create, 'rejected');
    const edit = local.save({ operation: 'forms.update', data: { id, name: 'Renamed' } });
    const { number } = local.save({ operation: 'forms.delete', data: { id } });
    expect(numbers()).toEqual([create, edit.number, number]);
    expect(next()).toBeNull();
    unwrap(local.store.retry({ number: create }));
    finish(create, 'form_9');
    expect(next()).toMatchObject({ change: { number, target: 'form_9' } });
  });

  test('keeps the changes of other forms out of it', () => {
    local.save(EDIT, FORM);
    const other = local.save({ operation: 'forms.update', data: { id: 'form_2', name: 'B' } });
    const { number } = local.save(DELETE, FORM);
    expect(unwrap(local.store.getNextTask({ except: [number] }))?.change.number).toBe(other.number);
    finish(number);
    expect(numbers()).toEqual([other.number]);
  });

  test('comes with an export, and waits behind its delete on the other computer', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save(EDIT, FORM);
    from.save(PUBLISH, FORM);
    from.save(DELETE, FORM);
    transfer(from, to);
    const [edit, publish, deletion] = to.all();
    expect(edit).toMatchObject({ operation: 'forms.update', isHeldByDelete: true });
    // The computer of the export may have published it since.
    expect(next(to)).toMatchObject({ action: 'reconcile', change: { number: publish?.number } });
    const number = deletion?.number ?? 0;
    unwrap(to.store.discard({ number }));
    expect(to.one(edit?.number ?? 0).data).toEqual({ name: 'Renamed' });
    expect(next(to)).toMatchObject({ change: { number: edit?.number } });
  });
});
