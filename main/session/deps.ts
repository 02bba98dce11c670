import type { AccountsState } from '#contract/accounts.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import type { Policy } from '#contract/policy.ts';
import type { RemovalReceipt } from '#contract/removal.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';
import type { PinScryptCost } from '#main/vault/lock/sealing.ts';
import type { ImportableTokenFile } from '#main/vault/import-tokens.ts';
import type { EnvironmentVariables } from '#main/vault/variables.ts';
import type { Vault } from '#main/vault/vault.ts';
import type { RunningDemoClinic } from './demo.ts';
import type { EngineCallAndRestart } from './open-account-controller.ts';

/** The dependencies of the session. */
export interface SessionDeps {
  readonly dataDir: string;
  readonly accounts: AccountRegister;
  readonly vault: Vault;
  /** The environment: its secrets take precedence over the keychain for the account that opens at start. */
  readonly variables: EnvironmentVariables;
  readonly engine: EngineCallAndRestart;
  /** Records an access in the access log. It never fails. */
  readonly noteAccess: (access: InternalProcedureInput<'accessLog.note'>) => Promise<void>;
  /** Records receipts of removals in the access log, each once. Returns whether it keeps them; it never fails. */
  readonly keepReceipts: (receipts: readonly RemovalReceipt[]) => Promise<boolean>;
  /** The policy values that apply on this computer. */
  readonly policy: Policy;
  /** The file in which an administrator may bring the tokens of this user; null where that is not allowed. */
  readonly tokenFile: ImportableTokenFile | null;
  /** Starts the demo clinic; rejects where it cannot be started. */
  readonly startDemo: () => Promise<RunningDemoClinic>;
  /** Returns whether the data folder has files of an account. */
  readonly hasFiles: (account: string) => boolean;
  /** The cost of trying a PIN; default: `PIN_SCRYPT_COST`. Tests use less. */
  readonly cost?: PinScryptCost | undefined;
  readonly random: RandomGenerator;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChanged: (state: AccountsState) => void;
  /** Ends the page and the engine, because an account of a real service was left for another one or for none, or removed. */
  readonly onAccountLeft: () => Promise<void>;
  /** Asks the user whether to leave an account with this number of pending changes that end with this run. */
  readonly mayLeave: (unsent: number) => Promise<boolean>;
  /** Asks the user whether tokens may be sent to a host that is new on this computer. */
  readonly mayContact: (host: string) => Promise<boolean>;
}
