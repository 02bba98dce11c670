import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getFirstRecord } from '../../../support/clinic.ts';
import { getError, expectSuccess, syncedCommand } from '../../../support/command.ts';

const DOCUMENT = /^\/documents\//;

describe('intray pdf', () => {
  const { clinic, folder, run } = syncedCommand({
    seed: 7,
    requisitions: 5,
    forms: 1,
    notifications: 1,
    patients: 3,
  });
  const file = (name: string): string => path.join(folder(), name);
  let id = '';
  beforeAll(() => {
    ({ id } = getFirstRecord(clinic(), 'requisition'));
  });
  afterEach(() => clinic().faults.clear());

  it('writes the PDF into a file for this user only, and reports its size', async () => {
    const { out } = expectSuccess(await run('pdf', id, '--out', file('a.pdf')));
    const bytes = readFileSync(file('a.pdf'));
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(out).toBe(`${file('a.pdf')}: ${bytes.length} bytes\n`);
    expect(statSync(file('a.pdf')).mode & 0o777).toBe(0o600);
  });

  it('needs no network for a stored one, and reports its hash as JSON', async () => {
    expectSuccess(await run('pdf', id, '--out', file('b.pdf')));
    const followed = clinic()
      .requests()
      .filter(({ origin }) => origin === 'pdf').length;
    const { out } = expectSuccess(await run('pdf', id, '--out', file('b.pdf'), '--json'));
    expect(JSON.parse(out)).toMatchObject({
      file: file('b.pdf'),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(
      clinic()
        .requests()
        .filter(({ origin }) => origin === 'pdf'),
    ).toHaveLength(followed);
  });

  it('reports why it is not available, and writes nothing', async () => {
    const other = String([...clinic().listResources('requisition')][1]?.['id']);
    clinic().faults.add({
      match: { path: DOCUMENT },
      action: { kind: 'answer', status: 200, body: '<p>Sign in</p>' },
    });
    const ended = await run('pdf', other, '--out', file('c.pdf'), '--json');
    expect(ended.code).toBe(5);
    expect(getError(ended).code).toBe('not-a-pdf');
    expect(readdirSync(folder())).not.toContain('c.pdf');
  });

  it('reports that it cannot write', async () => {
    const ended = await run('pdf', id, '--out', file('nowhere/d.pdf'), '--json');
    expect([ended.code, getError(ended).code]).toEqual([6, 'storage-read-only']);
  });

  it.each([
    ['without a file', () => [id]],
    ['with an id of another kind', () => ['form_1', '--out', file('e.pdf')]],
  ])('%s is no command', async (_, words) => {
    expect((await run('pdf', ...words())).code).toBe(2);
  });
});
