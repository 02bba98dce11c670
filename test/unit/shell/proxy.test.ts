import { describe, expect, it, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { withProxyRuleSentBeforeCalls } from '#main/shell/network.ts';
import { manualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

function setUp(resolve: (address: string) => Promise<string>, clock: Clock = systemClock) {
  const calls: unknown[][] = [];
  const link = withProxyRuleSentBeforeCalls(
    {
      call: async (name: string, input: unknown) => {
        calls.push([name, input]);
        return ok(null);
      },
      reopen: () => calls.push(['revive']),
    },
    resolve,
    { log: silentLog, clock },
  );
  return { link, calls };
}
const TRIAL = {
  baseUrl: 'https://clinic.example.org',
  tokens: { accessToken: 'a', jwt: 'b' },
};

const OPENING = { ...TRIAL, account: 'a'.repeat(16) } as never; // what else opens an account does not matter here

describe('the proxy for a service', () => {
  it('is passed to the engine before an account is opened', async () => {
    const { link, calls } = setUp(async (address) => `PROXY proxy-for-${new URL(address).host}:8080`);
    await link.call('engine.open', OPENING);
    expect(calls).toEqual([
      ['engine.setProxy', { rule: 'PROXY proxy-for-clinic.example.org:8080' }],
      ['engine.open', OPENING],
    ]);
  });

  it('goes along with a probe alone, so that the open account keeps its own', async () => {
    const { link, calls } = setUp(async () => 'PROXY proxy.example.org:8080');
    await link.call('engine.probe', TRIAL);
    expect(calls).toEqual([['engine.probe', { ...TRIAL, proxyRule: 'PROXY proxy.example.org:8080' }]]);
  });

  it('is direct if the system reports none', async () => {
    const { link, calls } = setUp(async () => {
      throw new Error('no network service');
    });
    await link.call('engine.probe', TRIAL);
    expect(calls).toEqual([['engine.probe', { ...TRIAL, proxyRule: 'DIRECT' }]]);
  });

  it('is direct if the system does not answer: a script that computes it may be unreachable', async () => {
    const clock = manualClock();
    const { link, calls } = setUp(() => new Promise(() => {}), clock);
    const called = link.call('engine.probe', TRIAL);
    await clock.pass(30_000);
    await called;
    expect(calls).toEqual([['engine.probe', { ...TRIAL, proxyRule: 'DIRECT' }]]);
  });

  it('is not looked up if a call has no address', async () => {
    const { link, calls } = setUp(async () => 'DIRECT');
    await link.call('engine.close', {});
    expect(calls).toEqual([['engine.close', {}]]);
  });
});
