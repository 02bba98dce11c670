/** The program in which the tests of removals sign in and remove. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import type { RemovalKind, RemovalRequest } from '#contract/removal.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { unwrap } from '../../support/engine.ts';
import { memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';

/** The program of the running test. */
export let app: TestApp;
/** The keychain of that program. */
export let keychain: MemoryKeychain;

/** Gives each test of a file a program with an empty keychain, and a clinic. */
export function useRemovalApp(): void {
  beforeEach(async () => {
    keychain = memoryKeychain();
    const sizes = { seed: 3, requisitions: 12, forms: 2, notifications: 3 };
    app = await openTestApp(sizes, { keychain, hasSession: true });
  });
}

/** Signs in at the clinic and returns the id of the account. */
export async function signIn(userId: string | null = app.clinic.userId): Promise<string> {
  const { baseUrl, accessToken, jwt } = app.clinic;
  const input = { baseUrl, accessToken, jwt, userId: idSchema('user').nullable().parse(userId) };
  return unwrap(await app.session().signIn(input)).current ?? '';
}

/** What the page sends to remove an account. */
export const request = (
  account: string,
  what: Exclude<RemovalKind, 'wipe'> = 'remove',
  discards: readonly number[] = [],
): RemovalRequest => ({ what, account, discards, acceptsUnreadable: false });

/** The names of the folders of accounts. */
export const accountFolders = (): readonly string[] => {
  const folder = path.join(app.folder, 'accounts');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Reads the file of the removals. */
export const readRemovals = (): {
  readonly open: readonly unknown[];
  readonly receipts: readonly unknown[];
} => JSON.parse(readFileSync(path.join(app.folder, 'removals.json'), 'utf8')) as never; // as the program writes it

/** Saves an order that the service refuses for now. */
export async function saveUnsent(): Promise<number> {
  app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422 } });
  const { number } = await app.save({ ...NEW_ORDER });
  // While it is being sent it may have arrived, and cannot be discarded.
  await app.sync();
  return number;
}
