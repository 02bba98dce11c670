import fc from 'fast-check';
import { expect, it } from 'vitest';
import { err, ok, type ErrorCode } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { readDaySheet, type DaySheetCalls } from '#renderer/state/day/read-sheet.ts';

const SPAN = { from: toEpochMs(0), until: toEpochMs(86_400_000) };

/** What happens before an answer: nothing, a change of the data, or the loss of all kept parts. */
type Turn = 'quiet' | 'change' | 'loss';

/** An engine whose entries name the state of the data in which they were read; it answers in any order. */
function createEngine(parts: number, turns: readonly Turn[], delays: readonly number[]) {
  let state = 1;
  let asked = 0;
  const kept = new Map<string, string>();
  const next = async (): Promise<void> => {
    const turn = turns[asked];
    const delay = delays[asked % Math.max(1, delays.length)] ?? 0;
    asked += 1;
    if (turn === 'change') state += 1;
    if (turn === 'loss') kept.clear();
    for (let wait = 0; wait < delay; wait += 1) await Promise.resolve();
  };
  const toEntries = (part: number): string => JSON.stringify([{ state, part }]);
  const calls = {
    'day.sheet': async () => {
      await next();
      const sheet = `sheet ${asked}`;
      for (let part = 1; part < parts; part += 1) kept.set(`${sheet} ${part}`, toEntries(part));
      return ok({ sheet, parts, isCut: false, asOf: toEpochMs(state), entries: toEntries(0) });
    },
    'day.sheetPart': async ({ sheet, part }: { readonly sheet: string; readonly part: number }) => {
      await next();
      const entries = kept.get(`${sheet} ${part}`);
      return entries === undefined ? err('not-found') : ok({ entries });
    },
  };
  return calls as unknown as DaySheetCalls; // the entries stand for whole ones
}

it('A sheet has all of its parts, in their order and of one state, whatever changes between them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.constantFrom<Turn>('quiet', 'change', 'loss'), { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 10 }),
      async (parts, turns, delays) => {
        const sheet = await readDaySheet(createEngine(parts, turns, delays), SPAN);
        // Only what lost its parts again and again is an error.
        fc.pre(sheet.ok || turns.includes('loss'));
        const value = sheet.ok ? sheet.value : { appointments: [], asOf: null };
        const entries = value.appointments as unknown as readonly { state: number; part: number }[]; // see `createEngine`
        const expected = Array.from({ length: sheet.ok ? parts : 0 }, (_none, part) => ({
          state: value.asOf,
          part,
        }));
        expect(entries).toEqual(expected);
      },
    ),
  );
});

it('A sheet whose parts are gone is read again from its beginning', async () => {
  const sheet = await readDaySheet(createEngine(3, ['quiet', 'quiet', 'loss', 'change'], []), SPAN);
  expect(sheet).toEqual(
    ok({
      appointments: [0, 1, 2].map((part) => ({ state: 2, part })),
      isCut: false,
      asOf: 2,
    }),
  );
});

it.each(['engine-down', 'cancelled'] as const)(
  'A part that cannot be read (%s) makes the sheet an error, which is not tried again',
  async (code: ErrorCode) => {
    let sheets = 0;
    const whole = createEngine(3, [], []);
    const calls: DaySheetCalls = {
      'day.sheet': (span) => {
        sheets += 1;
        return whole['day.sheet'](span);
      },
      'day.sheetPart': async (asked) => (asked.part === 2 ? err(code) : whole['day.sheetPart'](asked)),
    };
    expect(await readDaySheet(calls, SPAN)).toEqual(err(code));
    expect(sheets).toBe(1);
  },
);
