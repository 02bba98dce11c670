import { expect, test } from 'vitest';
import { MINUTE } from '#main/base/durations.ts';
import { RecentSingleWrites } from '#main/engine/cache/ingest/write-one.ts';
import { steppingClock } from '../../../../support/clocks.ts';

test('a record that was just deleted is not taken from any response; after a minute the service may have it again', () => {
  const clock = steppingClock();
  const writes = new RecentSingleWrites(clock);
  writes.note('form_1', 1);
  writes.noteDeleted('form_1');
  writes.forgetBefore(5);
  expect([writes.isNewer('form_1', 9), writes.isNewer('form_2', 9)]).toEqual([true, false]);
  clock.run(MINUTE);
  expect(writes.isNewer('form_1', 9)).toBe(false);
});
