import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import {
  accountSchema,
  type Account,
  type AccountIdentity,
  decodeJwtUserIdHint,
} from '#contract/accounts.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { readJsonFile, preserveDamagedFile, writeJsonFile } from '#main/base/json-file.ts';
import { getSystemErrorCode, isDiskFullCode } from '#main/base/system-errors.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';

const VERSION = 1;
const FILE = 'accounts.json';

const registerSchema = z.strictObject({
  version: z.literal(VERSION),
  /** The account that was opened last. */
  current: z.string().nullable(),
  accounts: z
    .array(
      accountSchema.extend({
        kind: z.literal('service'),
        /**
         * The fingerprint of the environment's tokens that its user was confirmed for; no token can be
         * derived from it.
         */
        confirmed: z.string().nullable().optional(),
      }),
    )
    .readonly(),
});
type Register = Readonly<z.infer<typeof registerSchema>>;
const newerSchema = z.object({ version: z.number().int().gt(VERSION) });

const EMPTY: Register = { version: VERSION, current: null, accounts: [] };

/** Returns the addresses of accounts by their ids. */
export function mapAccountIdsToAddresses(
  accounts: readonly Pick<Account, 'id' | 'baseUrl'>[],
): Record<string, string> {
  return Object.fromEntries(accounts.map(({ id, baseUrl }) => [id, baseUrl]));
}

/** The register of the accounts on this computer, in a file. Never contains a secret or the demo clinic. */
export interface AccountRegister {
  list(): readonly Account[];
  find(id: string): Account | null;
  /** Returns the account that was opened last, or null. */
  current(): string | null;
  /**
   * The error of the file at the start, or null. A damaged file ('file-unreadable') was renamed and the list
   * is empty; any other was left unchanged, and writing returns the same error.
   */
  readonly problem: AppError | null;
  /** Returns the account of an address and a user: the known one, or one that could be saved. */
  findOrPrepare(origin: string, userId: string | null): Account;
  /**
   * Adds an account where it is new, and makes it the current one.
   * @param confirmed the fingerprint of tokens that its user was confirmed for; default: the saved one
   */
  save(account: Account, confirmed?: string | null): Result<void>;
  /** Returns the fingerprint of the tokens that the account's user was confirmed for, or null. */
  getConfirmedFingerprint(id: string): string | null;
  /** Removes an account from the register. */
  remove(id: string): Result<void>;
  /** Keeps the account in the register, with no confirmed tokens, and not as the one that was opened last. */
  signOut(id: string): Result<void>;
  /** Names an account, or removes its name (null). 'not-found' where there is no such account. */
  setLabel(id: string, label: string | null): Result<void>;
  /** Saves which account was opened last. */
  setCurrent(id: string): Result<void>;
}

export interface AccountRegisterDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
}

interface LoadedRegister {
  readonly register: Register;
  readonly problem: AppError | null;
  readonly isWritable: boolean;
}

function createUnwritable(error: AppError): LoadedRegister {
  return { register: EMPTY, problem: error, isWritable: false };
}

function createUnreadableError(why: string): AppError {
  return err('file-unreadable', { detail: `${FILE}: ${why}` }).error;
}

function replaceDamaged(file: string, now: number, why: string): LoadedRegister {
  try {
    const aside = path.basename(preserveDamagedFile(file, now));
    return { register: EMPTY, problem: createUnreadableError(`${why}; kept as ${aside}`), isWritable: true };
  } catch (thrown) {
    return createUnwritable(createUnreadableError(getSystemErrorCode(thrown)));
  }
}

function load(file: string, now: number): LoadedRegister {
  const reading = readJsonFile(file);
  if (reading.state === 'absent') return { register: EMPTY, problem: null, isWritable: true };
  if (reading.state === 'unreadable') return createUnwritable(createUnreadableError(reading.problem));
  if (reading.state === 'damaged') return replaceDamaged(file, now, reading.problem);
  const register = registerSchema.safeParse(reading.value);
  if (register.success) return { register: register.data, problem: null, isWritable: true };
  const isNewer = newerSchema.safeParse(reading.value).success;
  if (isNewer) return createUnwritable(err('storage-newer', { detail: FILE }).error);
  return replaceDamaged(file, now, 'not a register of accounts');
}

/**
 * Returns the base address of the account that was opened last, or of the first one. Nothing is written or
 * renamed.
 * @returns null where there is no account, or where the register cannot be read
 */
export function readCurrentBaseAddress(dataDir: string): string | null {
  const reading = readJsonFile(path.join(dataDir, FILE));
  const register = registerSchema.safeParse(reading.state === 'found' ? reading.value : null);
  if (!register.success) return null;
  const { current, accounts } = register.data;
  return (accounts.find(({ id }) => id === current) ?? accounts[0])?.baseUrl ?? null;
}

function toWriteError(thrown: unknown): Result<void> {
  const code = getSystemErrorCode(thrown);
  return err(isDiskFullCode(code) ? 'storage-full' : 'storage-read-only', { detail: `${FILE}: ${code}` });
}

