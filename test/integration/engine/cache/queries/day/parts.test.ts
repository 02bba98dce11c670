import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MAX_DAY_SHEET_PART_LENGTH, type DaySheetEntry } from '#contract/day.ts';
import { procedures } from '#contract/procedures.ts';
import { err, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { findOutputProblem } from '#contract/validate-call.ts';
import { toPartTexts } from '#main/engine/cache/queries/day/parts.ts';
import { rawAppointment, rawNotification, rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

const BEGIN = Date.UTC(2026, 2, 12);
const SPAN = { from: toEpochMs(BEGIN), until: toEpochMs(BEGIN + 86_400_000) };

let app: CacheAndLocal;
beforeEach(async () => {
  app = await cacheAndLocal();
  onTestFinished(() => app.close());
});

/** Notifications about appointments of the day, each of a patient of its own. The version is in the names. */
function toNotifications(count: number, version = 1, text = ''): readonly object[] {
  return Array.from({ length: count }, (_none, index) =>
    rawNotification({
      id: `notf_${version}_${index}`,
      created_at: new Date(BEGIN - 86_400_000 + version * 60_000).toISOString(),
      props: rawAppointment({
        id: `appt_${index}`,
        name: `version ${version}`,
        description: text,
        start_time: new Date(BEGIN + index * 60_000).toISOString(),
        reference_patients: [`user_${index}`],
      }),
    }),
  );
}

const parseEntries = (text: string): readonly DaySheetEntry[] => JSON.parse(text) as readonly DaySheetEntry[]; // as the contract says

/** Reads all parts of a sheet, one after the other. */
function readParts(between: (part: number) => void = () => undefined): Result<readonly string[]> {
  const { sheet, parts, entries } = unwrap(app.read('day.sheet', SPAN));
  const texts = [entries];
  for (let part = 1; part < parts; part += 1) {
    between(part);
    const answer = app.read('day.sheetPart', { sheet, part });
    if (!answer.ok) return answer;
    texts.push(answer.value.entries);
  }
  return { ok: true, value: texts };
}

describe('a day of 500 appointments with twelve requisitions for each patient', () => {
  beforeEach(() => {
    app.sweep('notification', toNotifications(500));
    app.sweep(
      'requisition',
      Array.from({ length: 6_000 }, (_none, index) =>
        rawRequisition({
          id: `req_${index}`,
          patient: `user_${index % 500}`,
          name: `Complete blood count ${index}`,
        }),
      ),
    );
  });

  it('reaches a window in parts that are short enough for one task each', () => {
    const texts = unwrap(readParts());
    const bytes = texts.map((text) => Buffer.byteLength(text));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_DAY_SHEET_PART_LENGTH);
    const whole = Buffer.byteLength(JSON.stringify(unwrap(app.read('day.get', SPAN))));
    const sent = bytes.reduce((sum, each) => sum + each);
    expect(sent).toBeLessThan(0.7 * whole);
    expect(texts.length).toBeLessThanOrEqual(Math.ceil((1.1 * sent) / MAX_DAY_SHEET_PART_LENGTH));
  });

  it('has in its parts all entries of the whole sheet, with what a window shows of them', () => {
    const whole = unwrap(app.read('day.get', SPAN)).appointments;
    const inParts = unwrap(readParts()).flatMap(parseEntries);
    expect(whole).toMatchObject(inParts);
    const count = (entries: readonly DaySheetEntry[]): number =>
      entries.flatMap(({ attendees }) => attendees.flatMap(({ requisitions }) => requisitions)).length;
    expect([inParts.length, count(inParts)]).toEqual([500, 6_000]);
    expect(count(whole)).toBe(6_000);
  });
});

describe('the parts of a sheet', () => {
  it('fit the contract, also where the day is empty', () => {
    const empty = app.read('day.sheet', SPAN);
    expect(unwrap(empty)).toMatchObject({ parts: 1, entries: '[]', asOf: null, isCut: false });
    expect(findOutputProblem(procedures['day.sheet'], empty)).toBeNull();
    app.sweep('notification', toNotifications(2));
    const sheet = unwrap(app.read('day.sheet', SPAN));
    expect(findOutputProblem(procedures['day.sheet'], { ok: true, value: sheet })).toBeNull();
    for (const entries of ['{}', '[{}]', '[', sheet.entries.replace('"disputed"', '"other"')])
      expect(findOutputProblem(procedures['day.sheet'], { ok: true, value: { ...sheet, entries } })).toMatch(
        'entries',
      );
  });

  it('are given once, and are forgotten when later sheets need the room', () => {
    app.sweep('notification', toNotifications(3, 1, 'x'.repeat(150_000)));
    const begin = (): string => unwrap(app.read('day.sheet', SPAN)).sheet;
    const take = (sheet: string, part: number) => app.read('day.sheetPart', { sheet, part });
    const first = begin();
    expect(take(first, 1)).toMatchObject({ ok: true });
    expect(take(first, 1)).toEqual(err('not-found'));
    expect(take(first, 3)).toEqual(err('not-found'));
    const others = Array.from({ length: 4 }, begin);
    expect(take(first, 2)).toEqual(err('not-found'));
    for (const other of others) expect(take(other, 2)).toMatchObject({ ok: true });
  });

  it('are all of one state of the data, whatever is stored between them in whatever order', () => {
    app.sweep('notification', toNotifications(5, 1, 'x'.repeat(150_000)));
    let version = 1;
    const turn = fc.constantFrom('store', 'read', 'nothing');
    // Four later sheets need the room of this one.
    const someTurns = fc
      .array(turn, { maxLength: 4 })
      .filter((turns) => turns.filter((each) => each === 'read').length < 4);
    fc.assert(
      fc.property(someTurns, (turns) => {
        const before = version;
        const texts = unwrap(
          readParts((part) => {
            const now = turns[part - 1];
            if (now === 'store') {
              version += 1;
              app.sweep('notification', toNotifications(5, version, 'y'.repeat(150_000)));
            } else if (now === 'read') app.read('day.sheet', SPAN);
          }),
        );
        const names = texts.flatMap(parseEntries).map(({ appointment }) => appointment.name);
        expect(names).toEqual(Array.from({ length: 5 }, () => `version ${before}`));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the texts of parts', () => {
  it('hold all entries in their order, each text within the length unless it has one entry alone', () => {
    const entry = fc.string({ maxLength: 60 }).map((notification) => ({ notification }) as DaySheetEntry); // as long as an entry can be
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), fc.integer({ min: 20, max: 300 }), (entries, most) => {
        const texts = toPartTexts(entries, most);
        const parts = texts.map(parseEntries);
        expect(parts.flat()).toEqual(entries);
        for (const [index, text] of texts.entries())
          expect(text.length <= most || parts[index]?.length === 1).toBe(true);
        // No two neighbours would have been one part.
        for (const [index, text] of texts.slice(1).entries()) {
          const [first] = parts[index + 1] ?? [];
          expect((texts[index]?.length ?? 0) + JSON.stringify(first).length + 1).toBeGreaterThan(most);
          expect(text).not.toBe('[]');
        }
      }),
    );
  });
});
