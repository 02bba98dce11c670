import { expect, test } from 'vitest';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { err, type Result } from '#contract/result.ts';
import { recordUnlockAttempt } from '#main/cli/pin.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn } from '../../support/locks.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = useTemporaryFolder();

/** A computer whose account has a PIN, and what a command records there. */
async function createLocked() {
  const computer = createComputer(folder());
  const first = computer.start();
  await signIn(first);
  await setPin(first);
  const noted: unknown[] = [];
  const note = async (secrets: AccountSecretsProvider, result: Result<unknown>): Promise<void> => {
    const noteAccess = async ({ what, outcome }: InternalProcedureInput<'accessLog.note'>) => {
      noted.push(`${what} ${outcome}`);
    };
    await recordUnlockAttempt({ secrets, noteAccess }, LOCKED_ACCOUNT, result);
  };
  return { ...computer, noted, note };
}

test('a new key of an account that its PIN has not opened is a failed unlocking, whatever the reason', async () => {
  const { start, keychain, noted, note } = await createLocked();
  const rekey = async (pin: string): Promise<void> => {
    const secrets = start({ hasFiles: () => true });
    await note(secrets, await secrets.keys.rekey(LOCKED_ACCOUNT, async () => ({ ok: true, value: pin })));
  };
  await rekey('999998');
  const name = `${LOCKED_ACCOUNT.id}/lock`;
  const record = JSON.parse(keychain.entries.get(name) ?? '') as Record<string, unknown>;
  keychain.entries.set(name, JSON.stringify({ ...record, secret: '0'.repeat(64) }));
  await rekey(PIN);
  keychain.entries.delete(name);
  await rekey(PIN);
  expect(noted).toEqual([
    'failed-unlock wrong-pin',
    'failed-unlock key-mismatch',
    'failed-unlock key-missing',
  ]);
});

test('what fails after the PIN has opened the account is the outcome of an unlocking', async () => {
  const { start, noted, note } = await createLocked();
  const secrets = start({ hasFiles: () => true, rekeyFiles: async () => err('storage-full') });
  const done = await secrets.keys.rekey(LOCKED_ACCOUNT, async () => ({ ok: true, value: PIN }));
  await note(secrets, done);
  expect(noted).toEqual(['unlock storage-full']);
});

test('the entry names the user of the account', async () => {
  const { start } = await createLocked();
  const noted: InternalProcedureInput<'accessLog.note'>[] = [];
  const noteAccess = async (access: InternalProcedureInput<'accessLog.note'>): Promise<void> => {
    noted.push(access);
  };
  const account = { ...LOCKED_ACCOUNT, userId: 'user_nurse01' };
  await recordUnlockAttempt({ secrets: start(), noteAccess }, account, err('wrong-pin'));
  const { id, userId } = account;
  expect(noted).toEqual([{ what: 'failed-unlock', outcome: 'wrong-pin', account: id, user: userId }]);
});

test('a new PIN that is too weak is refused before anything is tried, so nothing is recorded', async () => {
  const { start, noted, note } = await createLocked();
  await note(start(), err('weak-pin'));
  expect(noted).toEqual([]);
});
