import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type ClientRequest, type RequestOptions } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as ElectronUpdater from 'electron-updater';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import {
  createUpdateInstaller,
  createInstallerUnlessManaged,
  type ElectronUpdaterModule,
} from '#main/shell/update-installer.ts';
import { describePackage, PACKAGE } from '../../support/releases.ts';
import {
  body,
  compressed,
  redirect,
  cutShort,
  endless,
  startUpdateServer,
  type UpdateServer,
} from '../../support/update-server.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const NAME = 'Intray-1.1.0-x64-setup.exe';
const load = createRequire(import.meta.url);

let server: UpdateServer;
let folder = '';
beforeEach(async () => {
  server = await startUpdateServer();
  folder = mkdtempSync(join(tmpdir(), 'intray-installer-'));
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: intray-updater\n');
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The requests of the updater; its own types name Electron's. */
interface ExecutorModule {
  readonly ElectronHttpExecutor: new () => {
    createRequest(options: RequestOptions, onResponse: (response: unknown) => void): ClientRequest;
  };
}

/** The real updater for Windows with Node's network, in a program of version 1.0.0. */
function createParts(): ElectronUpdaterModule {
  const { NsisUpdater, Provider, CancellationToken } = load('electron-updater') as typeof ElectronUpdater;
  const { ElectronHttpExecutor } = load('electron-updater/out/electronHttpExecutor.js') as ExecutorModule;
  /** The updater's own network code, with Node's requests in place of Electron's. */
  class NodeExecutor extends ElectronHttpExecutor {
    override createRequest(options: RequestOptions, onResponse: (response: unknown) => void): ClientRequest {
      return request(options).on('response', onResponse);
    }
  }
  const updater: ElectronUpdater.AppUpdater = new NsisUpdater(null, {
    version: '1.0.0',
    name: 'intray',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  });
  Object.assign(updater, { httpExecutor: new NodeExecutor() }); // an app of a test has none
  return { updater, Provider, CancellationToken };
}

/** @param wait the pauses of the clock; by default none ends */
function setUp(wait: Clock['wait'] = () => new Promise(() => {})) {
  const parts = createParts();
  const installs: unknown[][] = [];
  parts.updater.quitAndInstall = (...how) => void installs.push(how);
  const installer = createUpdateInstaller({
    system: 'windows-x64',
    load: async () => parts,
    clock: { wait },
    log: silentLog,
  });
  const percents: number[] = [];
  const wanted = {
    ...describePackage(NAME, PACKAGE),
    version: '1.1.0',
    address: `${server.address}/${NAME}`,
  };
  return {
    installer,
    installs,
    percents,
    wanted,
    download: () => installer.download(wanted, (now) => percents.push(now)),
  };
}

/** The files that a download has left. */
function listPending(): readonly string[] {
  const pending = join(folder, 'intray-updater', 'pending');
  return existsSync(pending) ? readdirSync(pending).filter((name) => name.endsWith('.exe')) : [];
}

describe('the file of an update', () => {
  it('is kept where it is the signed one, and installed on request', async () => {
    server.answers.set(`/${NAME}`, body(PACKAGE));
    const { installer, installs, download } = setUp();
    expect(await download()).toEqual({ failure: null });
    expect(listPending()).toEqual([NAME]);
    void installer.install();
    await waitUntilPasses(() => expect(installs).toEqual([[true, true]]));
    expect(server.asked).toEqual([`/${NAME}`]);
  });

  it('is not installed where another program has changed it on the disk', async () => {
    server.answers.set(`/${NAME}`, body(PACKAGE));
    const { installer, installs, download } = setUp();
    await download();
    writeFileSync(join(folder, 'intray-updater', 'pending', NAME), 'another program');
    await expect(installer.install()).rejects.toThrow('changed on the disk');
    expect(installs).toEqual([]);
  });

  it('is thrown away where its content differs from the signed one', async () => {
    const other = Buffer.from(PACKAGE);
    other[100] = 0;
    server.answers.set(`/${NAME}`, body(other));
    expect(await setUp().download()).toEqual({ failure: 'wrong-file' });
    expect(listPending()).toEqual([]);
  });

  it('is thrown away where it is cut short', async () => {
    server.answers.set(`/${NAME}`, body(PACKAGE.subarray(0, 1_000)));
    expect(await setUp().download()).toEqual({ failure: 'wrong-file' });
    expect(listPending()).toEqual([]);
  });

  it('is thrown away where the connection breaks', async () => {
    server.answers.set(`/${NAME}`, cutShort(PACKAGE, 1_000));
    const { failure } = await setUp().download();
    expect(failure).not.toBeNull();
    expect(listPending()).toEqual([]);
  });

  it.each([
    ['has no end', endless(), 'too-large'],
    ['is longer than the signed size', body(Buffer.concat([PACKAGE, PACKAGE])), 'too-large'],
    ['is compressed', compressed(PACKAGE), 'wrong-file'],
    ['is elsewhere', redirect('/other.exe'), 'redirected'],
  ] as const)('is not read where it %s', async (_what, answer, failure) => {
    server.answers.set(`/${NAME}`, answer);
    server.answers.set('/other.exe', body(PACKAGE));
    expect(await setUp().download()).toEqual({ failure });
    expect(listPending()).toEqual([]);
    expect(server.asked).toEqual([`/${NAME}`]);
  });

  it('is given up where nothing arrives for two minutes', async () => {
    const isAsked = Promise.withResolvers<void>();
    server.answers.set(`/${NAME}`, (_request, response) => {
      response.writeHead(200, { 'content-length': PACKAGE.length }).flushHeaders();
      isAsked.resolve();
    });
    const pauses: number[] = [];
    const { download } = setUp(async (ms) => {
      pauses.push(ms);
      await isAsked.promise;
    });
    expect(await download()).toEqual({ failure: 'timeout' });
    expect(pauses).toEqual([120_000]);
    expect(listPending()).toEqual([]);
  });

  it('that the server does not have is a failure', async () => {
    expect(await setUp().download()).toEqual({ failure: 'no-answer' });
  });

  it('may be downloaded after a failure', async () => {
    const { download, percents } = setUp();
    server.answers.set(`/${NAME}`, endless());
    await download();
    server.answers.set(`/${NAME}`, body(PACKAGE));
    expect(await download()).toEqual({ failure: null });
    expect(percents.at(-1)).toBe(100);
  });

  it('is a failure where no server is there', async () => {
    await server.close();
    expect(await setUp().download()).toEqual({ failure: 'offline' });
  });

  it('is taken only where its version is newer', async () => {
    server.answers.set(`/${NAME}`, body(PACKAGE));
    const { installer, wanted } = setUp();
    expect(await installer.download({ ...wanted, version: '0.9.0' }, () => {})).toEqual({
      failure: 'not-installed',
    });
    expect(server.asked).toEqual([]);
  });
});

describe('this copy of Intray', () => {
  const find = (changes: Partial<Parameters<typeof createInstallerUnlessManaged>[0]>) =>
    createInstallerUnlessManaged({
      platform: 'win32',
      packaged: true,
      program: join(folder, 'Intray.exe'),
      system: 'windows-x64',
      clock: systemClock,
      log: silentLog,
      ...changes,
    });

  it('is installed by Intray on Windows where its own installer has put it there', () => {
    expect(find({})).toBeNull();
    writeFileSync(join(folder, 'Uninstall Intray.exe'), '');
    expect(find({})?.system).toBe('windows-x64');
  });

  it('is installed by somebody else on Linux, and where a developer runs it', () => {
    expect(find({ platform: 'linux', system: null })).toBeNull();
    expect(find({ platform: 'darwin', system: 'macos-universal', packaged: false })).toBeNull();
  });

  it('is named by the packer as this program expects it', () => {
    const configuration = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8');
    expect(configuration).toMatch(/^productName: Intray$/m);
    expect(configuration).toMatch(/^ {2}url: https:\/\/updates\.intray\.example$/m);
  });
});
