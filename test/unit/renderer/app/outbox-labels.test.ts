import { describe, expect, it } from 'vitest';
import { NO_OUTBOX } from '#contract/outbox.ts';
import { waitingText } from '#renderer/app/StatusBar.tsx';
import { text } from '#renderer/text/text.ts';

describe('the label of pending changes', () => {
  it('says that nothing is pending', () => {
    expect(waitingText(text, NO_OUTBOX)).toBe('No changes wait');
  });

  it('counts each change once, and separately those that are uncertain or need the user', () => {
    expect(waitingText(text, { ...NO_OUTBOX, saved: 1 })).toBe('1 change waits');
    const counts = { saved: 2, sending: 1, uncertain: 1, needsYou: 1, rejected: 1 };
    expect(waitingText(text, counts)).toBe('6 pending changes · 1 not sure · 2 need your decision');
  });
});
