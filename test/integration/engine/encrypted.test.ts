import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { startLoopback, type Loopback } from '../../support/loopback.ts';
import { rawForm, rawList, rawNotification, rawRequisition } from '../../support/builders.ts';
import { TEST_KEY, TEST_TOKENS, unwrap, type TestEngine } from '../../support/engine.ts';

const SENTINEL = 'PHI-SENTINEL-4711';
const SECRETS = [SENTINEL, SENTINEL.toLowerCase(), 'TOK-SENTINEL', 'JWT-SENTINEL', TEST_KEY];

let app: TestApp;
let service: Loopback;
let engine: TestEngine;
beforeEach(async () => {
  service = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isFirst = searchParams.get('offset') === '0';
    response.end(JSON.stringify(rawList(isFirst ? getRecords(pathname) : [])));
  });
  onTestFinished(() => service.close());
  app = await openTestApp({}, { baseUrl: service.origin, isClosed: true });
  engine = app.engine();
  unwrap(await app.open({ tokens: TEST_TOKENS }));
  await app.sync();
});

function getRecords(pathname: string): unknown[] {
  return Array.from({ length: 400 }, (_none, n) => {
    if (pathname.endsWith('forms'))
      return rawForm({ id: `form_${n}`, name: `${SENTINEL} ${n}`, description: SENTINEL });
    if (pathname.endsWith('notifications'))
      return rawNotification({ id: `notf_${n}`, text: SENTINEL, title: SENTINEL });
    const name = `${SENTINEL} ${n}`;
    return rawRequisition({
      id: n === 0 ? undefined : `req_${n}`,
      name,
      patient: SENTINEL,
      order_details: name.repeat(50),
    });
  });
}

/** Files that contain a secret in plain text. */
function leaks(): string[] {
  const names = readdirSync(app.folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => path.join(app.folder, name)).filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(3);
  return files.filter((file) => {
    const bytes = readFileSync(file);
    return SECRETS.some((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')));
  });
}

test('no byte of the data folder contains a record, a token or the key, while it runs and after', async () => {
  expect(
    unwrap(await engine.control('records.list', { kind: 'requisition', filter: { search: SENTINEL } })).items,
  ).toHaveLength(50);
  expect(leaks()).toEqual([]);
  await engine.close();
  expect(leaks()).toEqual([]);
});

test('events and logs contain ids, counts and codes, never a text of a record', async () => {
  await service.close();
  await app.sync();
  const told = JSON.stringify([engine.events, engine.logged]);
  for (const secret of SECRETS) expect(told).not.toContain(secret);
});

test('every file and folder is accessible to the owner only', async () => {
  const names = readdirSync(app.folder, { recursive: true, encoding: 'utf8' });
  const open = names.filter((name) => (statSync(path.join(app.folder, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});
