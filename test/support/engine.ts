import type { DownloadMarkTools } from '#main/engine/pdfs/downloaded-mark.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AccessLogHead } from '#contract/access-log.ts';
import type { CallInput, CallOutput } from '#contract/api.ts';
import { NO_KEYCHAIN_GENERATION_MARKER, type GenerationMarker } from '#contract/generation-marker.ts';
import type {
  InternalProcedureInput,
  InternalProcedureName,
  InternalProcedureOutput,
} from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { createRedactingLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '#main/engine/api/http-types.ts';
import type { GetFreeBytes } from '#main/engine/sync/disk-reserve.ts';
import { createEngine, type Engine } from '#main/engine/engine.ts';
import type { EmitEvent } from '#main/engine/event-publisher.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';
import { createWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';
import { inProcessWorkers } from './in-process-workers.ts';
import { TEST_KEY } from './results.ts';
import { createImpatientClock } from './clocks.ts';
import { WAIT_TIMEOUT_MS } from './wait.ts';

export { TEST_KEY, unwrap } from './results.ts';

export const TEST_TOKENS = { accessToken: 'TOK-SENTINEL-1', jwt: 'JWT-SENTINEL-1' };

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intray-test-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface EngineEvent {
  readonly name: string;
  readonly payload: unknown;
}

/** A running engine in this process, with the events it emitted and the lines it logged. */
export interface TestEngine extends Engine {
  readonly events: EngineEvent[];
  readonly logged: string[];
  call<N extends ProcedureName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  control<N extends InternalProcedureName>(
    name: N,
    input: InternalProcedureInput<N>,
  ): Promise<Result<InternalProcedureOutput<N>>>;
}

/** Creates an engine over a folder. It is strict: responses are checked against the contract. */
export function testEngine(
  dataDir: string,
  {
    clock = createImpatientClock(),
    limits = DEFAULT_HTTP_LIMITS,
    workerUrl,
    startPdfWorker = inProcessWorkers,
    saveMarker = async () => true,
    saveAccessHead = async () => true,
    run = 'a'.repeat(16),
    markTools,
    getFreeBytes,
    onEvent,
  }: {
    /** How much of the disk is free; default: what the system says. */
    getFreeBytes?: GetFreeBytes;
    /** With what copies of PDFs are marked; default: this computer's tools. */
    markTools?: DownloadMarkTools;
    clock?: Clock;
    limits?: HttpLimits;
    /** Entry of real threads; default: the same thread. */
    workerUrl?: URL | undefined;
    /** Starts what works on PDFs; default: the same thread. */
    startPdfWorker?: StartWorker;
    run?: string;
    saveMarker?: (account: string, mark: GenerationMarker) => Promise<boolean>;
    saveAccessHead?: (head: AccessLogHead) => Promise<boolean>;
    /** Receives its events, as a page does; they are noted in any case. */
    onEvent?: EmitEvent;
  } = {},
): TestEngine {
  const events: EngineEvent[] = [];
  const logged: string[] = [];
  const engine = createEngine({
    dataDir,
    role: 'window',
    run,
    isStrict: true,
    clock,
    random: createSeededRandom(1),
    log: createRedactingLog(
      (line) => logged.push(line),
      () => clock.now(),
    ),
    emit: (name, payload) => {
      events.push({ name, payload });
      onEvent?.(name, payload);
    },
    startWorker: workerUrl === undefined ? inProcessWorkers : createWorkerStarter(workerUrl),
    startPdfWorker,
    saveMarker,
    saveAccessHead,
    limits,
    ...(markTools !== undefined && { markTools }),
    ...(getFreeBytes !== undefined && { getFreeBytes }),
  });
  return {
    ...engine,
    events,
    logged,
    call: <N extends ProcedureName>(name: N, input: CallInput<N>) =>
      engine.handle(name, input) as Promise<Result<CallOutput<N>>>, // a strict engine has checked it
    control: <N extends InternalProcedureName>(name: N, input: InternalProcedureInput<N>) =>
      engine.handle(name, input) as Promise<Result<InternalProcedureOutput<N>>>, // as above
  };
}

/** What an account needs to be opened, with test tokens and the test key. */
export function openInput(
  baseUrl: string,
  change: Partial<InternalProcedureInput<'engine.open'>> = {},
): InternalProcedureInput<'engine.open'> {
  return {
    account: '0123456789abcdef',
    baseUrl,
    tokens: TEST_TOKENS,
    key: TEST_KEY,
    lifetime: 'keep',
    userId: null,
    keepsFresh: false,
    keychainMark: NO_KEYCHAIN_GENERATION_MARKER,
    ...change,
  };
}

/** Returns the code of a failed result. */
export function getCode(result: Result<unknown>): string {
  return result.ok ? 'no error' : result.error.code;
}

/** Polls until a condition holds; fails after `WAIT_TIMEOUT_MS`. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = systemClock.monotonic() + WAIT_TIMEOUT_MS;
  while (!(await condition())) {
    if (systemClock.monotonic() > deadline) throw new Error(`waited in vain: ${what}`);
    await systemClock.wait(5);
  }
}
