import { expect, test } from 'vitest';
import type { PdfStatusChange } from '#main/engine/pdfs/ports.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import { PdfStatusEmitter } from '#main/engine/pdfs/status.ts';
import { manualClock } from '../../../support/clocks.ts';

const toChange = (id: string): PdfStatusChange => ({ id }) as PdfStatusChange; // what the emitter passes on

function setUp() {
  const clock = manualClock();
  const asked: string[][] = [];
  const emitted: string[][] = [];
  const described = { until: Promise.resolve() };
  const emitter = new PdfStatusEmitter({
    clock,
    log: silentLog,
    describe: async (ids) => {
      asked.push([...ids]);
      await described.until;
      return ids.map(toChange);
    },
    emit: (items) => emitted.push(items.map(({ id }) => id)),
  });
  return { clock, emitter, asked, emitted, described };
}

test('changes within a fifth of a second are one event, each PDF once', async () => {
  const { clock, emitter, emitted } = setUp();
  for (const id of ['a', 'b', 'a']) emitter.noteChange(id);
  await clock.pass(199);
  expect(emitted).toEqual([]);
  await clock.pass(1);
  expect(emitted).toEqual([['a', 'b']]);
  emitter.noteChange('a');
  await clock.pass(200);
  expect(emitted).toEqual([['a', 'b'], ['a']]);
});

test('many changes are several events of at most 200', async () => {
  const { clock, emitter, emitted } = setUp();
  for (let n = 0; n < 450; n += 1) emitter.noteChange(`${n}`);
  await clock.pass(200);
  expect(emitted.map(({ length }) => length)).toEqual([200, 200, 50]);
});

test('after it was stopped nothing is read, noted or emitted, also not what was being read', async () => {
  const { clock, emitter, asked, emitted, described } = setUp();
  const reading = createDeferredPromise<undefined>();
  described.until = reading.promise;
  emitter.noteChange('a');
  await clock.pass(200);
  expect(asked).toEqual([['a']]);
  emitter.noteChange('b');
  emitter.stop();
  emitter.noteChange('c');
  reading.resolve(undefined);
  await clock.pass(1_000);
  expect([asked, emitted]).toEqual([[['a']], []]);
});
