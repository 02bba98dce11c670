import type { Tokens } from '#contract/account.ts';
import { checkBaseUrl } from '#contract/base-url.ts';
import type { ControlInput } from '#contract/control.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { OpenAccount } from '../account.ts';
import { createHttp, type Http } from '../service/http.ts';
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
  }): Promise<Result<OpenAccount>>;
  close(): Promise<void>;
}

export interface AccountHandlerDeps {
  readonly gate: AccountGate;
  readonly withAccount: WithAccount;
  readonly clock: Clock;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Opens and closes accounts, renews their tokens and tries tokens out. */
export function accountHandlers({
  gate,
  withAccount,
  clock,
}: AccountHandlerDeps): Handlers<
  'engine.open' | 'engine.close' | 'engine.setTokens' | 'engine.probe' | 'engine.setProxy'
> {
  let proxyRule = 'DIRECT';
  const wayTo = (address: string, tokens: Tokens): Result<Http> => {
    const baseUrl = checkBaseUrl(address, parseUrl);
    return baseUrl.ok ? ok(createHttp({ baseUrl: baseUrl.value, tokens, clock, proxyRule })) : baseUrl;
  };
  const open = async (input: ControlInput<'engine.open'>) => {
    const http = wayTo(input.baseUrl, input.tokens);
    if (!http.ok) return http;
    const isPassing = input.lifetime === 'run';
    const opened = await gate.open({ id: input.account, key: input.key, isPassing, http: http.value });
    if (opened.ok) return ok(opened.value.health.current);
    await http.value.close();
    return opened;
  };
  const probe = async ({ baseUrl, tokens }: ControlInput<'engine.probe'>) => {
    const http = wayTo(baseUrl, tokens);
    if (!http.ok) return http;
    const answer = await listRequisitions(http.value, { limit: 1 });
    await http.value.close();
    const list = answer.ok ? readList(answer.value.bytes) : answer;
    return list.ok ? ok({}) : list;
  };
  return {
    'engine.open': open,
    'engine.close': async () => {
      await gate.close();
      return ok({});
    },
    'engine.setTokens': (tokens) =>
      withAccount(async ({ http, health }) => {
        http.setTokens(tokens);
        health.renewed();
        return ok({});
      }),
    'engine.probe': probe,
    'engine.setProxy': async ({ rule }) => {
      proxyRule = rule;
      gate.current()?.http.setProxy(rule);
      return ok({});
    },
  };
}
