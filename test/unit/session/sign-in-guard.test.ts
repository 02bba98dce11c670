import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { standingClock } from '../../support/clocks.ts';
import { app, BASE, makeDataDir, OTHER, removeDataDir, RENEWED, signIn, TOKENS } from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

describe('a sign-in at a host that is new on this computer', () => {
  test('sends nothing if the user does not agree, and leaves what is open', async () => {
    const { session, asked, user, calls } = app();
    await session.openDemo();
    const before = calls.length;
    user.mayContact = false;
    expect(await session.signIn(signIn('https://evil.example.org:8443'))).toEqual(err('sign-in-cancelled'));
    expect(asked).toEqual(['evil.example.org:8443']);
    expect(calls.slice(before)).toEqual([]);
    expect(session.getState()).toMatchObject({ current: 'demo', session: 'open' });
  });

  test('asks once, also if the tokens were mistyped, and not for other users there', async () => {
    const { session, asked, refusals } = app();
    refusals.set('engine.probe', err('unauthorised'));
    await session.signIn(signIn());
    refusals.clear();
    expect((await session.signIn(signIn())).ok).toBe(true);
    expect((await session.signIn(signIn(BASE, 'user_2'))).ok).toBe(true);
    expect(asked).toEqual(['clinic.example.com']);
    const next = app();
    expect((await next.session.signIn(signIn())).ok).toBe(true);
    expect(next.asked).toEqual([]);
    expect((await next.session.signIn(signIn(OTHER))).ok).toBe(true);
    expect(next.asked).toEqual(['other.example.com']);
  });

  test('asks nothing for the address that the policy fixes, and refuses any other without a question', async () => {
    const { session, asked, calls } = app({ policy: { baseUrl: BASE } });
    expect(await session.signIn(signIn(OTHER))).toMatchObject({ error: { code: 'policy-refused' } });
    expect(calls).toEqual([]);
    expect((await session.signIn(signIn())).ok).toBe(true);
    expect(asked).toEqual([]);
  });

  test('asks nothing for this computer, which nothing leaves', async () => {
    const { session, asked } = app();
    expect((await session.signIn(signIn('http://127.0.0.1:8080'))).ok).toBe(true);
    expect(asked).toEqual([]);
  });

  test('is no way around for new tokens of a known account', async () => {
    const { session, asked, calls } = app();
    await session.signIn(signIn());
    const id = session.getState().current ?? '';
    await session.renewTokens({ id, ...RENEWED, isSameUser: true });
    expect(asked).toHaveLength(1);
    const probed = calls.filter(({ name }) => name === 'engine.probe').map(({ input }) => input);
    expect(probed).toEqual([
      { baseUrl: BASE, tokens: TOKENS },
      { baseUrl: BASE, tokens: RENEWED },
    ]);
  });
});

describe('many sign-ins', () => {
  test('run one at a time: a second one is refused while the first one runs', async () => {
    const { session, calls } = app();
    const [first, second] = await Promise.all([session.signIn(signIn()), session.signIn(signIn(OTHER))]);
    expect(first.ok).toBe(true);
    expect(second).toMatchObject({ error: { code: 'sign-in-paused' } });
    expect(JSON.stringify(calls)).not.toContain(OTHER);
  });

  test('that fail wait longer and longer, until one succeeds', async () => {
    const clock = standingClock();
    const { session, refusals, calls } = app({ clock });
    refusals.set('engine.probe', err('unauthorised'));
    const attempt = async (): Promise<string> => {
      const outcome = await session.signIn(signIn());
      return outcome.ok ? 'ok' : `${outcome.error.code} ${outcome.error.waitMs ?? ''}`.trim();
    };
    for (const _ of [1, 2, 3, 4]) expect(await attempt()).toBe('unauthorised');
    const waits: string[] = [];
    for (const ms of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      waits.push(await attempt());
      clock.at += ms;
      expect(await attempt()).toBe('unauthorised');
    }
    expect(waits.map((wait) => wait.split(' ')[1])).toEqual([
      '2000',
      '4000',
      '8000',
      '16000',
      '32000',
      '60000',
      '60000',
    ]);
    const sent = calls.length;
    expect(await attempt()).toBe('sign-in-paused 60000');
    expect(calls).toHaveLength(sent);
    clock.at += 60_000;
    refusals.clear();
    expect(await attempt()).toBe('ok');
    refusals.set('engine.probe', err('offline'));
    expect([await attempt(), await attempt()]).toEqual(['offline', 'offline']);
  });
});
