import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, test, expect } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { temporaryFolder, testEngine } from '../../support/engine.ts';
import { NEW_ORDER } from '../../support/builders.ts';

/** SQLite opens no file with a longer path. */
const MAX_PATH = 512;

test.each([
  ['with letters of other scripts and a line break', 'Büro für Patienten 检查\n🩺'],
  ['with characters of addresses and of SQL', "a b%20c?d=e#f'g&h"],
  ['with a path of hundreds of characters', Array.from({ length: 4 }, () => 'long'.repeat(20)).join('/')],
])('an account is kept in a folder %s and opens again', async (_which, name) => {
  const place = await temporaryFolder();
  onTestFinished(() => place.remove());
  const folder = path.join(place.path, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const app = await openTestApp({}, { folder });
  await app.sync({ kinds: ['form'] });
  await app.save(NEW_ORDER);
  await app.restart();
  expect((await app.cached('form')).size).toBe(app.serviceRecords('form').size);
  expect(await app.outbox()).toHaveLength(1);
});

test('a folder whose path is too long for SQLite is a storage error, and nothing crashes', async () => {
  const place = await temporaryFolder();
  onTestFinished(() => place.remove());
  const folder = path.join(
    place.path,
    ...Array.from({ length: 7 }, () => 'x'.repeat(Math.ceil(MAX_PATH / 7))),
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const engine = testEngine(folder);
  expect(await engine.start()).toMatchObject({ error: { code: 'storage-read-only' } });
  await engine.close();
});
