import { accessLogStateSchema } from '#contract/access-log.ts';
import type { Account } from '#contract/accounts.ts';
import type { CallInput, CallOutput } from '#contract/api.ts';
import type {
  InternalProcedureInput,
  InternalProcedureName,
  InternalProcedureOutput,
} from '#contract/internal-procedures.ts';
import type { Health } from '#contract/sync-health.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { RemovalReceipt } from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { createOrCheckDataFolder } from '#main/base/data-folder.ts';
import { silentLog } from '#main/base/log.ts';
import { createEngine, type Engine, type EngineDeps } from '#main/engine/engine.ts';
import { checkAddressAllowed } from '#main/policy/limits.ts';
import type { RemovalEngineCalls } from '#main/removal/account-content.ts';
import { AccountRemover } from '#main/removal/remove-accounts.ts';
import { AccountTransfer, type TransferEngineCalls } from '#main/transfer/account-transfer.ts';
import { VerifiedExports } from '#main/transfer/verified-exports.ts';
import { openAccountRegister, type AccountRegister } from '#main/vault/accounts.ts';
import { AccessLogKeyProvider } from '#main/vault/access-log.ts';
import type { RekeyFilesFunction } from '#main/vault/rekey.ts';
import { AccountSecretsProvider, type AccountSecrets } from '#main/vault/secrets.ts';
import { createVaultWithKeychainProcess } from '#main/vault/vault.ts';
import type { CommandContext } from './command.ts';
import { unlockAccountForJob } from './job-file.ts';
import { readPolicyAndWarn, toCommandPolicy, type CommandPolicy } from './policy.ts';
import { sayWhatWasLost } from './local-store-health.ts';
import { getProxyRule } from './proxy.ts';

/** The engine's procedures and controls, with the types of the contract. */
export interface EngineCalls {
  call<N extends ProcedureName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  control<N extends InternalProcedureName>(
    name: N,
    input: InternalProcedureInput<N>,
  ): Promise<Result<InternalProcedureOutput<N>>>;
}

/** The services of the command, while it holds the data folder in this process. */
export interface CliApp extends EngineCalls, CommandPolicy {
  readonly accounts: AccountRegister;
  readonly secrets: AccountSecretsProvider;
  /** Removes accounts from this computer. */
  readonly remover: AccountRemover;
  /** Exports and imports local stores. */
  readonly transfer: AccountTransfer;
  /** Opens the access log; what is recorded before waits for it. Returns why it is not open. */
  readonly openAccessLog: () => Promise<Result<unknown>>;
  /** Records in the access log what the command did itself. */
  readonly noteAccess: (access: InternalProcedureInput<'accessLog.note'>) => Promise<void>;
  /** Records receipts of removals in the access log, each once. Returns whether it keeps them. */
  readonly keepReceipts: (receipts: readonly RemovalReceipt[]) => Promise<boolean>;
}

/** The services of the command with one open account. */
export interface CliAppWithOpenAccount extends EngineCalls, Omit<CommandPolicy, 'tokenFile'> {
  readonly account: Account;
  /** Where tokens and key came from. */
  readonly place: AccountSecrets['place'];
  readonly health: Health;
}

export type EmitEngineEvent = EngineDeps['emit'];
type Outcome = Promise<Result<void>>;

/** The error codes for data folders that cannot be used, by the state of the folder. */
const FOLDER_ERRORS = {
  foreign: 'foreign-folder',
  unsafe: 'unsafe-folder',
  'not-a-folder': 'not-a-folder',
  unusable: 'storage-read-only',
} as const;

function claimFolder(dataDir: string): Result<null> {
  const claim = createOrCheckDataFolder(dataDir);
  if (claim.state === 'ours') return ok(null);
  // The name of the folder, which the user has typed, says more than the code of the system.
  const detail = claim.state === 'not-a-folder' ? `--data-dir: ${dataDir}` : claim.detail;
  return err(FOLDER_ERRORS[claim.state], { detail });
}

/** Returns the subset of the engine's calls that removals, exports and imports need. */
function toRemovalEngine(engine: EngineCalls): RemovalEngineCalls & TransferEngineCalls {
  return {
    open: (input) => engine.control('engine.open', input),
    close: () => engine.control('engine.close', {}),
    listOutbox: (place) => engine.call('outbox.list', { limit: 500, ...place }),
    removeFiles: (account) => engine.control('engine.removeFiles', { account }),
    exportLocalStore: (input) => engine.control('localStore.export', input),
    importLocalStore: (input) => engine.control('localStore.import', input),
  };
}

