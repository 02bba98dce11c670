import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsState } from '#contract/accounts.ts';
import type { ValidatedInput } from '#contract/api.ts';
import {
  MAX_REMEMBERED_DONE_SHIFTS,
  storedPackScheduleSchema,
  type PackSchedule,
  type StoredPackSchedule,
} from '#contract/downtime-pack.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createTaskQueue, waitForPromiseAtMost } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { showFolderDialog } from './dialogs.ts';
import { makePackFromPrintView, type PackMakerDeps } from './downtime-pack.ts';

export interface PackScheduleHandlerDeps extends Omit<PackMakerDeps, 'engine'> {
  readonly engine: PackMakerDeps['engine'] & {
    call(name: 'packSchedule.read', input: Record<string, never>): Promise<Result<unknown>>;
    call(name: 'packSchedule.write', input: StoredPackSchedule): Promise<Result<unknown>>;
  };
  /** Returns which account is open. */
  readonly getAccounts: () => Pick<AccountsState, 'session' | 'current'>;
  /** Called when the pack for a shift could not be made, once for each shift. */
  readonly onFailure: () => void;
}

type Input = ValidatedInput<'packSchedule.make'>;
type Change = (before: StoredPackSchedule) => StoredPackSchedule;
type FileState = NonNullable<PackSchedule['made']>['file'];

/** How long a folder may take to answer: one of a network that is away may take minutes. */
const FOLDER_TIME = 5 * SECOND;
/** Length of the part of an account's id that tells the packs of several accounts in one folder apart. */
const NAME_LENGTH = 8;

/** Returns where the pack of an account is written. The name holds nothing about a patient, and stays the same. */
function getPackPath(folder: string, account: string): string {
  return join(folder, `intray-downtime-pack-${account.slice(0, NAME_LENGTH)}.pdf`);
}

/** Finds out what is at a path; `unknown` where it does not answer in time or may not be looked at. */
async function look(
  path: string,
  expected: 'file' | 'folder',
  { clock }: Pick<PackMakerDeps, 'clock'>,
): Promise<FileState> {
  const found = stat(path).then(
    (entry): FileState => ((expected === 'file' ? entry.isFile() : entry.isDirectory()) ? 'there' : 'gone'),
    (thrown: unknown): FileState => {
      const code = getSystemErrorCode(thrown);
      return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unknown';
    },
  );
  const outcome = await waitForPromiseAtMost(found, FOLDER_TIME, clock);
  return outcome.isOverdue ? 'unknown' : outcome.value;
}

/** The schedule of the open account: read, changed and written one after the other. */
class ScheduleFile {
  readonly #deps: PackScheduleHandlerDeps;
  readonly #queue = createTaskQueue();

  constructor(deps: PackScheduleHandlerDeps) {
    this.#deps = deps;
  }

  /** The id of the open account; null where none is open. */
  get account(): string | null {
    const { session, current } = this.#deps.getAccounts();
    return session === 'open' ? current : null;
  }

  async read(): Promise<Result<StoredPackSchedule>> {
    const found = await this.#deps.engine.call('packSchedule.read', {});
    if (!found.ok) return found;
    const schedule = storedPackScheduleSchema.safeParse(found.value);
    return schedule.success ? ok(schedule.data) : err('internal', { detail: 'the schedule of the packs' });
  }

  /** Changes the schedule of an account; 'not-signed-in' where it is no longer open. */
  change(account: string | null, change: Change): Promise<Result<StoredPackSchedule>> {
    return this.#queue(async () => {
      const before = await this.read();
      if (!before.ok) return before;
      // Nothing comes between this look and the call: the engine closes the account after it.
      if (account === null || this.account !== account) return err('not-signed-in');
      const after = change(before.value);
      const written = await this.#deps.engine.call('packSchedule.write', after);
      return written.ok ? ok(after) : written;
    });
  }
}

function withMade(
  before: StoredPackSchedule,
  shift: Input['shift'],
  made: StoredPackSchedule['made'],
): StoredPackSchedule {
  const doneShifts = shift === null ? before.doneShifts : [...before.doneShifts, shift];
  return { ...before, made, failure: null, doneShifts: doneShifts.slice(-MAX_REMEMBERED_DONE_SHIFTS) };
}

/** Makes downtime packs by themselves, one at a time, and keeps when they are made. */
class ScheduledPacks {
  readonly #deps: PackScheduleHandlerDeps;
  readonly #file: ScheduleFile;
  #isMaking = false;

  constructor(deps: PackScheduleHandlerDeps) {
    this.#deps = deps;
    this.#file = new ScheduleFile(deps);
  }

  async get(): Promise<Result<PackSchedule>> {
    return this.#answer(await this.#file.read());
  }

