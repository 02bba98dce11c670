import { describe, expect, it } from 'vitest';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import { formatOutboxCounts } from '#renderer/app/StatusBar.tsx';
import { translate } from '#renderer/text/text.ts';

describe('what waits, in words', () => {
  it('says that nothing does', () => {
    expect(formatOutboxCounts(translate, EMPTY_OUTBOX_COUNTS)).toBe('No pending changes');
  });

  it('counts everything once, and apart what is not sure and what needs somebody', () => {
    expect(formatOutboxCounts(translate, { ...EMPTY_OUTBOX_COUNTS, saved: 1 })).toBe('1 pending change');
    const counts = { saved: 2, sending: 1, uncertain: 1, needsYou: 1, rejected: 1 };
    expect(formatOutboxCounts(translate, counts)).toBe(
      '6 pending changes · 1 not sure · 2 need your decision',
    );
  });
});