function toEngineCalls(engine: Engine): EngineCalls {
  return {
    call: <N extends ProcedureName>(name: N, input: CallInput<N>) =>
      engine.handle(name, input) as Promise<Result<CallOutput<N>>>, // The engine returns what the contract defines.
    control: <N extends InternalProcedureName>(name: N, input: InternalProcedureInput<N>) =>
      engine.handle(name, input) as Promise<Result<InternalProcedureOutput<N>>>, // The engine returns what the contract defines, for controls too.
  };
}

type AccessLogEntryPoints = Pick<CliApp, 'openAccessLog' | 'noteAccess' | 'keepReceipts'>;

function toAccessLogCalls(engine: Engine, secrets: AccessLogKeyProvider): AccessLogEntryPoints {
  return {
    openAccessLog: () => openAccessLog(engine, secrets),
    noteAccess: async (access) => {
      await openAccessLog(engine, secrets);
      await engine.handle('accessLog.note', access);
    },
    keepReceipts: async (receipts) => {
      await openAccessLog(engine, secrets);
      return (await engine.handle('accessLog.keepReceipts', { receipts })).ok;
    },
  };
}

/** Opens the access log, where the keychain or a variable has its key. */
async function openAccessLog(engine: Engine, secrets: AccessLogKeyProvider): Promise<Result<unknown>> {
  const found = await secrets.getSecrets();
  if (found === null) return err('keychain-locked');
  if (found.place === 'run') return err('keychain-unavailable');
  return engine.handle('accessLog.open', found);
}

/** Says on stderr where the access log could not be written: the command itself has done its work. */
async function noteAccessLogProblem(engine: Engine, { output }: CommandContext): Promise<void> {
  await engine.handle('accessLog.close', {});
  const state = await engine.handle('accessLog.state', {});
  const problem = state.ok ? accessLogStateSchema.parse(state.value).problem : null;
  if (problem !== null) output.note(`intray: the access log could not be written: ${problem.code}`);
}

function toRekeyFiles(engine: EngineCalls): RekeyFilesFunction {
  return (input) => engine.control('engine.rekey', input);
}

type FileWorkDeps = Omit<ConstructorParameters<typeof AccountRemover>[0], 'engine' | 'exports'> & EngineCalls;

/** Creates what removes accounts, and what exports and imports their local stores. */
function createFileWork(deps: FileWorkDeps): Pick<CliApp, 'remover' | 'transfer'> {
  const files = { ...deps, engine: toRemovalEngine(deps), exports: new VerifiedExports() };
  return { remover: new AccountRemover(files), transfer: new AccountTransfer(files) };
}

function createCommandEngine(
  { environment, dataDir }: CommandContext,
  outputs: Pick<EngineDeps, 'emit' | 'saveMarker' | 'saveAccessHead'>,
): Engine {
  const { clock, random, startWorker, startPdfWorker } = environment;
  const fixed = { role: 'command', log: silentLog, isStrict: false } as const;
  const starters = { startWorker, startPdfWorker };
  return createEngine({ ...fixed, dataDir, clock, random, run: random.hex(8), ...starters, ...outputs });
}

/**
 * Holds the data folder while `work` runs. 'held' where another Intray uses it.
 * @param emit receives the engine's events
 */
export async function withAppHoldingDataFolder(
  context: CommandContext,
  work: (app: CliApp) => Outcome,
  emit: EmitEngineEvent = () => {},
): Outcome {
  const { environment, dataDir, output } = context;
  const { clock, random, variables } = environment;
  const claimed = claimFolder(dataDir);
  if (!claimed.ok) return claimed;
  const status = readPolicyAndWarn(context);
  const app = { dataDir, clock, random, log: silentLog };
  const vault = createVaultWithKeychainProcess({ ...app, forkChild: environment.forkKeychain });
  const hasFiles = (account: string): boolean => hasAccountFiles(dataDir, account);
  let secrets: AccountSecretsProvider | null = null;
  const engine = createCommandEngine(context, {
    emit,
    saveMarker: async (account, mark) => (await secrets?.keys.saveMark(account, mark)) === true,
    saveAccessHead: (head) => accessSecrets.saveHead(head),
  });
  const accessSecrets = new AccessLogKeyProvider({ ...app, vault, variables });
  try {
    const started = await engine.start();
    if (!started.ok) return started;
    const accounts = openAccountRegister(app);
    if (accounts.problem !== null) return { ok: false, error: accounts.problem };
    const calls = { ...toEngineCalls(engine), ...toAccessLogCalls(engine, accessSecrets) };
    const publicKey = status.policy.recoveryKey;
    const keys = { publicKey, withoutKeychain: 'refuse', hasFiles, rekeyFiles: toRekeyFiles(calls) } as const;
    secrets = new AccountSecretsProvider({ ...app, ...keys, accounts, vault, variables });
    const opened = unlockAccountForJob({ variables, policy: status.policy, accounts, secrets, output });
    if (!opened.ok) return opened;
    const { remover, transfer } = createFileWork({ ...app, ...calls, accounts, vault, secrets, hasFiles });
    const finished = await remover.finish();
    if (!finished.ok) return finished;
    const policy = toCommandPolicy(context, status);
    return await work({ accounts, secrets, remover, transfer, ...policy, ...calls });
  } finally {
    await noteAccessLogProblem(engine, context);
    await engine.close();
    vault.close();
  }
}

