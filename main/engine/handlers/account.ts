import { type Tokens, validateBaseUrlToOrigin } from '#contract/accounts.ts';
import type { KeychainGenerationMarkerState } from '#contract/generation-marker.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { countUnsent } from '#contract/outbox.ts';
import { isLocalId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { OpenAccount } from '../account.ts';
import { retryWhileResponseIsNotFromService } from '../api/errors.ts';
import type { HttpLimits } from '../api/http-types.ts';
import { createHttpClient, type HttpClient, type HttpResult } from '../api/http.ts';
import { readServiceClock } from '../api/service-clock.ts';
import { parseListEnvelope } from '../api/parse/envelope.ts';
import { testTokens } from '../api/token-test.ts';
import type { RekeyResult } from '../rekey.ts';
import type { RemoveAccountFilesResult } from '../remove-files.ts';
import { NO_ACCOUNT_HEALTH } from '../sync/health.ts';
import type { EngineHandlers, RunWithOpenAccount } from './deps.ts';

/** The slot of the one open account. Opening and closing are queued and run one at a time. */
export interface AccountSlot {
  readonly current: () => OpenAccount | null;
  /** Returns the id of the open account; null where none is. */
  readonly currentId: () => string | null;
  open(options: {
    readonly id: string;
    readonly key: string;
    /** Whether the files are removed at the end of this run. */
    readonly isTransient: boolean;
    readonly startsOver: boolean;
    readonly http: HttpClient;
    readonly userId: string | null;
    readonly keepsFresh: boolean;
    readonly keychainMark: KeychainGenerationMarkerState;
    readonly pdfMegabytes: number | null;
  }): Promise<Result<OpenAccount>>;
  close(): Promise<void>;
  /** Closes the open account and removes the files that do not outlive this run. */
  endRun(): Promise<void>;
  /**
   * Closes the open account, then moves the folder of an account that its key does not open to a new
   * name.
   */
  moveAway(target: {
    readonly id: string;
    readonly key: string | null;
  }): Promise<Result<{ readonly folder: string }>>;
  /** Closes the open account, then gives an account the local store from before the last upgrade back. */
  goBack(target: { readonly id: string; readonly key: string }): Promise<Result<{ readonly kept: string }>>;
  /** Closes the open account, then encrypts the files of an account with another key. */
  rekey(target: {
    readonly id: string;
    readonly key: string;
    readonly next: string;
  }): Promise<Result<RekeyResult>>;
  /** Removes the cache of the accounts that were not used since a time, in epoch milliseconds. Returns their number. */
  expireUnused(before: number): Promise<Result<number>>;
  /** Closes the open account, then removes the files of an account. */
  removeFiles(id: string): Promise<Result<RemoveAccountFilesResult>>;
}

export interface AccountHandlerDeps {
  readonly slot: AccountSlot;
  readonly withAccount: RunWithOpenAccount;
  readonly clock: Clock;
  readonly limits: HttpLimits;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/**
 * Creates the HTTP client for a service address. Returns an error for an invalid address.
 * @param ownRule the proxy rule of this client; default: the one that was set
 */
type AccountAccess = (address: string, tokens: Tokens, ownRule?: string) => Result<HttpClient>;

async function open(
  slot: AccountHandlerDeps['slot'],
  accountAccess: AccountAccess,
  input: InternalProcedureInput<'engine.open'>,
) {
  const {
    account: id,
    key,
    userId,
    keepsFresh,
    keychainMark,
    startsOver = false,
    pdfMegabytes = null,
  } = input;
  const http = accountAccess(input.baseUrl, input.tokens);
  if (!http.ok) return http;
  const isTransient = input.lifetime === 'run';
  const opened = await slot.open({
    id,
    key,
    isTransient,
    startsOver,
    http: http.value,
    userId,
    keepsFresh,
    keychainMark,
    pdfMegabytes,
  });
  if (opened.ok) return ok(opened.value.health.current);
  await http.value.close();
  return opened;
}

/** Maximum time that a sign-in waits for the service. */
const PROBE_MS = 10 * SECOND;

async function probe(
  accountAccess: AccountAccess,
  { baseUrl, tokens, proxyRule }: InternalProcedureInput<'engine.probe'>,
) {
  const http = accountAccess(baseUrl, tokens, proxyRule);
  if (!http.ok) return http;
  const deadline = AbortSignal.timeout(PROBE_MS);
  const readList = (request: () => Promise<HttpResult>) =>
    retryWhileResponseIsNotFromService(async () => {
      const answer = await request();
      return answer.ok ? parseListEnvelope(answer.value.bytes) : answer;
    });
  const list = await testTokens(http.value, readList, deadline);
  await http.value.close();
  if (list.ok) return ok({});
  return deadline.aborted ? err('timeout', { detail: 'sign-in' }) : list;
}

async function readClock(
  address: string,
  route: { readonly proxyRule: string; readonly limits: HttpLimits },
) {
  const origin = validateBaseUrlToOrigin(address, parseUrl);
  return origin.ok ? readServiceClock({ ...route, origin: origin.value }) : origin;
}

function renewTokens(
  account: OpenAccount,
  tokens: InternalProcedureInput<'engine.setTokens'>,
): Result<Record<string, never>> {
  account.http.setTokens(tokens);
  account.resumeAfterRenewal();
  return ok({});
}

/** Returns the handlers that open and close accounts, renew their tokens and test tokens. */
export function createAccountHandlers({
  slot,
  withAccount,
  clock,
  limits,
}: AccountHandlerDeps): EngineHandlers<
  | 'engine.open'
  | 'engine.close'
  | 'engine.endRun'
  | 'engine.moveAway'
  | 'engine.goBack'
  | 'engine.rekey'
  | 'engine.removeFiles'
  | 'engine.setTokens'
  | 'engine.probe'
  | 'engine.setProxy'
  | 'engine.readServiceClock'
  | 'engine.attention'
> {
  let proxyRule = 'DIRECT';
  const accountAccess: AccountAccess = (address, tokens, ownRule = proxyRule) => {
    const baseUrl = validateBaseUrlToOrigin(address, parseUrl);
    return baseUrl.ok
      ? ok(createHttpClient({ baseUrl: baseUrl.value, tokens, clock, proxyRule: ownRule, limits }))
      : baseUrl;
  };
  return {
    'engine.open': (input) => open(slot, accountAccess, input),
    'engine.close': () => slot.close().then(() => ok({})),
    'engine.endRun': () => slot.endRun().then(() => ok({})),
    'engine.moveAway': ({ account: id, key }) => slot.moveAway({ id, key }),
    'engine.goBack': ({ account: id, key }) => slot.goBack({ id, key }),
    'engine.rekey': ({ account: id, ...keys }) => slot.rekey({ id, ...keys }),
    'engine.removeFiles': ({ account: id }) => slot.removeFiles(id),
    'engine.setTokens': (tokens) => withAccount(async (account) => renewTokens(account, tokens)),
    'engine.probe': (input) => probe(accountAccess, input),
    'engine.attention': async ({ now }) => {
      slot.current()?.scheduler.handleAttention(now);
      return ok({});
    },
    'engine.readServiceClock': ({ baseUrl }) => readClock(baseUrl, { proxyRule, limits }),
    'engine.setProxy': async ({ rule }) => {
      proxyRule = rule;
      slot.current()?.http.setProxy(rule);
      return ok({});
    },
  };
}

/** Returns the handlers that run and stop the sync and return its health. */
export function createSyncHandlers(
  withAccount: RunWithOpenAccount,
  current: () => OpenAccount | null,
  clock: Clock,
): EngineHandlers<'engine.sendPending' | 'sync.health' | 'sync.run' | 'sync.cancel' | 'records.refresh'> {
  return {
    'sync.health': async () => ok(current()?.health.current ?? NO_ACCOUNT_HEALTH),
    'engine.sendPending': async ({ withinMs }) => {
      const account = current();
      if (account === null) return ok({ unsent: null });
      await waitForPromiseAtMost(account.sendPending(), withinMs, clock);
      return ok({ unsent: countUnsent(account.health.current.outbox) });
    },
    'sync.run': ({ kinds, full }) =>
      withAccount(async ({ scheduler, health }) => {
        await scheduler.run({ full, ...(kinds === undefined ? {} : { kinds }) });
        return ok(health.current);
      }),
    'records.refresh': ({ kind, id }) =>
      withAccount(async ({ outbox, sync }) => {
        const real = await outbox.resolveId(id);
        if (!real.ok) return real;
        // A record that exists on this computer only cannot be requested.
        const state = isLocalId(real.value) ? 'unknown' : await sync.refreshRecord(kind, real.value);
        return ok({ state });
      }),
    'sync.cancel': () =>
      withAccount(async ({ scheduler, sync }) => {
        scheduler.dropQueuedRun();
        await sync.stop();
        return ok({});
      }),
  };
}
