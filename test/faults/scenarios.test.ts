import { describe, expect, test } from 'vitest';
import { KINDS } from '#contract/ids.ts';
import { seededRandom } from '#main/base/random.ts';
import { deskAndClinic, type DeskAndClinic } from '../support/desk-and-clinic.ts';
import { SCENARIOS } from './scenarios.ts';
import { settleAsPerson } from './settle.ts';
import { howMuch } from './size.ts';
import { nextWrite, targetsOf, timesDone } from './workload.ts';

const WRITES = 24;
const PATIENT = 60_000;

/** Lets somebody sign in again where the desk was signed out, as a person would. */
async function signInAgain(desk: DeskAndClinic): Promise<void> {
  const { accessToken, jwt } = desk.clinic;
  await desk.engine().control('engine.setTokens', { accessToken, jwt });
}

const seeds = Array.from({ length: howMuch(1, 8) }, (_, index) => index + 1);

describe.each(seeds)('with seed %i, a server that', (seed) => {
  test.each(SCENARIOS)(
    '$name loses and doubles nothing',
    async ({ begin }) => {
      const desk = await deskAndClinic({}, { isHasty: true });
      const { clinic } = desk;
      await desk.sync();
      const random = seededRandom(seed);
      const targets = targetsOf(clinic);
      const unique: string[] = [];
      begin(clinic, random);
      for (let number = 1; number <= WRITES; number++) {
        const marked = nextWrite(number, random, targets);
        await desk.save(marked.write);
        if (marked.sets === null) unique.push(marked.mark);
        if (number % 6 === 0) await desk.sync();
        if (number % 12 === 0) await signInAgain(desk);
      }
      clinic.faults.clear();
      clinic.listing = { order: 'updated-desc' };
      await signInAgain(desk);

      const left = await settleAsPerson(
        {
          outbox: () => desk.outbox(),
          sync: () => desk.sync({ full: true }),
          resolve: (number, take) => desk.resolve(number, { take }),
        },
        clinic,
      );
      expect(left).toEqual([]);
      const done = timesDone(clinic);
      expect(unique.filter((mark) => done.get(mark) !== 1)).toEqual([]);
      expect([...done].filter(([, times]) => times > 1)).toEqual([]);
      for (const kind of KINDS) expect(await desk.cached(kind)).toEqual(desk.truth(kind));
      // No request of ours ever left the clinic's own origin, credentials and all.
      expect(
        clinic.requests().every(({ hasAuthorization, origin }) => origin === 'service' && hasAuthorization),
      ).toBe(true);
    },
    PATIENT,
  );
});
