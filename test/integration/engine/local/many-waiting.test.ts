import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutboxCounter } from '#main/engine/local/outbox/outbox-counter.ts';
import { buildNextNumberQuery } from '#main/engine/local/outbox/next-changes.ts';
import {
  countOutboxByState,
  deleteStoredChange,
  findStoredChange,
  listStoredChangesWithPossibleBlockers,
  updateStoredChange,
} from '#main/engine/local/outbox/stored-changes.ts';
import { findNextTask } from '#main/engine/local/outbox/pending.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { addPending, localFile } from '../../../support/pending.ts';

/** The number of other pending changes. */
const WAITING = 3_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let db: Connection;
beforeEach(async () => {
  folder = await temporaryFolder();
  db = localFile(folder.path);
});
afterEach(async () => {
  db.close();
  await folder.remove();
});

function addWaiting(): void {
  db.transaction(() => {
    for (let n = 0; n < WAITING; n++) {
      const kind = n % 3;
      if (kind === 0)
        addPending(db, { operation: 'requisitions.update', target: `req_${n}`, data: { name: 'A' } });
      if (kind === 1)
        addPending(db, {
          operation: 'requisitions.create',
          target: `local_requisition_${n}`,
          data: { name: `${n}` },
        });
      if (kind === 2)
        addPending(db, { operation: 'notifications.update', target: `notf_${n}`, data: { read: true } });
    }
  });
}

/** The connection, and the number of rows that its queries returned. */
function countingRows(): { readonly counted: ReadableDb; readonly rows: () => number } {
  let rows = 0;
  return {
    counted: {
      all: (query) => {
        const found = db.all(query);
        rows += found.length;
        return found;
      },
      get: (query) => {
        rows += 1;
        return db.get(query);
      },
    },
    rows: () => rows,
  };
}

test('the outbox is counted again by the rows of what changed, whatever waits', () => {
  addWaiting();
  const { counted, rows } = countingRows();
  const counter = new OutboxCounter();
  expect(counter.count(counted)).toEqual(countOutboxByState(db));
  const before = rows();
  const number = addPending(db, { operation: 'forms.update', target: 'form_1', data: { name: 'B' } });
  addPending(db, { operation: 'notifications.update', target: 'notf_2', data: { read: false } });
  expect(counter.count(counted)).toEqual(countOutboxByState(db));
  const found = findStoredChange(db, number);
  if (found === undefined) throw new Error('it was added');
  updateStoredChange(db, { ...found, state: 'rejected' });
  expect(counter.count(counted)).toMatchObject({ saved: WAITING + 1, rejected: 1 });
  deleteStoredChange(db, number);
  expect(counter.count(counted)).toEqual(countOutboxByState(db));
  expect(rows() - before).toBeLessThan(20);
});

test('the outbox is counted as a whole where its changes are no longer listed, and in another file', async () => {
  addWaiting();
  const counter = new OutboxCounter();
  counter.count(db);
  db.run(sql`DELETE FROM operation WHERE number % 2 = 0`);
  db.run(
    sql`DELETE FROM operation_change WHERE sequence <= (SELECT max(sequence) FROM operation_change) - 5`,
  );
  expect(counter.count(db)).toEqual(countOutboxByState(db));
  const other = await temporaryFolder();
  const empty = localFile(other.path);
  expect(counter.count(empty)).toEqual(countOutboxByState(empty));
  empty.close();
  await other.remove();
});

test('after the outbox was counted as a whole, what changes is counted once', () => {
  const counter = new OutboxCounter();
  const number = addPending(db, { operation: 'forms.update', target: 'form_1', data: { name: 'A' } });
  counter.count(db);
  addPending(db, { operation: 'forms.update', target: 'form_2', data: { name: 'B' } });
  addPending(db, { operation: 'forms.update', target: 'form_3', data: { name: 'C' } });
  db.run(sql`DELETE FROM operation_change WHERE sequence < (SELECT max(sequence) FROM operation_change)`);
  expect(counter.count(db)).toMatchObject({ saved: 3 });
  deleteStoredChange(db, number);
  expect(counter.count(db)).toMatchObject({ saved: 2 });
});

test('the next write, and whether it has to wait, are found by a few rows, whatever waits behind it', () => {
  addWaiting();
  const { counted, rows } = countingRows();
  const numbers: number[] = [];
  for (let turn = 0; turn < 10; turn++) numbers.push(findNextTask(counted, numbers)?.change.number ?? 0);
  expect(numbers.map((number) => findStoredChange(db, number)?.target)).toEqual([
    'req_0',
    'local_requisition_1',
    'req_3',
    'local_requisition_4',
    'req_6',
    'local_requisition_7',
    'req_9',
    'local_requisition_10',
    'req_12',
    'local_requisition_13',
  ]);
  // A number for each operation and state, the change itself, and for a create those before it.
  expect(rows()).toBeLessThan(10 * 35);
  const [first] = numbers.map((number) => findStoredChange(db, number));
  expect(listStoredChangesWithPossibleBlockers(db, first === undefined ? [] : [first])).toHaveLength(1);
});

test('the next write is read in the order of an index, without a sort', () => {
  const asked = { operation: 'requisitions.update', state: 'saved', after: 0 } as const;
  for (const except of [[], [1, 2]]) {
    const query = buildNextNumberQuery({ ...asked, except });
    const plan = db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`).map(({ detail }) => detail);
    expect(plan).toContain(
      'SEARCH mine USING INDEX operation_by_state (operation=? AND state=? AND rowid>?)',
    );
    expect(plan).toContain('SEARCH other USING COVERING INDEX operation_target (target=? AND number<?)');
    expect(plan.join()).not.toContain('B-TREE FOR ORDER BY');
  }
});