/** Returns the account given with --account; without that option the only account. */
export function findWantedOrOnlyAccount(
  accounts: AccountRegister,
  wanted: string | undefined,
): Result<Account> {
  const all = accounts.list();
  const ids = all.map(({ id, baseUrl }) => `${id} ${baseUrl}`).join(', ');
  if (wanted !== undefined) {
    const found = accounts.find(wanted);
    return found === null
      ? err('invalid-input', { detail: `--account: there is no account ${wanted.slice(0, 40)} here` })
      : ok(found);
  }
  const [only] = all;
  if (only === undefined) return err('not-signed-in', { detail: 'run: intray account add --base-url=URL' });
  return all.length === 1
    ? ok(only)
    : err('invalid-input', { detail: `--account is needed, one of: ${ids}`.slice(0, 500) });
}

/** Sends the engine the proxy rule of a service, before the first request to it. */
export async function sendEnvironmentProxyRule(
  engine: EngineCalls,
  baseUrl: string,
  { environment }: CommandContext,
): Promise<void> {
  await engine.control('engine.setProxy', { rule: getProxyRule(baseUrl, environment.variables) });
}

/**
 * Returns the secrets that open an account, unless its removal has begun and is not finished; the variables hold
 * the tokens of the opened one.
 */
export async function getAccountSecrets(
  { secrets, remover }: CliApp,
  account: Account,
): Promise<Result<AccountSecrets>> {
  const finished = remover.checkFinished(account.id);
  if (!finished.ok) return finished;
  secrets.assignVariableTokensTo(account.id);
  return secrets.getSecrets(account);
}

/** Opens the files of an account, unless the policy fixes another address. */
export async function openAccountIfAllowed(
  app: CliApp,
  { id, baseUrl, userId }: Account,
  { place: _place, ...opener }: AccountSecrets,
): Promise<Result<Health>> {
  const allowed = checkAddressAllowed(app.policy, baseUrl);
  if (!allowed.ok) return allowed;
  await app.openAccessLog();
  const pdfMegabytes = app.policy.retention?.pdfMegabytes ?? null;
  const input = { account: id, baseUrl, userId, keepsFresh: false, pdfMegabytes, ...opener };
  return app.control('engine.open', input);
}

/**
 * Runs work for the requested account, or the only one, without opening it. 'removal-unfinished' where its removal has
 * begun and is not finished.
 */
export function withUnopenedAccount(
  context: CommandContext,
  work: (app: CliApp, account: Account) => Outcome,
): Outcome {
  return withAppHoldingDataFolder(context, async (app) => {
    const account = findWantedOrOnlyAccount(app.accounts, context.account);
    if (!account.ok) return account;
    const finished = app.remover.checkFinished(account.value.id);
    if (!finished.ok) return finished;
    await app.openAccessLog();
    return work(app, account.value);
  });
}

/** Opens the requested account, or the only one, while `work` runs. */
export function withOpenedAccount(
  context: CommandContext,
  work: (app: CliAppWithOpenAccount) => Outcome,
  emit?: EmitEngineEvent,
): Outcome {
  const openChosenAccount = async (app: CliApp): Outcome => {
    const account = findWantedOrOnlyAccount(app.accounts, context.account);
    if (!account.ok) return account;
    const secrets = await getAccountSecrets(app, account.value);
    if (!secrets.ok) return secrets;
    await sendEnvironmentProxyRule(app, account.value.baseUrl, context);
    const opened = await openAccountIfAllowed(app, account.value, secrets.value);
    if (!opened.ok) return opened;
    sayWhatWasLost(opened.value.localStore, context.output);
    return work({ ...app, account: account.value, place: secrets.value.place, health: opened.value });
  };
  return withAppHoldingDataFolder(context, openChosenAccount, emit);
}
