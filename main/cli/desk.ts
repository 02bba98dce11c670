import { mkdirSync } from 'node:fs';
import type { Account } from '#contract/account.ts';
import type { Input, Output } from '#contract/api.ts';
import type { ControlInput, ControlName, ControlOutput } from '#contract/control.ts';
import type { Health } from '#contract/health.ts';
import type { ProcedureName } from '#contract/names.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { systemCode } from '#main/base/json-file.ts';
import { silentLog } from '#main/base/log.ts';
import { createEngine, type EngineDeps } from '#main/engine/engine.ts';
import { openAccounts, type Accounts } from '#main/vault/accounts.ts';
import { Secrets, type AccountSecrets } from '#main/vault/secrets.ts';
import { createVault } from '#main/vault/vault.ts';
import type { CommandContext } from './context.ts';
import { proxyRule } from './proxy.ts';

/** The engine, called by name with the types of the contract. */
export interface EngineCalls {
  call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>>;
  control<N extends ControlName>(name: N, input: ControlInput<N>): Promise<Result<ControlOutput<N>>>;
}

/** A data folder in this process's hands. */
export interface Desk extends EngineCalls {
  readonly accounts: Accounts;
  readonly secrets: Secrets;
}

/** A desk with one account open. */
export interface OpenDesk extends EngineCalls {
  readonly account: Account;
  /** Where tokens and key came from. */
  readonly place: AccountSecrets['place'];
  readonly health: Health;
}

export type Emit = EngineDeps['emit'];
type Outcome = Promise<Result<void>>;

function makeFolder(folder: string): Result<void> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return ok(undefined);
  } catch (thrown) {
    return err('storage-read-only', { detail: systemCode(thrown) });
  }
}

/**
 * Takes the data folder for the length of some work. 'held' where another Intray has it.
 * @param emit hears the engine's events
 */
export async function withDesk(
  { host, dataDir }: CommandContext,
  work: (desk: Desk) => Outcome,
  emit: Emit = () => {},
): Outcome {
  const made = makeFolder(dataDir);
  if (!made.ok) return made;
  const { clock, random, variables } = host;
  const ground = { dataDir, clock, random, log: silentLog };
  const engine = createEngine({
    ...ground,
    role: 'command',
    isStrict: false,
    emit,
    workerUrl: host.workerUrl,
  });
  const vault = createVault({ ...ground, forkChild: host.forkKeychain });
  try {
    const started = await engine.start();
    if (!started.ok) return started;
    const accounts = openAccounts(ground);
    if (accounts.problem !== null) return { ok: false, error: accounts.problem };
    const hasFiles = (account: string): boolean => hasAccountFiles(dataDir, account);
    return await work({
      accounts,
      secrets: new Secrets({ ...ground, vault, variables, withoutKeychain: 'refuse', hasFiles }),
      call: <N extends ProcedureName>(name: N, input: Input<N>) =>
        engine.handle(name, input) as Promise<Result<Output<N>>>, // the engine answers by the contract
      control: <N extends ControlName>(name: N, input: ControlInput<N>) =>
        engine.handle(name, input) as Promise<Result<ControlOutput<N>>>, // as above
    });
  } finally {
    await engine.close();
    vault.close();
  }
}

/** The account that was asked for, or the only one. */
export function chooseAccount(accounts: Accounts, wanted: string | undefined): Result<Account> {
  const all = accounts.list();
  const ids = all.map(({ id, baseUrl }) => `${id} ${baseUrl}`).join(', ');
  if (wanted !== undefined) {
    const found = accounts.find(wanted);
    return found === null
      ? err('invalid-input', { detail: `--account: there is no account ${wanted.slice(0, 40)} here` })
      : ok(found);
  }
  const [only] = all;
  if (only === undefined) return err('not-signed-in', { detail: 'run: intray account add --base-url URL' });
  return all.length === 1
    ? ok(only)
    : err('invalid-input', { detail: `--account is needed, one of: ${ids}`.slice(0, 500) });
}

/** Tells the engine the way to a service, before it is sent there. */
export async function tellWay(engine: EngineCalls, baseUrl: string, { host }: CommandContext): Promise<void> {
  await engine.control('engine.setProxy', { rule: proxyRule(baseUrl, host.variables) });
}

/** What opens an account; the variables hold the tokens of the one that is opened. */
export function secretsOf({ secrets }: Desk, { id }: Account): Promise<Result<AccountSecrets>> {
  secrets.giveVariablesTo(id);
  return secrets.of(id);
}

/** Opens the files of an account. */
export function openAccount(
  desk: Desk,
  { id, baseUrl, userId }: Account,
  { place: _place, ...opener }: AccountSecrets,
): Promise<Result<Health>> {
  return desk.control('engine.open', { account: id, baseUrl, userId, keepsFresh: false, ...opener });
}

/** Opens the account that was asked for, or the only one, for the length of some work. */
export function withAccount(
  context: CommandContext,
  work: (desk: OpenDesk) => Outcome,
  emit?: Emit,
): Outcome {
  const opening = async (desk: Desk): Outcome => {
    const account = chooseAccount(desk.accounts, context.account);
    if (!account.ok) return account;
    const secrets = await secretsOf(desk, account.value);
    if (!secrets.ok) return secrets;
    await tellWay(desk, account.value.baseUrl, context);
    const opened = await openAccount(desk, account.value, secrets.value);
    if (!opened.ok) return opened;
    return work({ ...desk, account: account.value, place: secrets.value.place, health: opened.value });
  };
  return withDesk(context, opening, emit);
}
