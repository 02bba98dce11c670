import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '#main/base/random.ts';
import { shuffle } from '#main/demo/random-choices.ts';
import { unwrap } from '../support/engine.ts';
import { listRemainingDifferences } from './equal-caches.ts';
import { findings, type Findings, NOTHING_WRONG } from './findings.ts';
import { faultClock, serviceClock } from './fault-clock.ts';
import { getDialect, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { settleAsUser } from './settle.ts';
import { howMuch } from './size.ts';
import { Tally } from './tally.ts';
import { nextWrite, getTargets } from './workload.ts';
import { setTime, getWrongClock } from './wrong-clocks.ts';
import { WRONG_TIME_WORKER_URL } from '../support/worker-entries.ts';
import { type TestApp, openTestApp } from '../support/app.ts';

const WRITES = 24;
const PATIENT = 120_000;
/** Users of a hundred who press 'Send again' without checking the service first. */
const HASTY = 20;

/** Signs in again where Intray was signed out. */
async function signInAgain(app: TestApp): Promise<void> {
  const { accessToken, jwt } = app.clinic;
  await app.engine().control('engine.setTokens', { accessToken, jwt });
}

/** Writes while the fault lasts, then resolves everything when it is over. */
async function runScenario({ begin }: Scenario, seed: number): Promise<Findings> {
  const there = serviceClock();
  const clock = faultClock(there);
  const wrong = getWrongClock(seed);
  const dialect = getDialect(seed);
  setTime(clock, wrong, 0);
  const app = await openTestApp(
    { dialect, clock: there },
    { isHasty: true, clock, workerUrl: WRONG_TIME_WORKER_URL },
  );
  const { clinic } = app;
  await app.sync();
  const random = createSeededRandom(seed);
  const targets = getTargets(clinic);
  const tally = new Tally();
  const calm = clinic.listing;
  begin(clinic, random);
  for (let number = 1; number <= WRITES; number++) {
    setTime(clock, wrong, number);
    const marked = nextWrite(number, random, targets);
    const { number: outboxNumber } = await app.save(marked.change);
    tally.savedChanges.push({ ...marked, outboxNumber });
    if (number % 6 === 0) await app.sync();
    if (number % 12 === 0) await signInAgain(app);
  }
  clinic.faults.clear();
  clinic.listing = calm;
  await signInAgain(app);
  const refresh = () => app.sync({ full: true });
  const pass = (ms: number): void => [clock, there].forEach((each) => each.pass(ms));
  const left = await settleAsUser({ outbox: app.outbox, sync: refresh, resolve: app.resolve, pass }, clinic, {
    tally,
    hasty: { random, percent: HASTY },
  });
  const { items } = unwrap(await app.engine().call('outbox.closed', { limit: 500 }));
  const verdict = tally.verdict(clinic, items);
  noteRun({ suite: 'faults', dialect, verdict });
  const later = (): Promise<unknown> => {
    pass(11 * 60_000);
    return refresh();
  };
  // No request ever left the clinic's own origin; redirects must not carry credentials.
  expect(
    clinic.requests().every(({ hasAuthorization, origin }) => origin === 'service' && hasAuthorization),
  ).toBe(true);
  const stale = await listRemainingDifferences((kind) => app.cached(kind), clinic, later);
  return findings(dialect, verdict, left, stale);
}

// In the order of the table; the printed seed draws the same scenarios again.
const drawn = new Set(shuffle(createSeededRandom(SEED), SCENARIOS).slice(0, howMuch(3, SCENARIOS.length)));
const scenarios = SCENARIOS.filter((scenario) => drawn.has(scenario));
const seeds = Array.from({ length: howMuch(1, 8) }, (_, index) => index);

describe.each(seeds)('with seed %i, a service that', (seed) => {
  test.each(scenarios)(
    '$name loses and duplicates nothing, whatever the local time of day is',
    async (scenario) => {
      expect(await inDialect(getDialect(seed), () => runScenario(scenario, seed))).toEqual(NOTHING_WRONG);
    },
    PATIENT,
  );
});
