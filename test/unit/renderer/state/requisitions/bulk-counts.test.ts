import { expect, it } from 'vitest';
import type { BulkRowState } from '#renderer/state/requisitions/worklist-actions.ts';
import { countBulkRows } from '#renderer/state/requisitions/worklist-bulk.ts';

const toRow = (state: BulkRowState) => ({ id: state, name: null, patient: '', state, error: null });

it('Rows of a result that wait or whose PDF is still to come are neither done nor failed; each of the others counts once', () => {
  const states = ['waiting', 'queued', 'arriving', 'here', 'saved', 'failed', 'stopped'] as const;
  expect(countBulkRows(states.map(toRow))).toEqual({ done: 2, failed: 1, stopped: 1 });
});
