import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ControlName } from '#contract/control.ts';
import type { ProcedureName } from '#contract/names.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { sequential } from '#main/base/async.ts';
import { accountFolder } from '#main/base/data-dir.ts';
import { openAccount, type AccountDeps, type OpenAccount } from './account.ts';
import { setAccountAside } from './store/account-aside.ts';
import { lockFolder, type FolderLock, type Holder } from './store/folder-lock.ts';
import { accountHandlers, type AccountGate } from './handlers/accounts.ts';
import { dayHandlers } from './handlers/day.ts';
import { withAccount } from './handlers/desk.ts';
import { formHandlers } from './handlers/forms.ts';
import { inboxHandlers } from './handlers/inbox.ts';
import { keepsakeHandlers } from './handlers/keepsakes.ts';
import { notificationHandlers } from './handlers/notifications.ts';
import { outboxHandlers } from './handlers/outbox.ts';
import { packHandlers } from './handlers/pack.ts';
import { paperHandlers } from './handlers/papers.ts';
import { recordHandlers } from './handlers/records.ts';
import { requisitionHandlers } from './handlers/requisitions.ts';
import { syncHandlers } from './handlers/sync.ts';
import { worklistHandlers } from './handlers/worklist.ts';
import { HTTP_LIMITS, type HttpLimits } from './service/limits.ts';
import { createRouter } from './router.ts';

export interface EngineDeps extends AccountDeps {
  /** The folder that holds all accounts' files. One engine at a time has it. */
  readonly dataDir: string;
  readonly role: Holder['role'];
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

/** Files of accounts that end with a run: the demo clinic, and accounts without a keychain. */
function runsFolder(dataDir: string): string {
  return path.join(dataDir, 'runs');
}

/** Opens and closes one account at a time, the former one first. */
function createGate(deps: EngineDeps): AccountGate {
  const gate = sequential();
  let current: OpenAccount | null = null;
  const closeCurrent = async (): Promise<void> => {
    const closing = current;
    current = null;
    await closing?.close();
  };
  return {
    current: () => current,
    close: () => gate(closeCurrent),
    setAside: ({ id, key }) =>
      gate(async () => {
        await closeCurrent();
        const moved = setAccountAside(accountFolder(deps.dataDir, id), key, deps.clock.now());
        if (!moved.ok) return moved;
        const folder = path.relative(deps.dataDir, moved.value);
        deps.log.warn('the files of an account were set aside', { folder });
        return ok({ folder });
      }),
    open: ({ id, key, isPassing, ...way }) =>
      gate(async () => {
        await closeCurrent();
        const folder = isPassing
          ? path.join(runsFolder(deps.dataDir), `${id}-${deps.random.hex(8)}`)
          : accountFolder(deps.dataDir, id);
        const opened = await openAccount({ id, file: { folder, key }, ...way }, deps);
        if (!opened.ok) return opened;
        const account = opened.value;
        current = isPassing ? passing(account, folder) : account;
        return ok(account);
      }),
  };
}

/** An account whose files are removed when it closes. */
function passing(account: OpenAccount, folder: string): OpenAccount {
  return {
    ...account,
    close: async () => {
      await account.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Wires the rooms of the engine. Nothing touches the disk before `start`. */
export function createEngine(deps: EngineDeps): Engine {
  const { dataDir, role, clock, log, isStrict } = deps;
  const gate = createGate(deps);
  const asked = withAccount(gate.current);
  const route = createRouter({
    handlers: {
      ...requisitionHandlers(asked),
      ...formHandlers(asked),
      ...notificationHandlers(asked),
      ...recordHandlers(asked),
      ...outboxHandlers(asked),
      ...syncHandlers(asked, gate.current),
      ...worklistHandlers(asked),
      ...dayHandlers(asked),
      ...inboxHandlers(asked),
      ...keepsakeHandlers(asked),
      ...paperHandlers(asked),
      ...packHandlers(asked, deps),
      ...accountHandlers({ gate, withAccount: asked, clock, limits: deps.limits ?? HTTP_LIMITS }),
    },
    clock,
    log,
    isStrict,
  });
  let lock: Result<FolderLock> = err('engine-down');

  return {
    start: async () => {
      lock = lockFolder(dataDir, { role, pid: process.pid, since: new Date(clock.now()).toISOString() });
      if (!lock.ok) return lock;
      // What a run left behind that could not tidy up; its key ended with it.
      await rm(runsFolder(dataDir), { recursive: true, force: true });
      return ok({});
    },
    handle: async (name, input) => (lock.ok ? route(name, input) : lock),
    close: async () => {
      await gate.close();
      if (lock.ok) lock.value.release();
      lock = err('engine-down');
    },
  };
}
