import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { createBatchReviewStore } from '#renderer/state/requisitions/batch-review.ts';
import type { UnsavedReview } from '#renderer/state/requisitions/worklist-reviews.ts';
import { aRequisitionRow } from '../../../../support/values.ts';

describe('the store of the review sheet', () => {
  it('stays closed when it is closed while the reviews are saved', async () => {
    const saved = Promise.withResolvers<readonly UnsavedReview[]>();
    const marking = Promise.withResolvers<void>();
    const seen = { needsReview: true, isViewed: true, openReviews: [] };
    const first = aRequisitionRow({ ...seen, id: 'req_1' });
    let second = aRequisitionRow({ ...seen, id: 'req_2' });
    const sheet = createBatchReviewStore({
      readRows: async () => ok([first, second]),
      reviewer: () => 'user_me',
      mark: () => {
        marking.resolve();
        return saved.promise;
      },
    });
    await sheet.open(['req_1', 'req_2']);
    // A row that can no longer be reviewed is shown again after the others were saved.
    second = { ...second, isViewed: false, isChanged: true };
    const confirmed = sheet.confirm();
    await marking.promise;
    sheet.close();
    saved.resolve([]);
    await confirmed;
    expect(sheet.store.getState()).toMatchObject({ isOpen: false, rows: null });
  });

  it('keeps the rows whose review could not be saved, ticked, and says why', async () => {
    const seen = { needsReview: true, isViewed: true, openReviews: [] };
    const rows = ['req_1', 'req_2', 'req_3'].map((id) => aRequisitionRow({ ...seen, id }));
    const sheet = createBatchReviewStore({
      readRows: async (ids) => ok(rows.filter(({ id }) => ids.includes(id))),
      reviewer: () => 'user_me',
      mark: async () => [{ id: 'req_2', error: { code: 'storage-full' } }],
    });
    await sheet.open(['req_1', 'req_2', 'req_3']);
    await sheet.confirm();
    expect(sheet.store.getState()).toMatchObject({
      isOpen: true,
      rows: [{ row: { id: 'req_2' }, obstacle: null }],
      error: { code: 'storage-full' },
      ticked: new Set(['req_2']),
    });
  });
});
