import { z } from 'zod';
import type { AppError } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';
import type { TemporaryCheckEngine } from './engine.ts';
import {
  createAttentionResult,
  createPassedResult,
  createSkippedResult,
  createFailedResult,
  type ComputerCheckResult,
} from './check-line.ts';

const answerSchema = z.object({ serverTime: z.number().nullable() });

/** Codes of TLS that a wrong clock causes. */
const TIME_OF_CERTIFICATE = /CERT_(HAS_EXPIRED|NOT_YET_VALID)/;
/** The service and this computer may differ by as much: tokens and links are valid for longer. */
const TOLERANCE = 5 * MINUTE;
const YEAR = 365 * DAY;
const SET_CLOCK = { key: 'clock.advice' } as const;

/** Returns a duration in the largest unit of which it has at least two. */
function toLargestUnit(ms: number) {
  const units = [
    [YEAR, 'year'],
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
  ] as const;
  const [size, unit] = units.find(([length]) => ms >= 2 * length) ?? [MINUTE, 'minute'];
  return { amount: Math.round(ms / size), unit };
}

/** Removes user name and password from a proxy rule. */
function hideCredentials(rule: string): string {
  return rule.replaceAll(/[^\s;/]*@/g, '');
}

function checkProxy(rule: string, error: AppError | null): ComputerCheckResult {
  const shown = hideCredentials(rule).slice(0, 300);
  if (error?.code === 'proxy-unsupported')
    return createFailedResult(
      'proxy',
      { key: 'proxy.unsupported', values: { rule: shown, detail: error.detail ?? '' } },
      { key: 'proxy.unsupportedAdvice' },
    );
  return createPassedResult('proxy', /^DIRECT\b/.test(rule) ? { key: 'proxy.none' } : `${shown}.`);
}

function checkReach(address: string, error: AppError | null): ComputerCheckResult {
  if (error === null) return createPassedResult('service', { key: 'service.answers', values: { address } });
  const { code, detail = '' } = error;
  if (code === 'certificate')
    return TIME_OF_CERTIFICATE.test(detail)
      ? createFailedResult(
          'service',
          { key: 'service.notValidNow', values: { address, detail } },
          SET_CLOCK,
          { key: 'service.notValidNowAdvice' },
        )
      : createFailedResult(
          'service',
          { key: 'service.untrusted', values: { address, detail } },
          { key: 'service.untrustedAdvice' },
        );
  return createAttentionResult(
    'service',
    { key: 'service.unreachable', values: { address, detail: detail === '' ? code : detail } },
    { key: 'service.unreachableAdvice' },
    { key: `error.${code}` },
  );
}

function checkClock(serverTime: number | null, clock: Clock): ComputerCheckResult {
  const now = clock.now();
  const here = new Date(now).toISOString();
  if (serverTime === null) return createSkippedResult('clock', { key: 'clock.unknown', values: { here } });
  const ahead = now - serverTime;
  if (Math.abs(ahead) <= TOLERANCE)
    return createPassedResult('clock', { key: 'clock.same', values: { here } });
  return createFailedResult(
    'clock',
    {
      key: ahead > 0 ? 'clock.ahead' : 'clock.behind',
      values: { here, difference: toLargestUnit(Math.abs(ahead)) },
    },
    SET_CLOCK,
  );
}

const NO_ADDRESS = { key: 'noAddress' } as const;

/**
 * Asks the service what time it is, over the proxy of this computer and without credentials.
 * @param address base address of an account or of the policy; null where there is none
 * @param getRule returns the proxy rule for an address
 */
export async function checkProxyServiceAndClock(
  engine: TemporaryCheckEngine,
  address: string | null,
  getRule: (address: string) => Promise<string>,
  clock: Clock,
): Promise<readonly ComputerCheckResult[]> {
  if (address === null)
    return [
      createSkippedResult('proxy', NO_ADDRESS),
      createSkippedResult('service', NO_ADDRESS),
      checkClock(null, clock),
    ];
  const rule = await getRule(address).catch(() => 'DIRECT');
  await engine.call('engine.setProxy', { rule });
  const answer = await engine.call('engine.readServiceClock', { baseUrl: address });
  const error = answer.ok ? null : answer.error;
  const time = answerSchema.safeParse(answer.ok ? answer.value : null);
  return [
    checkProxy(rule, error),
    checkReach(address, error),
    checkClock(time.success ? time.data.serverTime : null, clock),
  ];
}
