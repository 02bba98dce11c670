import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KINDS } from '#contract/ids.ts';
import { startSandbox, type Sandbox } from '#main/sandbox/server.ts';
import { dumpOf, truthOf } from '../support/desk-and-clinic.ts';
import { openInput, temporaryFolder, testEngine, valueOf, type TestEngine } from '../support/engine.ts';
import { settleAsPerson } from './settle.ts';
import { howMuch } from './size.ts';
import { timesDone } from './workload.ts';

interface Desk {
  readonly engine: TestEngine;
  close(): Promise<void>;
}

async function openDesk({ baseUrl, accessToken, jwt, userId }: Sandbox): Promise<Desk> {
  const folder = await temporaryFolder();
  const engine = testEngine(folder.path);
  valueOf(await engine.start());
  const tokens = { accessToken, jwt };
  valueOf(await engine.control('engine.open', openInput(baseUrl, { tokens, userId })));
  return {
    engine,
    close: async () => {
      await engine.close();
      await folder.remove();
    },
  };
}

const sync = async ({ engine }: Desk, full = false) => valueOf(await engine.call('sync.run', { full }));

/** Whether a person at this desk has nothing left to decide. */
async function settle({ engine }: Desk, clinic: Sandbox): Promise<void> {
  const left = await settleAsPerson(
    {
      outbox: async () => valueOf(await engine.call('outbox.list', {})).items,
      sync: async () => valueOf(await engine.call('sync.run', { full: true })),
      resolve: async (number, take) =>
        void valueOf(await engine.call('outbox.resolve', { number, resolution: { take } })),
    },
    clinic,
  );
  expect(left).toEqual([]);
}

/** One thing that somebody does at one of the two desks. */
interface Step {
  readonly desk: number;
  readonly record: number;
  readonly does: 'rename' | 'describe' | 'ask' | 'mark' | 'create' | 'sync';
}

const step: fc.Arbitrary<Step> = fc.record({
  desk: fc.nat({ max: 1 }),
  record: fc.nat({ max: 1 }),
  does: fc.constantFrom('rename', 'describe', 'ask', 'mark', 'create', 'sync', 'sync'),
});

/** Does it; answers the mark of what has to be carried out just once, if it is of that sort. */
async function live(
  { does, record }: Step,
  desk: Desk,
  clinic: Sandbox,
  turn: number,
): Promise<string | null> {
  const id = (kind: 'form' | 'requisition' | 'notification'): string =>
    [...truthOf(clinic, kind).keys()].toSorted()[record] ?? '';
  const mark = `mark${turn}x`;
  const save = desk.engine.call.bind(desk.engine, 'writes.save');
  switch (does) {
    case 'rename':
      valueOf(await save({ operation: 'requisitions.update', data: { id: id('requisition'), name: mark } }));
      return null;
    case 'describe':
      valueOf(await save({ operation: 'forms.update', data: { id: id('form'), description: mark } }));
      return null;
    case 'mark':
      valueOf(
        await save({
          operation: 'notifications.update',
          data: { id: id('notification'), read: turn % 2 === 0 },
        }),
      );
      return null;
    case 'ask':
      valueOf(await save({ operation: 'forms.completion', data: { id: id('form'), ask: [`user_${mark}`] } }));
      return mark;
    case 'create':
      valueOf(await save({ operation: 'forms.create', data: { name: mark } }));
      return mark;
    case 'sync':
      await sync(desk);
      return null;
  }
}

test('two desks that edit the same records settle, and then both show what the service has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const clinic = await startSandbox({
        seed: 7,
        requisitions: 4,
        forms: 3,
        notifications: 4,
        patients: 5,
      });
      const desks = [await openDesk(clinic), await openDesk(clinic)] as const;
      try {
        for (const desk of desks) await sync(desk);
        const once: string[] = [];
        for (const [turn, happening] of steps.entries()) {
          const mark = await live(happening, happening.desk === 0 ? desks[0] : desks[1], clinic, turn);
          if (mark !== null) once.push(mark);
        }
        // Both send at the same time first, so that they meet at the service.
        await Promise.all(desks.map((desk) => sync(desk)));
        for (const desk of desks) await settle(desk, clinic);
        for (const desk of desks) await sync(desk, true);
        const done = timesDone(clinic);
        expect(once.filter((mark) => (done.get(mark) ?? 0) === 0)).toEqual([]);
        for (const { engine } of desks) {
          for (const kind of KINDS) expect(await dumpOf(engine, kind)).toEqual(truthOf(clinic, kind));
        }
      } finally {
        for (const desk of desks) await desk.close();
        await clinic.close();
      }
    }),
    { numRuns: howMuch(3, 120), interruptAfterTimeLimit: howMuch(60_000, 600_000) },
  );
}, 700_000);
