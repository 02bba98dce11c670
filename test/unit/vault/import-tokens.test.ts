import { describe, expect, test, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { importTokens } from '#main/vault/import-tokens.ts';

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const JWT = `${encode({ alg: 'none' })}.${encode({ user_id: 'user_1' })}.x`;
const ORIGIN = 'https://records.example.org';

/** What an import asks for, with the user that the file names and the place where its tokens are saved. */
function given(userId: string | null, place: 'keychain' | 'memory' = 'keychain') {
  const account = {
    id: '0123456789abcdef',
    kind: 'service' as const,
    baseUrl: ORIGIN,
    userId,
    addedAt: null,
  };
  return {
    file: {
      path: '/tokens.json',
      read: () => ok({ accessToken: 'TOK', jwt: JWT, userId }),
      remove: vi.fn(() => ok(undefined)),
    },
    origin: ORIGIN,
    accounts: {
      findOrPrepare: (_origin: string, user: string | null) => ({ ...account, userId: user }),
      save: vi.fn(() => ok(undefined)),
    },
    secrets: { saveImportedTokens: vi.fn(async () => ok(place)) },
    probe: vi.fn(async () => ok({})),
    noteSignIn: vi.fn(async () => {}),
  };
}
type Given = ReturnType<typeof given>;
const run = (parts: Given) => importTokens(parts as never); // only what an import uses

describe('the import of tokens that an administrator left', () => {
  test('sends and saves nothing where the file names another user than the tokens', async () => {
    const parts = given('user_2');
    expect(await run(parts)).toMatchObject({ ok: false, error: { code: 'another-user' } });
    expect(parts.probe).not.toHaveBeenCalled();
    expect(parts.secrets.saveImportedTokens).not.toHaveBeenCalled();
    expect(parts.file.remove).not.toHaveBeenCalled();
  });

  test('sends and saves nothing where neither the file nor the tokens name the user: each start would add an account', async () => {
    const parts = given(null);
    const file = { ...parts.file, read: () => ok({ accessToken: 'TOK', jwt: 'opaque', userId: undefined }) };
    expect(await run({ ...parts, file } as never)).toMatchObject({
      error: { code: 'file-unreadable', detail: 'it needs "userId", because the JWT names no user' },
    });
    expect(parts.probe).not.toHaveBeenCalled();
    expect(parts.accounts.save).not.toHaveBeenCalled();
    expect(file.remove).not.toHaveBeenCalled();
  });

  test('removes the file once the account is saved', async () => {
    const parts = given('user_1');
    expect(await run(parts)).toMatchObject({ ok: true, value: { userId: 'user_1' } });
    expect(parts.accounts.save).toHaveBeenCalledOnce();
    expect(parts.file.remove).toHaveBeenCalledOnce();
  });

  test('leaves the file where the service refuses the tokens, or no keychain keeps them', async () => {
    const refused = { ...given('user_1'), probe: vi.fn(async () => err('not-signed-in')) };
    expect((await run(refused as never)).ok).toBe(false);
    expect(refused.file.remove).not.toHaveBeenCalled();
    const unsaved = given('user_1', 'memory');
    expect(await run(unsaved)).toMatchObject({ ok: false, error: { code: 'keychain-unavailable' } });
    expect(unsaved.file.remove).not.toHaveBeenCalled();
  });
});
