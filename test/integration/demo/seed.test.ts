import { describe, expect, it } from 'vitest';
import { RecordCollection, type LazyGeneratedRecords } from '#main/demo/collection.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createSeedData } from '#main/demo/seed/seed-data.ts';
import { createLazyGeneratedRequisitions } from '#main/demo/seed/requisitions.ts';
import type { DemoRequisition, RequisitionOutline } from '#main/demo/resources.ts';
import { manualClock } from '../../support/clocks.ts';
import { openClinic, START } from './open-clinic.ts';

const KINDS = ['form', 'requisition', 'notification'] as const;

function isAppointment(props: unknown): props is { readonly id: string; readonly start_time: string } {
  return typeof props === 'object' && props !== null && 'start_time' in props;
}

/** Counts the calls of a collection to its source. */
function counted(source: LazyGeneratedRecords<DemoRequisition, RequisitionOutline>) {
  const counts = { records: 0, outlines: 0 };
  const counting: LazyGeneratedRecords<DemoRequisition, RequisitionOutline> = {
    ...source,
    record: (index) => {
      counts.records += 1;
      return source.record(index);
    },
    outline: (index) => {
      counts.outlines += 1;
      return source.outline(index);
    },
  };
  const options = { changedFirst: true, random: createSeededRandom(1) };
  return { counts, collection: new RecordCollection(counting, options) };
}

describe('a seed', () => {
  it('gives the same clinic and the same tokens every time', async () => {
    const [first, second] = [await openClinic(), await openClinic()];
    for (const kind of KINDS) expect(second.serviceRecords(kind)).toEqual(first.serviceRecords(kind));
    expect(second.headers()).toEqual(first.headers());
    expect(second.sandbox.userId).toBe(first.sandbox.userId);
  });

  it('gives another clinic when it is another', async () => {
    const [first, second] = [await openClinic({ seed: 1 }), await openClinic({ seed: 2 })];
    for (const kind of KINDS) expect(second.first(kind).id).not.toBe(first.first(kind).id);
    expect(second.sandbox.jwt).not.toBe(first.sandbox.jwt);
  });

  it('decides the identifiers of what is created later, too', async () => {
    const [first, second] = [await openClinic(), await openClinic()];
    const created = await first.post('/v2/forms', { name: 'A' });
    expect((await second.post('/v2/forms', { name: 'A' })).json).toEqual(created.json);
  });

  it('gives identifiers that are all different and do not ascend', () => {
    const source = createLazyGeneratedRequisitions(createSeedData(3, START, 5), 5000);
    const ids = Array.from({ length: 5000 }, (_, index) => source.outline(index).id);
    const rising = ids.filter((id, index) => index > 0 && id > (ids[index - 1] ?? '')).length;
    expect(new Set(ids).size).toBe(5000);
    expect(rising).toBeGreaterThan(2000);
    expect(rising).toBeLessThan(3000);
    expect(ids.map((id) => source.indexOf(id))).toEqual(ids.map((_, index) => index));
  });
});

describe('the day of the demo clinic', () => {
  // In the zone of this computer, as the clinic plans its day.
  it.each([
    ['five past midnight', new Date(2026, 2, 1, 0, 5)],
    ['noon', new Date(2026, 2, 1, 12)],
    ['five to midnight', new Date(2026, 2, 1, 23, 55)],
  ])('has its appointments, whether the clinic starts at %s', async (_what, start) => {
    const clinic = await openClinic({ clock: manualClock(start.getTime()), notifications: 120 });
    const starts = clinic
      .serviceRecords('notification')
      .map(({ props }) => props)
      .filter((props) => isAppointment(props))
      .map(({ id, start_time }) => ({ id, day: new Date(start_time).toDateString() }));
    const today = new Set(starts.filter(({ day }) => day === start.toDateString()).map(({ id }) => id));
    expect(today.size).toBeGreaterThan(9);
  });
});

describe('generated records are created on demand', () => {
  const source = createLazyGeneratedRequisitions(createSeedData(3, START, 50), 100_000);

  it('are not created for a clinic of a hundred thousand, and only one page of them for a page', () => {
    const { counts, collection } = counted(source);
    expect(counts).toEqual({ records: 0, outlines: 0 });
    const page = { order: 'updated-desc', filter: null, offset: 90_000, limit: 500 } as const;
    expect(collection.page(page)).toHaveLength(500);
    expect(counts).toEqual({ records: 500, outlines: 0 });
  });

  it('are found by identifier without reading others', () => {
    const { counts, collection } = counted(source);
    const { id } = source.outline(77_777);
    expect(collection.find(id)?.id).toBe(id);
    expect(counts).toEqual({ records: 1, outlines: 0 });
    expect(collection.find('req_ffffffffffffffff')).toBeUndefined();
  });

  it('are filtered by outlines only, once for all pages of a filter', () => {
    const { counts, collection } = counted(source);
    const filter = { key: 'lab', test: ({ type }: RequisitionOutline) => type === 'lab' };
    collection.page({ order: 'updated-desc', filter, offset: 0, limit: 50 });
    collection.page({ order: 'updated-desc', filter, offset: 50, limit: 50 });
    expect(counts).toEqual({ records: 100, outlines: 100_000 });
  });

  it('agree with their outlines', () => {
    for (let index = 0; index < 500; index += 1) {
      expect(source.record(index)).toMatchObject(source.outline(index));
    }
  });
});
