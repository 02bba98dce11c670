import { describe, expect, test } from 'vitest';
import type { AccountIdentity } from '#contract/accounts.ts';
import { ok } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import { KeychainFallbackPolicy } from '#main/vault/keychain-rules.ts';
import { AccountSecretsProvider, type SecretProviderDeps } from '#main/vault/secrets.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';
import { unwrap } from '../../support/results.ts';

const TOKENS = { accessToken: 'TOK-1', jwt: 'JWT-1' };
const KEY = 'ab'.repeat(32);
const ALL = { INTRAY_ACCESS_TOKEN: 'TOK-9', INTRAY_JWT: 'JWT-9', INTRAY_CACHE_KEY: KEY };

/** An account of an unknown user, with any id. */
function account(id: string): AccountIdentity {
  return { id, baseUrl: 'https://clinic.example.com', userId: null };
}

function setUp(change: Partial<SecretProviderDeps> = {}) {
  const keychain = memoryKeychain();
  const make = (more: Partial<SecretProviderDeps> = {}) =>
    new AccountSecretsProvider({
      accounts: { getConfirmedFingerprint: () => null },
      vault: createVaultOverKeychain(keychain),
      variables: {},
      random: createSeededRandom(1),
      dataDir: '/nowhere',
      clock: systemClock,
      publicKey: null,
      withoutKeychain: 'refuse',
      hasFiles: () => false,
      rekeyFiles: async () => ok({ files: 0, left: 0, problem: null }),
      ...change,
      ...more,
    });
  return { keychain, make, secrets: make() };
}

describe('with a keychain', () => {
  test('a sign-in stores both tokens and a new key, which open the account from then on', async () => {
    const { secrets, make } = setUp();
    const admitted = await secrets.saveSignIn(account('one'), TOKENS);
    expect(admitted).toMatchObject({ value: { tokens: TOKENS, lifetime: 'keep', place: 'keychain' } });
    expect(await make().getSecrets(account('one'))).toEqual(admitted);
  });

  test('two accounts never share a key', async () => {
    const { secrets } = setUp();
    const [one, two] = [
      await secrets.saveSignIn(account('one'), TOKENS),
      await secrets.saveSignIn(account('two'), TOKENS),
    ];
    expect(one.ok && two.ok && one.value.key !== two.value.key).toBe(true);
  });

  test('no key is created if files need an old one, and no token is stored', async () => {
    const { secrets, keychain } = setUp({ hasFiles: () => true });
    expect(await secrets.saveSignIn(account('one'), TOKENS)).toMatchObject({
      error: { code: 'key-missing' },
    });
    expect(keychain.entries.size).toBe(0);
  });

  test('a missing key is reported before missing tokens', async () => {
    const { secrets, make } = setUp({ hasFiles: () => true });
    expect(await secrets.getSecrets(account('one'))).toMatchObject({ error: { code: 'key-missing' } });
    const fresh = make({ hasFiles: () => false });
    expect(await fresh.getSecrets(account('one'))).toMatchObject({ error: { code: 'not-signed-in' } });
    const given = make({ variables: { INTRAY_CACHE_KEY: KEY } });
    expect(await given.getSecrets(account('one'))).toMatchObject({ error: { code: 'not-signed-in' } });
  });

  test.each([
    ['garbage', 'garbage'],
    ['empty', JSON.stringify({ key: '', cipher: 'aegis' })],
    ['of another cipher', JSON.stringify({ key: KEY, cipher: 'rot13' })],
  ])('a stored key that is %s opens nothing and is not replaced while files need it', async (_name, kept) => {
    const { secrets, keychain, make } = setUp({ hasFiles: () => true });
    await make({ hasFiles: () => false }).saveSignIn(account('one'), TOKENS);
    keychain.entries.set('one/cache-key', kept);
    expect(await secrets.getSecrets(account('one'))).toMatchObject({ error: { code: 'key-missing' } });
    expect(keychain.entries.get('one/cache-key')).toBe(kept);
  });

  test('nothing is created, stored or considered absent while the keychain is locked', async () => {
    const { secrets, keychain, make } = setUp({ withoutKeychain: 'memory' });
    await secrets.saveSignIn(account('one'), TOKENS);
    const before = new Map(keychain.entries);
    keychain.simulatedState = { state: 'locked', detail: 'asleep' };
    const locked = { ok: false, error: { code: 'keychain-locked', detail: 'asleep' } };
    expect(await make().getSecrets(account('one'))).toEqual(locked);
    expect(await make().saveSignIn(account('two'), TOKENS)).toEqual(locked);
    expect(await make().replaceTokens(account('one'), TOKENS)).toEqual(locked);
    expect(await make().checkCanStore(account('one'))).toEqual(locked);
    expect(keychain.entries).toEqual(before);
  });
});

test('an account whose id is not that of its address and user gets no secrets', async () => {
  const { secrets, make } = setUp();
  await secrets.saveSignIn(account('one'), TOKENS);
  expect(await make().getSecrets({ ...account('one'), userId: 'user_1' })).toEqual({
    ok: false,
    error: { code: 'account-mismatch' },
  });
});

