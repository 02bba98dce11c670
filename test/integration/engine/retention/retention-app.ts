import { onTestFinished, vi } from 'vitest';
import { DAY } from '#main/base/durations.ts';

/** Lets days pass for everything in this process, until the test ends. Waits are not affected. */
export function createCalendar(): { readonly passDays: (days: number) => void } {
  const now = Date.now.bind(Date);
  let passed = 0;
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => spy.mockRestore());
  return {
    passDays: (days) => {
      passed += days * DAY;
    },
  };
}
