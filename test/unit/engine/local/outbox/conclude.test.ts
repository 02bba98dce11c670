import { afterEach, beforeEach, expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { closeConfirmedChange, listClosedChangesBefore } from '#main/engine/local/outbox/conclude.ts';
import {
  findChangeBySaveId,
  findStoredChange,
  listStoredChanges,
  storeSaveIdOfMergedChange,
} from '#main/engine/local/outbox/stored-changes.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { temporaryFolder } from '../../../../support/engine.ts';
import { addPending, localFile } from '../../../../support/pending.ts';

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

const AT = toEpochMs(0);
const REMEMBERED = 2_000;

function addRead(target: string): number {
  return addPending(db, { operation: 'notifications.update', target, data: { read: true } });
}

function acknowledge(number: number): void {
  const change = findStoredChange(db, number);
  if (change === undefined) throw new Error(`no write ${number}`);
  closeConfirmedChange(db, change, { ending: 'sent' }, AT);
}

test.each([
  ['is sent', {}, 'saved'],
  ['is sent as the user has agreed', { sendsAs: 'user_b' }, 'saved'],
  ['may have been sent by the computer that exported it', { imported: true }, 'uncertain'],
  ['may have been sent before a backup was restored', { rewound: true }, 'uncertain'],
] as const)(
  'the review that a new record lacks is a change of its own, once: it %s',
  (_what, evidence, state) => {
    const target = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const review = { reviewer: 'user_r1' };
    const data = { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipids', review };
    const number = addPending(db, {
      operation: 'requisitions.create',
      target,
      data,
      label: 'Lipids',
      savedBy: 'user_a',
      evidence: { ...evidence, mayHaveLeft: true, listedBeforeSend: [] },
    });
    const change = findStoredChange(db, number);
    if (change === undefined) throw new Error('no create');
    const answer = {
      id: 'req_1',
      reviews: [],
      last_updated_at: '2026-01-01T00:00:00.000Z',
      created_by: 'user_a',
    };
    closeConfirmedChange(db, change, { ending: 'sent', realId: 'req_1', answer, otherReviews: [] }, AT);
    expect(listStoredChanges(db)).toMatchObject([
      {
        operation: 'requisitions.update',
        target: 'req_1',
        data: { review },
        base: { reviews: [], last_updated_at: '2026-01-01T00:00:00.000Z' },
        patient: 'user_p1',
        label: 'Lipids',
        savedBy: 'user_a',
        state,
        evidence,
      },
    ]);
    expect(listClosedChangesBefore(db, Number.MAX_SAFE_INTEGER, 5)).toMatchObject([
      {
        operation: 'requisitions.create',
        id: 'req_1',
        fields: ['patient', 'type', 'ordering_provider', 'name'],
      },
    ]);
  },
);

test('the newest 2,000 acknowledged writes are remembered, and the saves that were merged into them or wait', () => {
  db.transaction(() => {
    const first = addRead('notif_first');
    const waiting = addRead('notif_waiting');
    storeSaveIdOfMergedChange(db, 'merged into the first', first, 'notif_first');
    storeSaveIdOfMergedChange(db, 'merged into the waiting one', waiting, 'notif_waiting');
    acknowledge(first);
    for (let more = 1; more < REMEMBERED; more += 1) acknowledge(addRead(`notif_${more}`));
  });
  const listTargets = (): readonly string[] =>
    listClosedChangesBefore(db, Number.MAX_SAFE_INTEGER, 2 * REMEMBERED).map(({ id }) => id);
  expect(listTargets()).toHaveLength(REMEMBERED);
  expect(findChangeBySaveId(db, 'merged into the first')).toMatchObject({ id: 'notif_first' });
  const last = addRead('notif_last');
  storeSaveIdOfMergedChange(db, 'merged into the last', last, 'notif_last');
  acknowledge(last);
  expect(listTargets()).toHaveLength(REMEMBERED);
  expect(listTargets()[0]).toBe('notif_last');
  expect(listTargets()).not.toContain('notif_first');
  expect(findChangeBySaveId(db, 'merged into the first')).toBeUndefined();
  expect(findChangeBySaveId(db, 'merged into the waiting one')).toMatchObject({ id: 'notif_waiting' });
  expect(findChangeBySaveId(db, 'merged into the last')).toMatchObject({ id: 'notif_last' });
});