test('reading the secrets of an account without a PIN changes nothing in the keychain', async () => {
  const { secrets, keychain, make } = setUp();
  const admitted = await secrets.saveSignIn(account('one'), TOKENS);
  keychain.stepsLeft = 0;
  expect(await make().getSecrets(account('one'))).toEqual(admitted);
});

describe('a generation marker', () => {
  const MARK = { generation: 'a'.repeat(16), number: 2, moves: 1 };
  const NEXT = { ...MARK, number: 3 };
  const LOCKED = { state: 'locked', detail: 'asleep' } as const;
  const unread = { key: KEY, lifetime: 'keep', keychainMark: { state: 'absent' } } as const;

  test('is the one in the keychain, and the known one while that is locked', async () => {
    const { secrets, keychain, make } = setUp();
    expect(await secrets.keys.saveMark('one', MARK)).toBe(true);
    const known = await secrets.keys.refreshMark(account('one'), unread);
    expect(known.keychainMark).toEqual({ state: 'found', mark: MARK });
    await make().keys.saveMark('one', NEXT);
    expect((await secrets.keys.refreshMark(account('one'), known)).keychainMark).toMatchObject({
      mark: NEXT,
    });
    keychain.simulatedState = LOCKED;
    expect(await make().keys.saveMark('one', NEXT)).toBe(false);
    expect((await make().keys.refreshMark(account('one'), known)).keychainMark).toMatchObject({ mark: MARK });
  });

  test('stays unused for a key of elsewhere, whatever the keychain holds', async () => {
    const { secrets } = setUp();
    await secrets.keys.saveMark('one', MARK);
    const given = { ...unread, keychainMark: { state: 'none' } } as const;
    expect(await secrets.keys.refreshMark(account('one'), given)).toEqual(given);
  });

  test('of this run is not known any more once the account is forgotten', async () => {
    const { secrets, keychain } = setUp();
    await secrets.keys.saveMark('one', MARK);
    keychain.simulatedState = LOCKED;
    expect((await secrets.keys.refreshMark(account('one'), unread)).keychainMark).toMatchObject({
      mark: MARK,
    });
    secrets.keys.forget('one');
    expect((await secrets.keys.refreshMark(account('one'), unread)).keychainMark).toEqual({
      state: 'absent',
    });
  });
});

describe('without a keychain', () => {
  test('a window says what the keychain said, as it has no use for variables', () => {
    const rules = new KeychainFallbackPolicy('memory', []);
    expect(rules.refuse({ state: 'unavailable', detail: 'no bus' })).toMatchObject({
      error: { code: 'keychain-unavailable', detail: 'no bus' },
    });
  });

  const shut = { state: 'unavailable', detail: 'there is none' } as const;

  test('a window keeps tokens and a key in memory for this run', async () => {
    const { keychain, secrets, make } = setUp({ withoutKeychain: 'memory' });
    keychain.simulatedState = shut;
    const admitted = await secrets.saveSignIn(account('one'), TOKENS);
    expect(admitted).toMatchObject({ value: { tokens: TOKENS, lifetime: 'run', place: 'memory' } });
    expect(await secrets.getSecrets(account('one'))).toEqual(admitted);
    expect(await make().getSecrets(account('one'))).toMatchObject({
      error: { code: 'keychain-unavailable' },
    });
  });

  test('a window has neither the tokens nor the key of an account any more once it is forgotten', async () => {
    const { keychain, secrets } = setUp({ withoutKeychain: 'memory' });
    keychain.simulatedState = shut;
    const { key } = unwrap(await secrets.saveSignIn(account('one'), TOKENS));
    secrets.forget('one');
    expect((await secrets.getSecrets(account('one'))).ok).toBe(false);
    expect(unwrap(await secrets.saveSignIn(account('one'), TOKENS)).key).not.toBe(key);
  });

  test.each([
    [{}, 'set INTRAY_ACCESS_TOKEN, INTRAY_JWT, INTRAY_CACHE_KEY'],
    [{ INTRAY_JWT: ' ' }, 'set INTRAY_ACCESS_TOKEN, INTRAY_JWT, INTRAY_CACHE_KEY'],
    [{ INTRAY_ACCESS_TOKEN: 'TOK', INTRAY_JWT: 'JWT' }, 'set INTRAY_CACHE_KEY'],
  ])('a command with %j says what is missing', async (variables, detail) => {
    const { keychain, secrets } = setUp({ variables });
    keychain.simulatedState = shut;
    const refused = { ok: false, error: { code: 'keychain-unavailable', detail } };
    expect(await secrets.checkCanStore(account('one'))).toEqual(refused);
    expect(await secrets.saveSignIn(account('one'), TOKENS)).toEqual(refused);
  });
});

