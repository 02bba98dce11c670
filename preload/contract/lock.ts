import { z } from 'zod';
import { accountIdSchema } from './accounts.ts';
import { findGuessablePattern, type GuessablePattern } from './guessable.ts';
import type { ProcedureDefinition } from './validate-call.ts';

/** Minimum and maximum number of digits of a PIN. */
export const PIN_LENGTH_RANGE = { min: 6, max: 32 } as const;

/** After this many wrong PINs in a row, only one try is allowed in each `PIN_TRY_WAIT_MS`. */
export const PIN_TRIES_WITHOUT_WAIT = 10;

/** The wait between two tries after `PIN_TRIES_WITHOUT_WAIT` wrong ones, in milliseconds. */
export const PIN_TRY_WAIT_MS = 15 * 60_000;

/** How long before the lock by idleness the window offers to stay, in milliseconds. */
export const IDLE_LOCK_WARNING_MS = 60_000;

/** Why a PIN is refused: not digits only, too short or too long, digits in a row, or a repeated group. */
export type PinProblem = 'not-digits' | 'too-short' | 'too-long' | GuessablePattern;

/** Returns why a PIN is too easy to guess or malformed; null where it may be used. */
export function findPinProblem(pin: string): PinProblem | null {
  if (!/^\d*$/.test(pin)) return 'not-digits';
  if (pin.length < PIN_LENGTH_RANGE.min) return 'too-short';
  if (pin.length > PIN_LENGTH_RANGE.max) return 'too-long';
  return findGuessablePattern(pin);
}

/** Why the window was locked. `start`: the program has started, and the account has a PIN. */
export const LOCK_REASONS = ['idle', 'suspend', 'system', 'user', 'switch', 'start'] as const;
export type LockReason = (typeof LOCK_REASONS)[number];

/**
 * The lock of the window, and how the current account is protected.
 *
 * `locking`: the page is covered and calls are refused, while changes are sent and files close; `unlocking`: a PIN or
 * a code is being tried, or the account is being opened with its key.
 */
export const lockStateSchema = z.strictObject({
  state: z.enum(['unlocked', 'locking', 'locked', 'unlocking']),
  /** Why the window was locked; null while it is unlocked. */
  reason: z.enum(LOCK_REASONS).nullable(),
  /** The account that is open or locked; null where none is. */
  account: accountIdSchema.nullable(),
  /** Whether the account has a PIN. Without one, a locked window opens without asking. */
  hasPin: z.boolean(),
  /** Whether the account can be given a PIN: not the demo clinic. */
  canHavePin: z.boolean(),
  /** Whether the policy requires a PIN and the open account has none: until it has one, only its lock is answered. */
  needsPin: z.boolean(),
  hasRecoveryCode: z.boolean(),
  /** Whether the administrator of this computer can open the account with a private key. */
  hasAdministratorKey: z.boolean(),
  /** The number of changes that had not been sent when the account was locked; null where it is not known. */
  unsent: z.number().int().nonnegative().nullable(),
  /** Whether the page did not confirm before the lock that what was typed is saved. */
  mayLackInput: z.boolean(),
  /** Tries before each further one has to wait; null where that is not known, or there is no PIN. */
  triesLeft: z.number().int().nonnegative().nullable(),
  /** How long the next try has to wait, in milliseconds at the time of this state. */
  waitMs: z.number().int().nonnegative(),
});
export type LockState = Readonly<z.infer<typeof lockStateSchema>>;

/** What the user types; the rules for a new PIN are in `findPinProblem`. */
const typedPin = z.string().max(64);
const typedCode = z.string().max(200);
const nothing = z.strictObject({});
/** A recovery code in groups of four characters, as it is shown once. */
const recoveryCode = z.string().max(100);

