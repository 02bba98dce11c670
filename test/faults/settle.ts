import type { PendingChange, OutboxResolution } from '#contract/outbox.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { DemoServer } from '#main/demo/server.ts';
import type { Tally } from './tally.ts';
import { findMarks, timesDone } from './workload.ts';

/** The part of Intray that a user needs to resolve what is left. */
export interface SettlingApp {
  outbox(): Promise<readonly PendingChange[]>;
  sync(): Promise<unknown>;
  resolve(number: number, resolution: OutboxResolution): Promise<unknown>;
  /** Advances the time, here and at the service. */
  pass?(ms: number): void;
}

/** How a user decides. */
export interface Person {
  readonly tally?: Tally;
  /** In how many of a hundred cases a user presses 'Send again' without checking the service. */
  readonly hasty?: { readonly random: RandomGenerator; readonly percent: number };
}

/** Rounds of checking, deciding and sending until nothing may be left. */
const ROUNDS = 14;
/** Time between two rounds in milliseconds: longer than the interval at which the program reconciles. */
const BETWEEN = 11 * 60_000;
/** Questions that remain when the response to a change that may have been carried out is missing. */
const SURE_NOT_DONE = ['conflict', 'gone'];

function getMarks({ fields }: PendingChange): readonly string[] {
  return [...findMarks(fields.map(({ mine }) => mine))];
}

function mayBeDone({ state, question }: PendingChange): boolean {
  return state === 'needs-you' && question !== null && !SURE_NOT_DONE.includes(question);
}

/** The decision of a user who checks the service first: what was done there is not sent again. */
function carefully(change: PendingChange, clinic: DemoServer): OutboxResolution {
  const marks = getMarks(change);
  // Several saves may wait as one change: the part that was not carried out is not discarded with the part
  // that was.
  const isDone = marks.length > 0 && marks.every((mark) => timesDone(clinic).has(mark));
  if (!isDone) return { take: 'mine' };
  const made = new Set(
    clinic
      .writeLog()
      .flatMap(({ body, id }) => (marks.some((mark) => findMarks(body).has(mark)) ? [id] : [])),
  );
  const found = change.candidates.find(({ id }) => made.has(id));
  return found === undefined ? { take: 'server' } : { take: 'found', id: found.id };
}

function decide(change: PendingChange, clinic: DemoServer, { hasty }: Person): OutboxResolution {
  const isHasty = hasty !== undefined && mayBeDone(change) && hasty.random.fraction() * 100 < hasty.percent;
  return isHasty ? { take: 'mine' } : carefully(change, clinic);
}

/** Decides about one change, unless reconciliation may still find it. */
async function settleOne(
  app: SettlingApp,
  change: PendingChange,
  clinic: DemoServer,
  { person, round }: { readonly person: Person; readonly round: number },
): Promise<void> {
  const doneBefore = getMarks(change).filter((mark) => timesDone(clinic).has(mark));
  const mayBeFound = doneBefore.length > 0 && change.state === 'uncertain' && round < ROUNDS / 2;
  if (mayBeFound) return;
  const resolution = decide(change, clinic, person);
  if (resolution.take === 'found') person.tally?.noteChoice(change.number);
  person.tally?.noteDecision(change, resolution.take === 'mine' ? doneBefore : []);
  await app.resolve(change.number, resolution);
}

/**
 * Acts like a user until nothing is left: discards what was carried out, sends again what was not. Returns
 * what is still left, which should be nothing.
 */
export async function settleAsUser(
  app: SettlingApp,
  clinic: DemoServer,
  person: Person = {},
): Promise<readonly PendingChange[]> {
  for (let round = 0; round < ROUNDS; round++) {
    await app.sync();
    const left = await app.outbox();
    if (left.length === 0) return left;
    const undecided = left.filter(({ state }) => ['needs-you', 'rejected', 'uncertain'].includes(state));
    for (const change of undecided) await settleOne(app, change, clinic, { person, round });
    app.pass?.(BETWEEN);
  }
  return app.outbox();
}
