import { expect, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { openTestApp } from '../../support/app.ts';
import { testEngine, unwrap } from '../../support/engine.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';
import { createTestSession, linkEngine } from '../../support/session.ts';

const NEXT = 'ef'.repeat(32);

test('a window finishes the encryption with a new key that a crash has interrupted, and opens the account', async () => {
  const keychain = memoryKeychain();
  const app = await openTestApp({ seed: 3, requisitions: 6 }, { keychain, hasSession: true });
  const { baseUrl, accessToken, jwt, userId } = app.clinic;
  const input = { baseUrl, accessToken, jwt, userId: idSchema('user').parse(userId) };
  const id = unwrap(await app.session().signIn(input)).current ?? '';
  await app.clinic.unplug();
  await app.save(NEW_ORDER);
  await app.session().close();
  await app.engine().close();

  const name = `${id}/cache-key`;
  const record = JSON.parse(keychain.entries.get(name) ?? '{}') as { key: string }; // as the vault writes it
  keychain.entries.set(name, JSON.stringify({ ...record, next: NEXT }));

  const engine = testEngine(app.folder);
  unwrap(await engine.start());
  const session = createTestSession({ folder: app.folder, keychain, engine: linkEngine(engine) });
  expect(unwrap(await session.switchTo({ id }))).toMatchObject({ current: id, session: 'open' });
  const outbox = unwrap(await engine.handle('outbox.list', {}));
  expect(outbox).toMatchObject({ items: [{ operation: 'requisitions.create' }] });
  const stored = keychain.entries.get(name) ?? '';
  expect(JSON.parse(stored)).toMatchObject({ key: NEXT });
  expect(stored).not.toContain(record.key);
  await session.close();
  await engine.close();
});
