import { describe, expect, test } from 'vitest';
import { seededRandom } from '#main/base/random.ts';
import { shuffled } from '#main/sandbox/chance.ts';
import { deskAndClinic, type DeskAndClinic } from '../support/desk-and-clinic.ts';
import { valueOf } from '../support/engine.ts';
import { settledDifferences } from './equal-caches.ts';
import { findings, type Findings, NOTHING_WRONG } from './findings.ts';
import { faultClock, serviceClock, WRONG_TIME_WORKER_URL } from './fault-clock.ts';
import { dialectOf, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { settleAsPerson } from './settle.ts';
import { howMuch } from './size.ts';
import { Tally } from './tally.ts';
import { nextWrite, targetsOf } from './workload.ts';
import { setTime, wrongClockOf } from './wrong-clocks.ts';

const WRITES = 24;
const PATIENT = 120_000;
/** Users who press 'Send again' without a look, of a hundred. */
const HASTY = 20;

/** Lets a user sign in again where Intray was signed out. */
async function signInAgain(desk: DeskAndClinic): Promise<void> {
  const { accessToken, jwt } = desk.clinic;
  await desk.engine().control('engine.setTokens', { accessToken, jwt });
}

/** Writes through the trouble, then settles everything when it is over. */
async function live({ begin }: Scenario, seed: number): Promise<Findings> {
  const [clock, there] = [faultClock(), serviceClock()];
  const wrong = wrongClockOf(seed);
  const dialect = dialectOf(seed);
  setTime(clock, wrong, 0);
  const desk = await deskAndClinic(
    { dialect, clock: there },
    { isHasty: true, clock, workerUrl: WRONG_TIME_WORKER_URL },
  );
  const { clinic } = desk;
  await desk.sync();
  const random = seededRandom(seed);
  const targets = targetsOf(clinic);
  const tally = new Tally();
  const calm = clinic.listing;
  begin(clinic, random);
  for (let number = 1; number <= WRITES; number++) {
    setTime(clock, wrong, number);
    const marked = nextWrite(number, random, targets);
    const { number: outboxNumber } = await desk.save(marked.write);
    tally.acknowledged.push({ ...marked, outboxNumber });
    if (number % 6 === 0) await desk.sync();
    if (number % 12 === 0) await signInAgain(desk);
  }
  clinic.faults.clear();
  clinic.listing = calm;
  await signInAgain(desk);
  const refresh = () => desk.sync({ full: true });
  const pass = (ms: number): void => [clock, there].forEach((each) => each.pass(ms));
  const left = await settleAsPerson(
    {
      outbox: () => desk.outbox(),
      sync: refresh,
      resolve: (number, resolution) => desk.engine().call('outbox.resolve', { number, resolution }),
      pass,
    },
    clinic,
    { tally, hasty: { random, percent: HASTY } },
  );
  const { items } = valueOf(await desk.engine().call('outbox.settled', { limit: 500 }));
  const verdict = tally.verdict(clinic, items);
  noteRun({ suite: 'faults', dialect, verdict });
  const later = (): Promise<unknown> => {
    pass(11 * 60_000);
    return refresh();
  };
  // No request of ours ever left the clinic's own origin, credentials and all.
  expect(
    clinic.requests().every(({ hasAuthorization, origin }) => origin === 'service' && hasAuthorization),
  ).toBe(true);
  const stale = await settledDifferences((kind) => desk.cached(kind), clinic, later);
  return findings(dialect, verdict, left, stale);
}

// In the order of the table; the seed that is printed draws the same ones again.
const drawn = new Set(shuffled(seededRandom(SEED), SCENARIOS).slice(0, howMuch(10, SCENARIOS.length)));
const scenarios = SCENARIOS.filter((scenario) => drawn.has(scenario));
const seeds = Array.from({ length: howMuch(1, 8) }, (_, index) => index);

describe.each(seeds)('with seed %i, a service that', (seed) => {
  test.each(scenarios)(
    '$name loses and doubles nothing, whatever the time of day is here',
    async (scenario) => {
      expect(await inDialect(dialectOf(seed), () => live(scenario, seed))).toEqual(NOTHING_WRONG);
    },
    PATIENT,
  );
});
