import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startLoopback, type Loopback } from '../../support/loopback.ts';
import { rawForm, rawList, rawNotification, rawRequisition } from '../../support/builders.ts';
import {
  openInput,
  temporaryFolder,
  TEST_KEY,
  testEngine,
  unwrap,
  type TestEngine,
} from '../../support/engine.ts';

const SENTINEL = 'PHI-SENTINEL-4711';
const SECRETS = [SENTINEL, SENTINEL.toLowerCase(), 'TOK-SENTINEL', 'JWT-SENTINEL', TEST_KEY];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: Loopback;
let engine: TestEngine;
beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isFirst = searchParams.get('offset') === '0';
    response.end(JSON.stringify(rawList(isFirst ? getRecords(pathname) : [])));
  });
  engine = testEngine(folder.path);
  unwrap(await engine.start());
});
afterEach(async () => {
  await engine.close();
  await service.close();
  await folder.remove();
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
  const names = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => path.join(folder.path, name)).filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(3);
  return files.filter((file) => {
    const bytes = readFileSync(file);
    return SECRETS.some((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')));
  });
}

/** Files that this process has open and that were unlinked. */
function hiddenFiles(): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.endsWith('(deleted)') && link.includes('etilqs'));
}

test('no byte of the data folder contains a record, a token or the key, while it runs and after', async () => {
  unwrap(await engine.control('engine.open', openInput(service.origin)));
  unwrap(await engine.call('sync.run', {}));
  expect(
    unwrap(await engine.control('records.list', { kind: 'requisition', filter: { search: SENTINEL } })).items,
  ).toHaveLength(50);
  expect(leaks()).toEqual([]);
  await engine.close();
  expect(leaks()).toEqual([]);
});

test.runIf(process.platform === 'linux')('sorting leaves no temporary file', async () => {
  unwrap(await engine.control('engine.open', openInput(service.origin)));
  unwrap(await engine.call('sync.run', {}));
  unwrap(
    await engine.control('records.list', { kind: 'requisition', filter: { search: SENTINEL }, limit: 500 }),
  );
  expect(hiddenFiles()).toEqual([]);
});

test('events and logs contain ids, counts and codes, never a text of a record', async () => {
  unwrap(await engine.control('engine.open', openInput(service.origin)));
  unwrap(await engine.call('sync.run', {}));
  await service.close();
  unwrap(await engine.call('sync.run', {}));
  const told = JSON.stringify([engine.events, engine.logged]);
  for (const secret of SECRETS) expect(told).not.toContain(secret);
});

test('every file and folder is accessible to the owner only', async () => {
  unwrap(await engine.control('engine.open', openInput(service.origin)));
  unwrap(await engine.call('sync.run', {}));
  const names = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  const open = names.filter((name) => (statSync(path.join(folder.path, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});
