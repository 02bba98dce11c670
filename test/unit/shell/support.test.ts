import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { createRedactingLog } from '#main/base/log.ts';
import { createLicenceHandlers } from '#main/shell/licences.ts';
import { createSupportHandlers } from '#main/shell/support.ts';
import { openTestApp } from '../../support/app.ts';
import { unwrap } from '../../support/results.ts';

const INFO = {
  version: '0.1.0',
  host: 'electron',
  platform: 'linux x64',
  packaged: true,
  baseUrlHint: 'https://sentinel-host.example',
  languages: ['de-AT'],
  systemLocale: 'de-AT',
} as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intray-support-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Surroundings {
  readonly log?: string;
  readonly health?: Result<unknown>;
  readonly found?: string;
}

async function prepare({
  log,
  health = err('not-signed-in'),
  found = 'Fine.',
}: Surroundings = {}): Promise<string> {
  await mkdir(join(folder, 'logs'), { recursive: true });
  if (log !== undefined) await writeFile(join(folder, 'logs', 'intray.log'), log);
  const handlers = createSupportHandlers({
    info: INFO,
    settings: { get: () => ({ ...DEFAULT_SETTINGS, theme: 'dark' }) },
    checkComputer: async () => [{ id: 'folder', state: 'attention', found, advice: [] }],
    engine: { call: async () => health },
    logFolder: join(folder, 'logs'),
    clock: { now: () => Date.UTC(2026, 2, 12) },
  });
  return unwrap(await handlers['support.prepare']()).text;
}

describe('a support file', () => {
  it('holds versions, settings, the check of the computer and the end of the log', async () => {
    const text = await prepare({
      log: '{"message":"the engine has started"}\n',
      found: 'The folder is slow.',
    });
    expect(text).toContain('Support file of 2026-03-12T00:00:00.000Z');
    expect(text).toContain('Intray 0.1.0, electron, linux x64, packaged');
    expect(text).toContain('theme: "dark"');
    expect(text).toContain('Data folder: The folder is slow.');
    expect(text).toContain('not known (not-signed-in)');
    expect(text).toContain('the engine has started');
  });

  it('is made where there is no log, and holds only the end of a long one', async () => {
    expect(await prepare()).toContain('[Log, last 0 lines]');
    const lines = Array.from(
      { length: 10_000 },
      (_, index) => `{"message":"line number ${index} of the log"}`,
    );
    const text = await prepare({ log: `${lines.join('\n')}\n` });
    expect(text).toContain('line number 9999 of');
    expect(text).not.toContain('line number 9599 of');
    expect(text).toContain('[Log, last 400 lines]');
  });

  it('holds no name, id or token of an account that was read, searched and changed', async () => {
    const sentinels = { name: 'Zsentinelname', id: 'zsentinelid', token: 'Zsentineltoken0123456789' };
    const app = await openTestApp();
    await app.sync();
    const { id } = app.first('requisition');
    await app.save({
      operation: 'requisitions.update',
      data: { id, name: sentinels.name, order_details: `${sentinels.name} ${sentinels.id}` },
    });
    // Lines as they must not be, but as an older version or a library may have written them.
    const lines: string[] = [];
    const log = createRedactingLog(
      (line) => lines.push(line),
      () => 0,
    );
    log.error(`the record req_${sentinels.id} failed`, {
      address: `https://user:${sentinels.token}@host/x?q=1`,
    });
    const raw = [
      `{"message":"user_${sentinels.id} was read by ${sentinels.name}"}`,
      `authorization: ${sentinels.token}`,
      `Bearer ${sentinels.token}`,
      `https://host.example/v2/requisitions/req_${sentinels.id}?token=${sentinels.token}`,
    ];
    const text = await prepare({
      log: `${[...lines, ...raw].join('\n')}\n`,
      health: await app.engine().handle('sync.health', {}),
      found: `The service https://host.example/?jwt=${sentinels.token} answered for user_${sentinels.id}.`,
    });
    expect(text).toMatch(/requisition: \w+, \d+ cached/);
    for (const sentinel of Object.values(sentinels)) expect(text).not.toContain(sentinel);
    expect(text).not.toContain(id);
    expect(text).not.toContain('sentinel-host');
  });
});

describe('the list of shipped packages', () => {
  const list = (file: string) => createLicenceHandlers(file)['app.licences']();

  it('is what the build has written', async () => {
    const packages = [{ name: 'zod', version: '4.0.0', license: 'MIT', text: 'MIT License' }];
    const file = join(folder, 'licences.json');
    await writeFile(file, JSON.stringify(packages));
    expect(await list(file)).toEqual(ok({ packages }));
  });

  it.each([
    ['is missing', null],
    ['is no JSON', '{'],
    ['is of another shape', '[{"name":"zod"}]'],
  ])('is an error where the file %s', async (_what, content) => {
    const file = join(folder, 'licences.json');
    if (content !== null) await writeFile(file, content);
    expect(await list(file)).toEqual(err('file-unreadable'));
  });
});
