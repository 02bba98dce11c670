import { onTestFinished } from 'vitest';
import { toSentAnswer } from '#contract/answer-text.ts';
import type { AccountsState } from '#contract/accounts.ts';
import type { CallContext, CallInput, CallOutput, EventPayload, PreloadBridge } from '#contract/api.ts';
import type { CheckLine } from '#contract/computer-check.ts';
import type { PackSchedule } from '#contract/downtime-pack.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { FollowUp } from '#contract/local-data.ts';
import { EVENT_NAMES, type EventName } from '#contract/ipc-names.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { type ProcedureName, procedures } from '#contract/procedures.ts';
import type { Kind } from '#contract/records.ts';
import type { Result } from '#contract/result.ts';
import { getScreenCommandId, type Screen } from '#contract/screens.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import { validateCall } from '#contract/validate-call.ts';
import { createRunningPageReads } from '#main/shell/running-page-reads.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import { NOON } from '../builders.ts';
import { NO_POLICY } from '../policy.ts';
import type { PendingChangeInput } from '../pending.ts';
import { unwrap } from '../results.ts';
import { openPageEngine, type PageEngine } from './engine.ts';
import { PACKS_OFF, shellCalls, type ShellState } from './shell.ts';
import { openDemo } from '../values.ts';

type Calls = PreloadBridge['call'];

/** What is on the computer when the page opens. Records are resources as the service sends them. */
export interface PageStart {
  readonly accounts?: AccountsState;
  /** The screen that the page shows first; default: the list of requisitions, which is not where Intray starts. */
  readonly screen?: Screen;
  /** What differs from the settings of a user who is not new. */
  readonly settings?: Partial<Settings>;
  readonly policy?: PolicyStatus;
  /** When downtime packs are made by themselves; default: never. */
  readonly packs?: PackSchedule;
  /** What the check of the computer finds. */
  readonly check?: readonly CheckLine[];
  readonly requisitions?: readonly object[];
  readonly forms?: readonly object[];
  readonly notifications?: readonly object[];
  /** When these were synced, epoch milliseconds; default: `NOON`. It is the time of the engine's clock. */
  readonly at?: number;
  /** Forms as an earlier sync found them. */
  readonly earlier?: { readonly at: number; readonly forms: readonly object[] };
  /** Changes of the outbox, oldest first. */
  readonly pending?: readonly PendingChangeInput[];
  /** Local names by id. */
  readonly names?: Readonly<Record<string, string>>;
  readonly views?: readonly CallInput<'views.save'>[];
  readonly followUps?: readonly Omit<FollowUp, 'markedAt'>[];
  /** Versions of requisitions and forms that the user has viewed. */
  readonly viewed?: readonly object[];
}

/**
 * What a test returns in place of the engine, by procedure: an error, an answer that comes late, or a value that is rare. `real`
 * asks the engine.
 */
export type Steering = {
  readonly [N in ProcedureName]?: (
    input: CallInput<N>,
    real: (input: CallInput<N>) => Promise<Result<CallOutput<N>>>,
  ) => Promise<Result<CallOutput<N>>>;
};

/** A bridge as the preload makes it, over an engine in this thread, and what a test does with it. */
export interface TestPage {
  readonly bridge: PreloadBridge;
  readonly engine: PageEngine;
  readonly shell: ShellState;
  /** Resolves once everything of the start is stored. */
  readonly ready: Promise<void>;
  /** Every call, in order. */
  readonly asked: { readonly name: string; readonly input: unknown }[];
  /** The inputs of the calls of one procedure, in order. */
  readonly inputs: (name: ProcedureName) => readonly unknown[];
  /** Asks the engine, without a record in `asked`. */
  readonly ask: <N extends ProcedureName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
  /** Emits an event to the page at once. */
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}

type Answer = (input: unknown) => Promise<Result<unknown>>;
type Steered = (input: unknown, real: Answer) => Promise<Result<unknown>>;
type Listener = (payload: never) => void;
type Listeners = ReadonlyMap<EventName, Set<Listener>>;

/** Stores what the service lists: first as an earlier sync found it, then as it is now. */
async function syncRecords(engine: PageEngine, start: PageStart): Promise<void> {
  if (start.earlier !== undefined) {
    engine.clock.at = start.earlier.at;
    await engine.sync('form', start.earlier.forms);
  }
  engine.clock.at = start.at ?? NOON;
  await engine.sync('requisition', start.requisitions ?? []);
  await engine.sync('form', start.forms ?? []);
  await engine.sync('notification', start.notifications ?? []);
}

