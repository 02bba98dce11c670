import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { isAnyFilterSet, getEmptyListReason } from '#renderer/shared/query/QueryStatus.tsx';
import { NOON } from '../../../../support/builders.ts';
import { aHealth, aKindHealth } from '../../../../support/values.ts';

describe('an empty list', () => {
  const first = aHealth({
    kinds: [aKindHealth({ kind: 'requisition', state: 'running', lastSuccessAt: null })],
  });
  const never = aHealth({
    connection: 'offline',
    kinds: [aKindHealth({ kind: 'requisition', state: 'failed', lastSuccessAt: null, cached: 0 })],
  });

  it('is empty because of the search once everything is here', () => {
    expect(getEmptyListReason({ search: 'x' }, NOON, aHealth(), 'requisition')).toBe('no-match');
    expect(getEmptyListReason({ search: 'x' }, null, first, 'requisition')).toBe('first-sync');
    const some = aKindHealth({ kind: 'requisition', state: 'incomplete', lastSuccessAt: null, cached: 3 });
    expect(getEmptyListReason({ search: 'x' }, null, aHealth({ kinds: [some] }), 'requisition')).toBe(
      'no-match-yet',
    );
    expect(isAnyFilterSet({ search: '', type: undefined })).toBe(false);
    expect(isAnyFilterSet({ shareWithPatient: false })).toBe(true);
  });

  it('is not said to hide records by a search where the service has sent none', () => {
    const none = aHealth({ kinds: [aKindHealth({ kind: 'requisition', cached: 0 })] });
    expect(getEmptyListReason({ search: 'x' }, NOON, none, 'requisition')).toBe('no-match-in-none');
    expect(getEmptyListReason({}, NOON, none, 'requisition')).toBe('none');
  });

  it('says when the first records are being fetched, or cannot be fetched', () => {
    expect(getEmptyListReason({}, null, first, 'requisition')).toBe('first-sync');
    expect(getEmptyListReason({}, null, never, 'requisition')).toBe('offline');
    expect(getEmptyListReason({}, null, { ...never, connection: 'online' }, 'requisition')).toBe('never');
  });

  it('is truly empty after a complete sync', () => {
    expect(getEmptyListReason({}, NOON, aHealth(), 'requisition')).toBe('none');
  });

  it('does not count as empty before it was read after that sync, nor before the sync state is known', () => {
    expect(getEmptyListReason({}, null, aHealth(), 'requisition')).toBe('reading');
    expect(getEmptyListReason({}, toEpochMs(NOON - 1), aHealth(), 'requisition')).toBe('reading');
    expect(getEmptyListReason({}, null, null, 'requisition')).toBe('unknown');
  });
});