describe('with variables', () => {
  test('of another user than the account’s open nothing', async () => {
    const claims = Buffer.from(JSON.stringify({ sub: 'user_bert' })).toString('base64url');
    const { secrets } = setUp({ variables: { ...ALL, INTRAY_JWT: `e30.${claims}.sig` } });
    const register = { clock: systemClock, random: createSeededRandom(1), log: silentLog };
    const anna = openAccountRegister({ dataDir: '/nowhere', ...register }).findOrPrepare(
      'https://clinic.example.com',
      'user_anna',
    );
    secrets.assignVariableTokensTo(anna.id);
    expect(await secrets.getSecrets(anna)).toMatchObject({ error: { code: 'another-user' } });
  });

  test('that are complete a command uses no keychain, whatever its state', async () => {
    const { keychain, secrets } = setUp({ variables: ALL });
    keychain.simulatedState = { state: 'locked', detail: '' };
    secrets.assignVariableTokensTo('one');
    secrets.confirmVariables(account('one'));
    expect(await secrets.checkCanStore(account('one'))).toEqual({ ok: true, value: undefined });
    expect(await secrets.saveSignIn(account('one'), { accessToken: 'TOK-9', jwt: 'JWT-9' })).toEqual({
      ok: true,
      value: {
        tokens: { accessToken: 'TOK-9', jwt: 'JWT-9' },
        key: KEY,
        lifetime: 'keep',
        place: 'variables',
        keychainMark: { state: 'none' },
      },
    });
    expect(keychain.entries.size).toBe(0);
  });

  test('that are complete a command checks the account of without a question of the keychain', async () => {
    const { keychain, secrets } = setUp({ variables: ALL });
    keychain.get = () => Promise.reject(new Error('asked'));
    const at = { clock: systemClock, random: createSeededRandom(1), log: silentLog };
    const register = openAccountRegister({ dataDir: '/nowhere', ...at });
    const anna = register.findOrPrepare('https://clinic.example.com', 'user_anna');
    expect(await secrets.checkBinding(anna)).toEqual({ ok: true, value: undefined });
    expect(await secrets.checkBinding({ ...anna, userId: 'user_bert' })).toMatchObject({
      error: { code: 'account-mismatch' },
    });
  });

  test('tokens are used for the account they were given for and for no other', async () => {
    const { secrets, make } = setUp({ withoutKeychain: 'memory' });
    await secrets.saveSignIn(account('other'), TOKENS);
    const given = make({ variables: ALL });
    given.assignVariableTokensTo('one');
    given.confirmVariables(account('one'));
    expect(await given.getSecrets(account('one'))).toMatchObject({
      value: { tokens: { accessToken: 'TOK-9' } },
    });
    expect(await given.getSecrets(account('other'))).toMatchObject({ value: { tokens: TOKENS } });
  });

  test('tokens that the user enters replace them for this run', async () => {
    const { secrets } = setUp({ variables: ALL, withoutKeychain: 'memory' });
    secrets.assignVariableTokensTo('one');
    await secrets.replaceTokens(account('one'), TOKENS);
    expect(await secrets.getSecrets(account('one'))).toMatchObject({ value: { tokens: TOKENS } });
  });

  test('spaces, capitals and the word Bearer are removed', async () => {
    const variables = {
      INTRAY_ACCESS_TOKEN: ' Bearer TOK-9\n',
      INTRAY_JWT: 'JWT-9 ',
      INTRAY_CACHE_KEY: KEY.toUpperCase(),
    };
    const { secrets } = setUp({ variables });
    secrets.assignVariableTokensTo('one');
    secrets.confirmVariables(account('one'));
    expect(await secrets.getSecrets(account('one'))).toMatchObject({
      value: { tokens: { accessToken: 'TOK-9', jwt: 'JWT-9' }, key: KEY },
    });
  });

  test.each([
    [{ INTRAY_JWT: 'JWT' }, 'not-signed-in', 'set INTRAY_ACCESS_TOKEN'],
    [{ INTRAY_ACCESS_TOKEN: 'TOK' }, 'not-signed-in', 'set INTRAY_JWT'],
    [
      { INTRAY_ACCESS_TOKEN: 'a\r\nb', INTRAY_JWT: 'JWT' },
      'invalid-input',
      'INTRAY_ACCESS_TOKEN is not a token',
    ],
    [{ INTRAY_ACCESS_TOKEN: 'TOK', INTRAY_JWT: 'ж' }, 'invalid-input', 'INTRAY_JWT is not a token'],
    [
      { INTRAY_ACCESS_TOKEN: 'T'.repeat(16_385), INTRAY_JWT: 'J' },
      'invalid-input',
      'INTRAY_ACCESS_TOKEN is not a token',
    ],
    [{ ...ALL, INTRAY_CACHE_KEY: 'ab' }, 'invalid-input', 'INTRAY_CACHE_KEY is not 64 hex digits'],
    [
      { ...ALL, INTRAY_CACHE_KEY: `${'ab'.repeat(31)}zz` },
      'invalid-input',
      'INTRAY_CACHE_KEY is not 64 hex digits',
    ],
  ])('that are invalid are named, never shown: %j', async (variables, code, detail) => {
    const { secrets } = setUp({ variables });
    secrets.assignVariableTokensTo('one');
    secrets.confirmVariables(account('one'));
    expect(await secrets.getSecrets(account('one'))).toEqual({ ok: false, error: { code, detail } });
  });
});
