import type { Tokens } from '#contract/account.ts';
import { checkBaseUrl } from '#contract/base-url.ts';
import type { ControlInput } from '#contract/control.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { OpenAccount } from '../account.ts';
import { createHttp, type Http } from '../service/http.ts';
import type { HttpLimits } from '../service/limits.ts';
import { listRequisitions } from '../service/requisitions.ts';
import { readList } from '../service/wire/envelope.ts';
import type { Handlers, WithAccount } from './desk.ts';

/** The one account that is open, or none. Opening and closing pass one at a time. */
export interface AccountGate {
  readonly current: () => OpenAccount | null;
  open(options: {
    readonly id: string;
    readonly key: string;
    readonly isPassing: boolean;
    readonly http: Http;
    readonly userId: string | null;
    readonly keepsFresh: boolean;
  }): Promise<Result<OpenAccount>>;
  close(): Promise<void>;
  /** Closes what is open, then renames the account's files. */
  setAside(target: {
    readonly id: string;
    readonly key: string | null;
  }): Promise<Result<{ readonly folder: string }>>;
}

export interface AccountHandlerDeps {
  readonly gate: AccountGate;
  readonly withAccount: WithAccount;
  readonly clock: Clock;
  readonly limits: HttpLimits;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Makes the way to a service, at an address that holds. */
type WayTo = (address: string, tokens: Tokens) => Result<Http>;

async function open(gate: AccountHandlerDeps['gate'], wayTo: WayTo, input: ControlInput<'engine.open'>) {
  const { account: id, key, userId, keepsFresh } = input;
  const http = wayTo(input.baseUrl, input.tokens);
  if (!http.ok) return http;
  const isPassing = input.lifetime === 'run';
  const opened = await gate.open({ id, key, isPassing, http: http.value, userId, keepsFresh });
  if (opened.ok) return ok(opened.value.health.current);
  await http.value.close();
  return opened;
}

async function probe(wayTo: WayTo, { baseUrl, tokens }: ControlInput<'engine.probe'>) {
  const http = wayTo(baseUrl, tokens);
  if (!http.ok) return http;
  const answer = await listRequisitions(http.value, { limit: 1 });
  await http.value.close();
  const list = answer.ok ? readList(answer.value.bytes) : answer;
  return list.ok ? ok({}) : list;
}

/** Opens and closes accounts, renews their tokens and tries tokens out. */
export function accountHandlers({
  gate,
  withAccount,
  clock,
  limits,
}: AccountHandlerDeps): Handlers<
  | 'engine.open'
  | 'engine.close'
  | 'engine.setAside'
  | 'engine.setTokens'
  | 'engine.probe'
  | 'engine.setProxy'
  | 'engine.attention'
> {
  let proxyRule = 'DIRECT';
  const wayTo: WayTo = (address, tokens) => {
    const baseUrl = checkBaseUrl(address, parseUrl);
    return baseUrl.ok
      ? ok(createHttp({ baseUrl: baseUrl.value, tokens, clock, proxyRule, limits }))
      : baseUrl;
  };
  return {
    'engine.open': (input) => open(gate, wayTo, input),
    'engine.close': async () => {
      await gate.close();
      return ok({});
    },
    'engine.setAside': ({ account: id, key }) => gate.setAside({ id, key }),
    'engine.setTokens': (tokens) =>
      withAccount(async (account) => {
        account.http.setTokens(tokens);
        account.renewed();
        return ok({});
      }),
    'engine.probe': (input) => probe(wayTo, input),
    'engine.attention': async ({ now }) => {
      gate.current()?.scheduler.attention(now);
      return ok({});
    },
    'engine.setProxy': async ({ rule }) => {
      proxyRule = rule;
      gate.current()?.http.setProxy(rule);
      return ok({});
    },
  };
}
