import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Kind } from '#contract/records.ts';
import type { Health } from '#contract/sync-health.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { generateDialect } from '#main/demo/dialect/dialect.ts';
import { faultClock, READS_LAG, serviceClock } from '../../../faults/fault-clock.ts';
import { SEED } from '../../../faults/pool.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';

/** As many neighbouring seeds as contain each value of every point. */
const SEEDS = Array.from({ length: 6 }, (_none, index) => SEED + index);

/** A few records more than on the smallest page, or than on the largest. */
const SIZES = [0, 1, 9, 47, 130, 560];

function drawSizes(seed: number) {
  const random = createSeededRandom(seed);
  const draw = (): number => SIZES[Math.floor(random.fraction() * SIZES.length)] ?? 0;
  return { seed, patients: 12, forms: draw(), notifications: draw(), requisitions: draw() };
}

/** The records of a kind that the service shows in its lists. */
function getListed(app: TestApp, kind: Kind): ReadonlyMap<string, unknown> {
  return new Map([...app.serviceRecords(kind)].filter(([id]) => app.clinic.isListed(id)));
}

/**
 * Returns the ids of records that the cache holds otherwise than the service's lists show them. A list that
 * is not called complete, because its order changes with every request, may lack records and has no wrong
 * ones.
 */
async function findWrong(app: TestApp, health: Health): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { kind, state } of health.kinds) {
    const [cached, listed] = [await app.cached(kind), getListed(app, kind)];
    const mayLack = state !== 'complete' && app.clinic.dialect.choices.order === 'random';
    const isWrong = (id: string): boolean => {
      if (mayLack && !cached.has(id)) return false;
      return !isDeepStrictEqual(cached.get(id), listed.get(id));
    };
    wrong.push(...[...new Set([...cached.keys(), ...listed.keys()])].filter(isWrong));
  }
  return wrong;
}

/** Other clients change, add and complete records of every kind. */
function changeElsewhere({ clinic, ...app }: TestApp, seed: number): void {
  const random = createSeededRandom(seed);
  const ids = [...app.serviceRecords('requisition').keys()].filter(() => random.fraction() < 0.1);
  for (const id of ids) clinic.otherUsers.updateRequisition(id, { name: `Changed ${random.hex(3)}` });
  for (let number = 0; number < 12; number++)
    clinic.otherUsers.createRequisition({
      patient: `user_${number}`,
      type: 'lab',
      ordering_provider: 'user_2',
      name: `New ${number}`,
    });
}

test.each(SEEDS)(
  'a sync with the service of dialect %i brings every record as its lists show it, and so does the next one',
  async (seed) => {
    const there = serviceClock();
    const service = { ...drawSizes(seed), dialect: generateDialect(seed), clock: there };
    const app = await openTestApp(service, { clock: faultClock(there) });
    expect(await findWrong(app, await app.sync())).toEqual([]);
    changeElsewhere(app, seed);
    // No sync brings what the service's lists do not show yet.
    there.skip(READS_LAG);
    expect(await findWrong(app, await app.sync({ full: true }))).toEqual([]);
    expect(await findWrong(app, await app.sync())).toEqual([]);
  },
);