  async set({ isOn, times, password }: ValidatedInput<'packSchedule.set'>): Promise<Result<PackSchedule>> {
    let isComplete = true;
    const changed = await this.#file.change(this.#file.account, (before) => {
      const wanted = {
        ...before,
        times: times ?? before.times,
        password: password ?? before.password,
        doneShifts: password === undefined ? before.doneShifts : [],
      };
      isComplete = !isOn || (wanted.folder !== null && wanted.password !== null && wanted.times.length > 0);
      if (!isComplete) return before;
      return isOn ? { ...wanted, isOn } : { ...wanted, isOn, password: null, failure: null };
    });
    if (!isComplete) return err('invalid-input', { detail: 'folder, password or times are missing' });
    return this.#answer(changed);
  }

  async chooseFolder(): Promise<Result<PackSchedule>> {
    const { account } = this.#file;
    const folder = await showFolderDialog(this.#deps.window());
    if (folder === null) return this.get();
    // Begins a new history of packs: the pack in the former folder stays where it is, but no longer counts as made.
    const begin: Change = (before) => ({ ...before, folder, made: null, failure: null, doneShifts: [] });
    return this.#answer(await this.#file.change(account, begin));
  }

  async make(input: Input): Promise<Result<PackSchedule>> {
    if (this.#isMaking) return err('on-its-way');
    this.#isMaking = true;
    try {
      return await this.#makeOnce(input);
    } finally {
      this.#isMaking = false;
    }
  }

  async #makeOnce(input: Input): Promise<Result<PackSchedule>> {
    const { account } = this.#file;
    const before = await this.#file.read();
    if (!before.ok) return before;
    if (account === null || !before.value.isOn) return err('invalid-input', { detail: 'not switched on' });
    if (input.shift !== null && before.value.doneShifts.includes(input.shift)) return this.#answer(before);
    const made = await this.#write(before.value, account, input);
    if (!made.ok) return this.#answer(await this.#fail(account, made.error, input.shift));
    return this.#answer(await this.#file.change(account, made.value));
  }

  /** Makes the pack and returns what is to be stored. */
  async #write(
    { folder, password }: StoredPackSchedule,
    account: string,
    { requisitions, shift }: Input,
  ): Promise<Result<Change>> {
    const deps = this.#deps;
    const shown = deps.window();
    if (shown === null || folder === null || password === null)
      return err('invalid-input', { detail: 'nothing to make' });
    if ((await look(folder, 'folder', deps)) === 'gone') return err('not-found', { detail: 'the folder' });
    const showsRecords = (): boolean => deps.showsRecords() && this.#file.account === account;
    const path = getPackPath(folder, account);
    const wanted = { password, requisitions, path, isPasswordStored: true };
    const done = await makePackFromPrintView(wanted, shown, { ...deps, showsRecords });
    if (!done.ok) return done;
    const { pages, missing } = done.value;
    const made = { at: toEpochMs(deps.clock.now()), pages, missing: missing.length };
    return ok((before) => withMade(before, shift, made));
  }

  /** Stores a failure and reports the first one of a shift. The user who asked for a pack sees it anyway. */
  async #fail(account: string, error: AppError, shift: Input['shift']): Promise<Result<StoredPackSchedule>> {
    const failure = { at: toEpochMs(this.#deps.clock.now()), error, shift };
    let isFirst = false;
    const noted = await this.#file.change(account, (before) => {
      isFirst = before.failure?.shift !== shift;
      return { ...before, failure };
    });
    if (noted.ok && isFirst && shift !== null) this.#deps.onFailure();
    return noted;
  }

  /** Returns what the page may know of a schedule: no password. */
  async #answer(changed: Result<StoredPackSchedule>): Promise<Result<PackSchedule>> {
    if (!changed.ok) return changed;
    const { password, made, ...rest } = changed.value;
    const { account } = this.#file;
    const path = rest.folder === null || account === null ? null : getPackPath(rest.folder, account);
    const file = made === null || path === null ? 'unknown' : await look(path, 'file', this.#deps);
    return ok({
      ...rest,
      hasPassword: password !== null,
      made: made === null ? null : { ...made, file },
    });
  }
}

/** Handles the procedures for downtime packs that are made by themselves before each shift. */
export function createPackScheduleHandlers(deps: PackScheduleHandlerDeps) {
  const packs = new ScheduledPacks(deps);
  return {
    'packSchedule.get': () => packs.get(),
    'packSchedule.set': (input: ValidatedInput<'packSchedule.set'>) => packs.set(input),
    'packSchedule.chooseFolder': () => packs.chooseFolder(),
    'packSchedule.make': (input: Input) => packs.make(input),
  };
}
