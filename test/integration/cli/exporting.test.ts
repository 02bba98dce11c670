import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { expectSuccess, syncedCommand } from '../../support/command.ts';

const { clinic, folder, run } = syncedCommand({ seed: 7, requisitions: 520, forms: 2, notifications: 2 });

const serviceRecords = () => [...clinic().listResources('requisition')];

test('all requisitions are printed as one JSON array, each as it was received', async () => {
  const { out } = expectSuccess(await run('export', 'requisitions', '--format', 'json'));
  const printed = JSON.parse(out) as { id: string }[];
  const byId = new Map(printed.map((resource) => [resource.id, resource]));
  expect(printed).toHaveLength(520);
  for (const resource of serviceRecords()) expect(byId.get(String(resource['id']))).toEqual(resource);
});

test('the service’s filters exclude the same records', async () => {
  const [first] = serviceRecords();
  const words = [
    '--requisition-type',
    String(first?.['type']),
    '--share-with-patient',
    String(first?.['share_with_patient']),
  ];
  const { out } = expectSuccess(await run('export', 'requisitions', '--format', 'csv', ...words));
  const lines = parse<{ id: string }>(out, { bom: true, columns: true });
  const expected = serviceRecords().filter(
    ({ type, share_with_patient: share }) =>
      type === first?.['type'] && share === first?.['share_with_patient'],
  );
  expect(lines.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => String(id)).sort());
});

test('a file is complete or absent, and only this user can read it', async () => {
  const file = join(folder(), 'out.csv');
  const ended = await run('export', 'requisitions', '--format', 'csv', '--out', file);
  expect(ended).toMatchObject({ code: 0, out: '' });
  expect(ended.err).toContain('520 requisitions');
  expect(parse(readFileSync(file, 'utf8'), { bom: true, columns: true })).toHaveLength(520);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(folder()).toSorted()).toEqual(['data', 'out.csv']);
});

test('a file that cannot be written says so', async () => {
  const { code, err } = await run(
    'export',
    'requisitions',
    '--format',
    'csv',
    '--out',
    join(folder(), 'no/where.csv'),
  );
  expect(code).toBe(6);
  expect(err).toContain('--out: the file or its folder does not exist');
});

test('without a known format it is a usage error', async () => {
  expect((await run('export', 'requisitions')).code).toBe(2);
  expect((await run('export', 'requisitions', '--format', 'xml')).code).toBe(2);
});

test('notifications are printed as a table or an array, those of a filter alone', async () => {
  const sent = [...clinic().listResources('notification')];
  const { out } = expectSuccess(await run('export', 'notifications', '--format', 'json'));
  expect(new Map((JSON.parse(out) as { id: string }[]).map((each) => [each.id, each]))).toEqual(
    new Map(sent.map((each) => [each['id'], each])),
  );
  const user = String(sent[0]?.['user']);
  const table = expectSuccess(await run('export', 'notifications', '--format', 'csv', '--user', user)).out;
  const ids = parse<{ id: string }>(table, { bom: true, columns: true }).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(
    sent
      .filter((each) => each['user'] === user)
      .map(({ id }) => String(id))
      .toSorted(),
  );
});
