import path from 'node:path';
import type { AccessLogHead } from '#contract/access-log.ts';
import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { RecordId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { runInBackground, createTaskQueue } from '#main/base/async.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { AccessLog } from './access/log.ts';
import { AccessRecorder } from './access/recorder.ts';
import type { AccountDeps } from './account-files.ts';
import { openAccount, type OpenAccount } from './account.ts';
import { restorePreUpgradeLocalStore } from './restore-pre-upgrade.ts';
import { rekeyAccountFiles } from './rekey.ts';
import { removeAccountFiles } from './remove-files.ts';
import { removeCachesOfUnusedAccounts } from './retention/unused-cache.ts';
import { TemporaryAccountFolders } from './temporary-account-folders.ts';
import { moveUnopenableFilesAway } from './sqlite/damaged-files.ts';
import { lockDataFolder, type FolderLock, type FolderLockHolder } from './sqlite/folder-lock.ts';
import { createAccessLogHandlers } from './handlers/access-log.ts';
import { createAccountHandlers, type AccountSlot, createSyncHandlers } from './handlers/account.ts';
import { createHomeHandlers } from './handlers/home.ts';
import { createWorklistHandlers } from './handlers/records.ts';
import { type EngineHandlers, type RunWithOpenAccount, createRunWithOpenAccount } from './handlers/deps.ts';
import {
  createLocalDataWithCacheHandlers,
  createOutboxHandlers,
  createTransferHandlers,
} from './handlers/local-data.ts';
import { createDirectoryHandlers } from './handlers/directory.ts';
import { createPackHandlers, createPdfHandlers } from './handlers/pdfs.ts';
import { createRetentionHandlers } from './handlers/retention.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './api/http-types.ts';
import { createCallRouter } from './router.ts';

export interface EngineDeps extends AccountDeps {
  /** Folder of all accounts' files. Only one engine at a time holds it. */
  readonly dataDir: string;
  readonly role: FolderLockHolder['role'];
  /**
   * Id of the program run that this engine serves, 16 hex digits. All engines that the run starts share it.
   */
  readonly run: string;
  /** Whether results are validated against their schemas too: in development and in tests. */
  readonly isStrict: boolean;
  /** Saves the head of the access log outside its file. Returns false where that failed. */
  readonly saveAccessHead: (head: AccessLogHead) => Promise<boolean>;
  /** Limits for duration and size of the service's responses. Default: the usual limits. */
  readonly limits?: HttpLimits;
}

/** What a caller may say of a call besides name and input. */
export interface EngineCallOptions {
  /** Abandons a read, which then returns 'cancelled'; writes end in any case. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Id of the account that the call is meant for. Where another one is open it returns 'not-signed-in' and changes nothing:
   * a window may learn only later that another account was opened.
   */
  readonly account?: string | undefined;
}

/**
 * The part of the program that holds the records, for any caller: a window's main process, the command line,
 * a test.
 */
export interface Engine {
  /**
   * Locks the data folder. Returns 'held', with the holder in its detail, where another process has it. Calls
   * fail until this has succeeded.
   */
  start(): Promise<Result<Record<string, never>>>;
  /** Runs a procedure or control by name. Validates the input; never throws. */
  handle(
    name: ProcedureName | InternalProcedureName,
    input: unknown,
    options?: EngineCallOptions,
  ): Promise<Result<unknown>>;
  /** Closes the open account and unlocks the data folder. */
  close(): Promise<void>;
}

/** The dependencies of the functions that work on the files of a closed account. */
type ClosedAccount<Step extends 'moveAway' | 'goBack'> = Parameters<AccountSlot[Step]>[0];

function moveAway(
  { dataDir, clock, log }: EngineDeps,
  { id, key }: ClosedAccount<'moveAway'>,
): Result<{ folder: string }> {
  const moved = moveUnopenableFilesAway(getAccountFolder(dataDir, id), key, clock.now());
  if (!moved.ok) return moved;
  const folder = path.relative(dataDir, moved.value);
  log.warn('the files of an account were moved away', { folder });
  return ok({ folder });
}

function goBack(
  { dataDir, clock, log }: EngineDeps,
  { id, key }: ClosedAccount<'goBack'>,
): Result<{ kept: string }> {
  const done = restorePreUpgradeLocalStore({ folder: getAccountFolder(dataDir, id), key }, clock.now());
  if (!done.ok) return done;
  const kept = path.relative(dataDir, done.value.kept);
  log.warn('an account went back to its local store from before an upgrade', { kept });
  return ok({ kept });
}

/** Creates the slot that holds at most one open account. Opening one closes the previous one first. */
function createAccountSlot(
  deps: EngineDeps,
  runs: TemporaryAccountFolders,
  closeRunLog: () => Promise<void>,
): AccountSlot {
  const queue = createTaskQueue();
  let current: { readonly id: string; readonly account: OpenAccount } | null = null;
  const closeCurrent = async (): Promise<void> => {
    const closing = current;
    current = null;
    await closing?.account.close();
  };
  return {
    current: () => current?.account ?? null,
    currentId: () => current?.id ?? null,
    close: () => queue(closeCurrent),
    moveAway: (account) => queue(() => closeCurrent().then(() => moveAway(deps, account))),
    goBack: (account) => queue(() => closeCurrent().then(() => goBack(deps, account))),
    rekey: ({ id, ...keys }) =>
      queue(() =>
        closeCurrent().then(() => rekeyAccountFiles({ folder: getAccountFolder(deps.dataDir, id), ...keys })),
      ),
    expireUnused: (before) =>
      queue(async () => removeCachesOfUnusedAccounts(deps.dataDir, before, current?.id ?? null)),
    removeFiles: (id) => queue(() => closeCurrent().then(() => removeAccountFiles(deps.dataDir, id))),
    endRun: () =>
      queue(async () => {
        await closeCurrent();
        await closeRunLog();
        await runs.removeOwn();
      }),
    open: ({ id, key, isTransient, startsOver, ...way }) =>
      queue(async () => {
        await closeCurrent();
        if (isTransient && startsOver) await runs.remove(id);
        const folder = isTransient ? runs.getFolder(id) : getAccountFolder(deps.dataDir, id);
        const opened = await openAccount({ id, file: { folder, key }, ...way }, deps);
        if (!opened.ok) return opened;
        current = { id, account: opened.value };
        return opened;
      }),
  };
}

interface AccessParts {
  readonly accessLog: AccessLog;
  readonly recorder: AccessRecorder;
}

/** Creates the access log and what records the calls in it. */
function createAccessParts(
  { dataDir, role, startWorker, clock, log, saveAccessHead }: EngineDeps,
  runs: TemporaryAccountFolders,
  asked: RunWithOpenAccount,
): AccessParts {
  const accessLog = new AccessLog({
    getFolder: (place) => (place === 'run' ? runs.getFolder('access-log') : dataDir),
    saveHead: saveAccessHead,
    startWorker,
    opensLater: role === 'window',
    clock,
    log,
  });
  const findPatient = async (of: 'requisition' | 'notification', id: string): Promise<string | null> => {
    // The casts are harmless: the id is only looked up in the cache.
    const found = await asked<{ readonly record: { readonly patient: string } }>(({ cache }) =>
      of === 'requisition'
        ? cache.read('requisitions.get', { id: id as RecordId<'requisition'> })
        : cache.read('notifications.get', { id: id as RecordId<'notification'> }),
    );
    return found.ok && found.value.record.patient !== '' ? found.value.record.patient : null;
  };
  return { accessLog, recorder: new AccessRecorder({ accessLog, findPatient, clock, log }) };
}

/** Returns the handlers of the procedures and controls that run in the engine itself. */
function createHandlers(
  deps: EngineDeps,
  slot: AccountSlot,
  asked: RunWithOpenAccount,
  { accessLog, recorder }: AccessParts,
): EngineHandlers {
  const { clock, limits = DEFAULT_HTTP_LIMITS } = deps;
  return {
    ...createWorklistHandlers(asked),
    ...createHomeHandlers(asked),
    ...createOutboxHandlers(asked),
    ...createSyncHandlers(asked, slot.current, clock),
    ...createLocalDataWithCacheHandlers(asked),
    ...createDirectoryHandlers(asked),
    ...createPdfHandlers(asked),
    ...createPackHandlers(asked, deps),
    ...createTransferHandlers(asked, deps),
    ...createAccountHandlers({ slot, withAccount: asked, clock, limits }),
    ...createRetentionHandlers(slot, clock),
    ...createAccessLogHandlers(accessLog, recorder),
  };
}

/** Creates the engine. It does not touch the disk before `start`. */
export function createEngine(deps: EngineDeps): Engine {
  const { dataDir, role, clock, log, isStrict } = deps;
  const runs = new TemporaryAccountFolders(dataDir, deps.run);
  const slot = createAccountSlot(deps, runs, () => access.accessLog.closeRun());
  const asked = createRunWithOpenAccount(slot.current);
  const access = createAccessParts(deps, runs, asked);
  const handlers = createHandlers(deps, slot, asked, access);
  const onServed = access.recorder.handleServed.bind(access.recorder);
  const route = createCallRouter({ handlers, withAccount: asked, clock, log, onServed, isStrict });
  let lock: Result<FolderLock> = err('engine-down');
  /**
   * Returns the lock while this engine holds the folder, else an error. Without the lock no file may be
   * touched.
   */
  const getHeldLock = (): Result<FolderLock> => {
    if (lock.ok && !lock.value.isHeld()) {
      lock = err('held');
      runInBackground(
        slot.close(),
        'the account of a folder that another engine has could not be closed',
        log,
      );
    }
    return lock;
  };

  return {
    start: async () => {
      lock = lockDataFolder(dataDir, { role, pid: process.pid, since: new Date(clock.now()).toISOString() });
      if (!lock.ok) return lock;
      // Only the engine of a window removes old run folders: a command could delete those of a window whose
      // engine is restarting.
      if (role === 'window') await runs.removeOthers();
      return ok({});
    },
    handle: async (name, input, { signal, account } = {}) => {
      const mine = getHeldLock();
      if (!mine.ok) return mine;
      const openId = slot.currentId();
      if (account !== undefined && openId !== null && openId !== account)
        return err('not-signed-in', { detail: 'another account is open' });
      return route(name, input, signal);
    },
    close: async () => {
      await slot.close();
      await access.recorder.drain();
      await access.accessLog.close();
      if (lock.ok) lock.value.release();
      lock = err('engine-down');
    },
  };
}
