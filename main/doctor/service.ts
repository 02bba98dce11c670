import { z } from 'zod';
import type { CheckLine } from '#contract/computer-check.ts';
import type { AppError } from '#contract/result.ts';
import { ERROR_SENTENCES } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';
import type { TemporaryCheckEngine } from './engine.ts';
import {
  createAttentionCheckLine,
  createPassedCheckLine,
  createSkippedCheckLine,
  createFailedCheckLine,
} from './check-line.ts';

const answerSchema = z.object({ serverTime: z.number().nullable() });

/** Codes of TLS that a wrong clock causes. */
const TIME_OF_CERTIFICATE = /CERT_(HAS_EXPIRED|NOT_YET_VALID)/;
/** The service and this computer may differ by as much: tokens and links are valid for longer. */
const TOLERANCE = 5 * MINUTE;
const YEAR = 365 * DAY;
const SET_CLOCK = 'Set date and time of this computer, best from the network.';

function formatDuration(ms: number): string {
  const units = [
    [YEAR, 'years'],
    [DAY, 'days'],
    [HOUR, 'hours'],
    [MINUTE, 'minutes'],
  ] as const;
  const [size, name] = units.find(([unit]) => ms >= 2 * unit) ?? [MINUTE, 'minutes'];
  return `${Math.round(ms / size)} ${name}`;
}

/** Removes user name and password from a proxy rule. */
function hideCredentials(rule: string): string {
  return rule.replaceAll(/[^\s;/]*@/g, '');
}

function checkProxy(rule: string, error: AppError | null): CheckLine {
  const shown = hideCredentials(rule).slice(0, 300);
  if (error?.code === 'proxy-unsupported')
    return createFailedCheckLine(
      'proxy',
      `${shown} cannot be used (${error.detail ?? ''}).`,
      'Intray uses http and https proxies without a password; SOCKS and proxies with a password are not supported.',
    );
  return createPassedCheckLine(
    'proxy',
    /^DIRECT\b/.test(rule) ? 'None: the service is reached directly.' : `${shown}.`,
  );
}

function checkReach(address: string, error: AppError | null): CheckLine {
  if (error === null) return createPassedCheckLine('service', `${address} answers.`);
  const { code, detail = '' } = error;
  if (code === 'certificate')
    return TIME_OF_CERTIFICATE.test(detail)
      ? createFailedCheckLine(
          'service',
          `The certificate of ${address} is not valid at the time of this computer (${detail}).`,
          `${SET_CLOCK} If the clock is right, tell the administrator of the service.`,
        )
      : createFailedCheckLine(
          'service',
          `The certificate of ${address} cannot be trusted (${detail}).`,
          'A proxy that inspects traffic needs its certificate in the store of the system; ask the network administrator.',
        );
  return createAttentionCheckLine(
    'service',
    `${address} cannot be reached (${detail === '' ? code : detail}).`,
    `Intray works offline. ${ERROR_SENTENCES[code]}`,
  );
}

function checkClock(serverTime: number | null, clock: Clock): CheckLine {
  const now = clock.now();
  const here = new Date(now).toISOString();
  if (serverTime === null)
    return createSkippedCheckLine('clock', `${here} here; the service did not say its time.`);
  const ahead = now - serverTime;
  if (Math.abs(ahead) <= TOLERANCE) return createPassedCheckLine('clock', `${here}, as at the service.`);
  const way = ahead > 0 ? 'ahead of' : 'behind';
  return createFailedCheckLine(
    'clock',
    `${here} here, ${formatDuration(Math.abs(ahead))} ${way} the service.`,
    SET_CLOCK,
  );
}

const NO_ADDRESS = 'No account and no policy names an address.';

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
): Promise<readonly CheckLine[]> {
  if (address === null)
    return [
      createSkippedCheckLine('proxy', NO_ADDRESS),
      createSkippedCheckLine('service', NO_ADDRESS),
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