/** Procedures of the lock. They, and a few others (see `PROCEDURES_ALLOWED_WHILE_LOCKED`), are answered while the window is locked. */
export const lockProcedures = {
  'lock.state': { runsIn: 'shell', input: nothing, output: lockStateSchema },
  /**
   * Locks the window now. The page that calls it ends before it is answered; the new page shows the lock screen.
   * Without an account nothing happens.
   */
  'lock.now': { runsIn: 'shell', input: nothing, output: lockStateSchema },
  /** The first answer of the page to the event 'saveInput': it shows nothing any more. It then has longer to save. */
  'lock.pageCovered': { runsIn: 'shell', input: nothing, output: nothing },
  /** The answer of the page to the event 'saveInput'. `isSaved`: whether all that was typed is saved. */
  'lock.inputSaved': {
    runsIn: 'shell',
    input: z.strictObject({ isSaved: z.boolean() }),
    output: nothing,
  },
  /** Tells that the user wants to stay: the time without input starts again. */
  'lock.stay': { runsIn: 'shell', input: nothing, output: nothing },
  /**
   * Opens the locked account; with its PIN where it has one, otherwise with null. While the window is still locking,
   * it waits for that. 'wrong-pin' with `triesLeft`; 'too-many-tries' with `waitMs`; 'keychain-locked',
   * 'keychain-unavailable'; 'key-missing' or 'key-mismatch' where PIN and keychain no longer open the account: then
   * only a recovery code or the administrator does. Where the key is right and the account does not open for another
   * reason, the lock is open and the account is `failed`, as after a start.
   */
  'lock.unlock': {
    runsIn: 'shell',
    input: z.strictObject({ pin: typedPin.nullable() }),
    output: lockStateSchema,
  },
  /**
   * Opens the locked account with its recovery code and gives it a new PIN. The code that was used is void; the new
   * one is shown once. 'wrong-recovery-code', with the detail 'mistyped' where its checksum is wrong; 'weak-pin' with
   * a `PinProblem` as its detail.
   */
  'lock.recover': {
    runsIn: 'shell',
    input: z.strictObject({ code: typedCode, newPin: typedPin }),
    output: z.strictObject({ recoveryCode }),
  },
  /**
   * Leaves the locked account, which stays locked: no account is current then, and the window offers to sign in. Returns
   * 'locked' while it is being locked or unlocked, 'invalid-input' where nothing is locked.
   */
  'lock.leave': { runsIn: 'shell', input: nothing, output: lockStateSchema },
  /**
   * Gives the open account a PIN, or another one; `currentPin` is null where it has none. Returns the recovery code of
   * a first PIN, which is shown once; null for another PIN: the code stays. 'weak-pin' with a `PinProblem` as its
   * detail; errors of 'lock.unlock' for the current PIN.
   */
  'lock.setPin': {
    runsIn: 'shell',
    input: z.strictObject({ newPin: typedPin, currentPin: typedPin.nullable() }),
    output: z.strictObject({ recoveryCode: recoveryCode.nullable() }),
  },
  /**
   * Removes the PIN of the open account, and with it recovery code, administrator's access and jobs. 'policy-refused'
   * where the policy requires a PIN.
   */
  'lock.removePin': { runsIn: 'shell', input: z.strictObject({ pin: typedPin }), output: nothing },
  /** Makes a new recovery code of the open account; the former one is void. */
  'lock.renewRecoveryCode': {
    runsIn: 'shell',
    input: z.strictObject({ pin: typedPin }),
    output: z.strictObject({ recoveryCode }),
  },
} as const satisfies Record<string, ProcedureDefinition>;

/** Procedures that are still answered between 'lock.pageCovered' and the lock, besides those that a locked window is answered. */
export const PROCEDURES_THAT_SAVE_INPUT = [
  'lock.inputSaved',
  'drafts.save',
  'drafts.drop',
  'screenStates.set',
  'unsavedInput.save',
] as const;

/**
 * Procedures of the main process that are answered while the window is locked; all others return 'locked'. While the
 * open account needs a PIN, 'lock.setPin' is answered too.
 */
export const PROCEDURES_ALLOWED_WHILE_LOCKED = [
  'lock.state',
  'lock.now',
  'lock.stay',
  'lock.unlock',
  'lock.recover',
  'lock.leave',
  'accounts.list',
  'accounts.switch',
  'accounts.openDemo',
  'accounts.signIn',
  'accounts.cancelKeychain',
  'app.info',
  'app.reportFault',
  'policy.get',
  'settings.get',
  'windows.getRecord',
] as const;
