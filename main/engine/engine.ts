import path from 'node:path';
import type { ControlName } from '#contract/controls.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { drop, sequential } from '#main/base/async.ts';
import { accountFolder } from '#main/base/data-dir.ts';
import type { AccountDeps } from './account-files.ts';
import { openAccount, type OpenAccount } from './account.ts';
import { RunFolders } from './run-folders.ts';
import { moveAccountAway } from './sqlite/damaged-files.ts';
import { lockFolder, type FolderLock, type Holder } from './sqlite/folder-lock.ts';
import { accountHandlers, type AccountSlot, syncHandlers } from './handlers/account.ts';
import { listHandlers } from './handlers/records.ts';
import { type Handlers, type WithAccount, withAccount } from './handlers/deps.ts';
import { localDataHandlers, outboxHandlers } from './handlers/local-data.ts';
import { packHandlers, pdfHandlers } from './handlers/pdfs.ts';
import { HTTP_LIMITS, type HttpLimits } from './api/http-types.ts';
import { createRouter } from './router.ts';

export interface EngineDeps extends AccountDeps {
  /** The folder that holds all accounts' files. One engine at a time has it. */
  readonly dataDir: string;
  readonly role: Holder['role'];
  /** Names the run of the program that this engine serves, over all engines that it starts: 16 hex digits. */
  readonly run: string;
  /** Whether answers are checked against their schemas too: in development and tests. */
  readonly isStrict: boolean;
  /** How long and how large answers of the service may be; the usual limits unless said. */
  readonly limits?: HttpLimits;
}

/** Everything about records, whoever asks: a window's main process, the headless command, a test. */
export interface Engine {
  /** Takes the data folder. 'held' tells in its detail who has it. Until this has gone well nothing is answered. */
  start(): Promise<Result<Record<string, never>>>;
  /** Answers a procedure or control by its name. Checks the input; never throws. */
  handle(name: ProcedureName | ControlName, input: unknown): Promise<Result<unknown>>;
  /** Closes the open account and gives the data folder back. */
  close(): Promise<void>;
}

/** Opens and closes one account at a time, the former one first. */
function createAccountSlot(deps: EngineDeps, runs: RunFolders): AccountSlot {
  const breaker = sequential();
  let current: OpenAccount | null = null;
  const closeCurrent = async (): Promise<void> => {
    const closing = current;
    current = null;
    await closing?.close();
  };
  return {
    current: () => current,
    close: () => breaker(closeCurrent),
    moveAway: ({ id, key }) =>
      breaker(async () => {
        await closeCurrent();
        const moved = moveAccountAway(accountFolder(deps.dataDir, id), key, deps.clock.now());
        if (!moved.ok) return moved;
        const folder = path.relative(deps.dataDir, moved.value);
        deps.log.warn('the files of an account were set aside', { folder });
        return ok({ folder });
      }),
    endRun: () =>
      breaker(async () => {
        await closeCurrent();
        await runs.removeOwn();
      }),
    open: ({ id, key, isTransient, startsOver, ...way }) =>
      breaker(async () => {
        await closeCurrent();
        if (isTransient && startsOver) await runs.remove(id);
        const folder = isTransient ? runs.folderOf(id) : accountFolder(deps.dataDir, id);
        const opened = await openAccount({ id, file: { folder, key }, ...way }, deps);
        if (!opened.ok) return opened;
        current = opened.value;
        return opened;
      }),
  };
}

/** The handlers of what runs in the engine itself. */
function createHandlers(deps: EngineDeps, breaker: AccountSlot, asked: WithAccount): Handlers {
  const { clock, limits = HTTP_LIMITS } = deps;
  return {
    ...listHandlers(asked),
    ...outboxHandlers(asked),
    ...syncHandlers(asked, breaker.current),
    ...localDataHandlers(asked),
    ...pdfHandlers(asked),
    ...packHandlers(asked, deps),
    ...accountHandlers({ breaker, withAccount: asked, clock, limits }),
  };
}

/** Wires the rooms of the engine. Nothing touches the disk before `start`. */
export function createEngine(deps: EngineDeps): Engine {
  const { dataDir, role, clock, log, isStrict } = deps;
  const runs = new RunFolders(dataDir, deps.run);
  const breaker = createAccountSlot(deps, runs);
  const asked = withAccount(breaker.current);
  const handlers = createHandlers(deps, breaker, asked);
  const route = createRouter({ handlers, withAccount: asked, clock, log, isStrict });
  let lock: Result<FolderLock> = err('engine-down');
  /** Whether the folder is this engine's alone still; where it is not, nothing is touched any more. */
  const held = (): Result<FolderLock> => {
    if (lock.ok && !lock.value.isHeld()) {
      lock = err('held');
      drop(breaker.close(), 'the account of a folder that another engine has could not be closed', log);
    }
    return lock;
  };

  return {
    start: async () => {
      lock = lockFolder(dataDir, { role, pid: process.pid, since: new Date(clock.now()).toISOString() });
      if (!lock.ok) return lock;
      // A command must not take a window's run for dead whose engine is just being started again.
      if (role === 'window') await runs.sweep();
      return ok({});
    },
    handle: async (name, input) => {
      const mine = held();
      return mine.ok ? route(name, input) : mine;
    },
    close: async () => {
      await breaker.close();
      if (lock.ok) lock.value.release();
      lock = err('engine-down');
    },
  };
}