/** Stores what exists on this computer only. */
async function saveLocalData({ local }: PageEngine, start: PageStart): Promise<void> {
  const { names = {}, views = [], followUps = [], viewed = [] } = start;
  const changes = Object.entries(names).map(([id, name]) => ({ id, name }));
  if (changes.length > 0) await local('saveNames', { changes, source: 'entered', by: 'user_me' });
  for (const view of views) await local('views.save', view);
  for (const mark of followUps) await local('followUps.set', mark);
  for (const record of viewed) {
    const raw = JSON.stringify(record);
    const { id, object: kind } = record as { readonly id: string; readonly object: Kind }; // of a resource
    await local('markViewed', { kind, id, raw, hash: hashResourceText(raw) });
  }
}

/** Stores everything that is on the computer when the page opens. */
async function prepare(engine: PageEngine, start: PageStart): Promise<void> {
  await syncRecords(engine, start);
  for (const change of start.pending ?? []) await engine.addPendingChange(change);
  await saveLocalData(engine, start);
}

/** Returns the function that runs a procedure: in the shell, else in the engine once it is ready. */
function createAnswer(engine: PageEngine, shell: ShellState, ready: Promise<void>) {
  const own: ReadonlyMap<string, unknown> = new Map(Object.entries(shellCalls(shell)));
  return async (name: ProcedureName, input: unknown, signal?: AbortSignal): Promise<Result<unknown>> => {
    const here = own.get(name) as Answer | undefined;
    if (here === undefined) {
      const copy = structuredClone(input);
      await ready;
      return engine.handle(name, copy, signal);
    }
    const checked = validateCall(procedures[name], input);
    return checked.ok ? here(checked.value) : checked;
  };
}

/** The page is told which screen to show as by the native menu, as soon as it listens. */
function subscriptions(listeners: Listeners, screen: Screen): PreloadBridge['on'] {
  const on = EVENT_NAMES.map((name) => [
    name,
    (listener: Listener) => {
      listeners.get(name)?.add(listener);
      if (name === 'command') queueMicrotask(() => listener({ id: getScreenCommandId(screen) } as never)); // see above
      return () => listeners.get(name)?.delete(listener);
    },
  ]);
  return Object.fromEntries(on) as PreloadBridge['on']; // one entry per name, with that name's own types
}

/** Opens a page's bridge over an engine with these records; it is closed when the test ends. */
export function testPage(start: PageStart = {}, steering: Steering = {}): TestPage {
  const listeners: Listeners = new Map(EVENT_NAMES.map((name) => [name, new Set()]));
  const emit: TestPage['emit'] = (name, payload) =>
    listeners.get(name)?.forEach((listener) => listener(payload as never)); // see `subscriptions`
  const shell: ShellState = {
    accounts: start.accounts ?? openDemo(),
    settings: { ...DEFAULT_SETTINGS, isIntroduced: true, ...start.settings },
    policy: start.policy ?? NO_POLICY,
    check: start.check ?? [],
    packs: start.packs ?? PACKS_OFF,
  };
  // A test that replaces `sync.health` emits its own health events.
  const isHealthSteered = steering['sync.health'] !== undefined;
  const engine = openPageEngine(
    (name, payload) => {
      if (name !== 'health' || !isHealthSteered) queueMicrotask(() => emit(name, payload));
    },
    shell.accounts.current ?? 'demo',
    NOON,
  );
  const ready = prepare(engine, start);
  // A test may end while the records of the start are still stored.
  onTestFinished(async () => {
    await Promise.allSettled([ready]);
    await engine.close();
  });
  const answer = createAnswer(engine, shell, ready);
  const asked: { name: string; input: unknown }[] = [];
  const reads = createRunningPageReads();
  const call = PROCEDURE_NAMES.map((name) => [
    name,
    (input: unknown, { ticket }: CallContext = {}) => {
      asked.push({ name, input });
      const steered = steering[name] as Steered | undefined; // each name has types of its own
      const run = (signal?: AbortSignal) => {
        const real = (given: unknown) => answer(name, given, signal);
        return steered === undefined ? real(input) : steered(input, real);
      };
      const answered = ticket === undefined ? run() : reads.run(reads, ticket, run);
      return answered.then((result) => toSentAnswer(name, result));
    },
  ]);
  return {
    engine,
    shell,
    ready,
    asked,
    inputs: (name) => asked.flatMap((one) => (one.name === name ? [one.input] : [])),
    ask: async (name, input) => unwrap(await answer(name, input)) as never, // as above
    emit,
    bridge: {
      call: Object.fromEntries(call) as Calls,
      reads: { abandon: (ticket) => reads.abandon(reads, ticket) },
      on: subscriptions(listeners, start.screen ?? 'requisitions'),
    },
  };
}