/**
 * Returns the id of an account. It is derived from address and user, so that the same sign-in finds the same
 * account. Where the user is unknown it is random: two unknown users may be different people.
 * @param origin as `validateBaseUrlToOrigin` returns it
 */
function getAccountId(origin: string, userId: string | null, random: RandomGenerator): string {
  return userId === null ? random.hex(8) : getKnownId(origin, userId);
}

function getKnownId(origin: string, userId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([origin, userId]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Returns whether an account's id matches its address and user. Where the user is unknown it cannot be
 * checked.
 */
export function doesAccountIdMatchIdentity({ id, baseUrl, userId }: AccountIdentity): boolean {
  return userId === null || id === getKnownId(baseUrl, userId);
}

function withoutConfirmed({ confirmed: _confirmed, ...account }: Register['accounts'][number]): Account {
  return account;
}

function withoutCurrent(register: Register, id: string): Register {
  return { ...register, current: register.current === id ? null : register.current };
}

function withoutAccount(register: Register, id: string): Register {
  const accounts = register.accounts.filter((account) => account.id !== id);
  return { ...withoutCurrent(register, id), accounts };
}

function withSignedOut(register: Register, id: string): Register {
  const accounts = register.accounts.map((entry) =>
    entry.id === id ? { ...entry, confirmed: null } : entry,
  );
  return { ...withoutCurrent(register, id), accounts };
}

const NO_SUCH_ACCOUNT = err('not-found', { detail: 'no such account' });

/** An undefined label is not written, so that a former Intray, which knows no labels, reads a file without them. */
function withLabel(register: Register, id: string, label: string | undefined): Register {
  const accounts = register.accounts.map((entry) => (entry.id === id ? { ...entry, label } : entry));
  return { ...register, accounts };
}

/** Opens the register in a data folder. Never throws. */
export function openAccountRegister({ dataDir, clock, random, log }: AccountRegisterDeps): AccountRegister {
  const file = path.join(dataDir, FILE);
  const { problem, isWritable, ...loaded } = load(file, clock.now());
  if (problem !== null) log.error('the register of accounts', { problem: problem.detail ?? problem.code });
  let { register } = loaded;

  const findEntry = (id: string) => register.accounts.find((account) => account.id === id);
  const find = (id: string): Account | null => {
    const found = findEntry(id);
    return found === undefined ? null : withoutConfirmed(found);
  };
  // The list in memory is changed only after the file was written.
  const change = (next: Register): Result<void> => {
    if (!isWritable && problem !== null) return { ok: false, error: problem };
    try {
      writeJsonFile(file, next);
    } catch (thrown) {
      return toWriteError(thrown);
    }
    register = next;
    return ok(undefined);
  };

  return {
    problem,
    list: () => register.accounts.map(withoutConfirmed),
    getConfirmedFingerprint: (id) => findEntry(id)?.confirmed ?? null,
    find,
    current: () => register.current,
    findOrPrepare: (origin, userId) => {
      const id = getAccountId(origin, userId, random);
      // The address of the request is used, even if the file has another one for this id.
      const known = find(id);
      const addedAt = known === null ? toEpochMs(clock.now()) : known.addedAt;
      return { id, kind: 'service', baseUrl: origin, userId, addedAt, label: known?.label };
    },
    save: ({ id, baseUrl, userId, addedAt }, confirmed = findEntry(id)?.confirmed ?? null) => {
      const label = findEntry(id)?.label;
      const saved = { id, kind: 'service' as const, baseUrl, userId, addedAt, confirmed, label };
      const others = register.accounts.filter((account) => account.id !== id);
      return change({ ...register, current: id, accounts: [...others, saved] });
    },
    remove: (id) => change(withoutAccount(register, id)),
    signOut: (id) => change(withSignedOut(register, id)),
    setLabel: (id, label) =>
      findEntry(id) === undefined ? NO_SUCH_ACCOUNT : change(withLabel(register, id, label ?? undefined)),
    setCurrent: (id) => (id === register.current ? ok(undefined) : change({ ...register, current: id })),
  };
}

/** Whether tokens belong to the user of an account. `unknown`: one of the two users is not known. */
export type JwtUserComparison = 'same' | 'other' | 'unknown';

/** Returns the user id that a JWT names; null where it names none. A hint, never a permission. */
export function readUserIdHintFromJwt(jwt: string): string | null {
  return decodeJwtUserIdHint(jwt, (text) => Buffer.from(text, 'base64url').toString('utf8'));
}

/** Compares the user that a JWT names with the user of an account. */
export function compareJwtUserWithAccount(
  { userId }: Pick<AccountIdentity, 'userId'>,
  jwt: string,
): JwtUserComparison {
  const named = readUserIdHintFromJwt(jwt);
  if (named === null || userId === null) return 'unknown';
  return named === userId ? 'same' : 'other';
}

/**
 * Returns a fingerprint of tokens for one account at one address: it identifies confirmed tokens without
 * revealing them.
 */
export function createTokenFingerprint({ id, baseUrl }: AccountIdentity, jwt: string): string {
  return createHash('sha256')
    .update(JSON.stringify([id, baseUrl, jwt]))
    .digest('hex')
    .slice(0, 32);
}
