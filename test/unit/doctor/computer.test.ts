import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatCheckLine, type CheckLine } from '#contract/computer-check.ts';
import { POLICY_FOR_UNUSABLE_FILE } from '#contract/policy.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { DAY, MINUTE } from '#main/base/durations.ts';
import type { ComputerCheckResult } from '#main/doctor/check-line.ts';
import type { TemporaryCheckEngine } from '#main/doctor/engine.ts';
import { checkDataFolder } from '#main/doctor/folder.ts';
import { checkPolicy } from '#main/doctor/check-computer.ts';
import { checkPdfProgram, checkPrinting } from '#main/doctor/printing.ts';
import { runProgram, type ProgramOutput, type RunCheckedProgram } from '#main/doctor/program-output.ts';
import { checkSandbox, type SandboxFacts } from '#main/doctor/sandbox.ts';
import { checkProxyServiceAndClock } from '#main/doctor/service.ts';
import { writeReport } from '#main/doctor/write-report.ts';
import { NO_POLICY, policyOf } from '../../support/policy.ts';

/** Returns a finding as it is in a report. */
function write(finding: ComputerCheckResult | undefined, locale = 'en'): CheckLine | undefined {
  return writeReport(finding === undefined ? [] : [finding], locale)[0];
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DISK = { type: 0xef53, bsize: 4096, bavail: 10_000_000 };

describe('the line about the data folder', () => {
  const check = async (facts = DISK, dataDir = folder) =>
    write(await checkDataFolder(dataDir, 'linux', async () => facts));

  it('is fine for a private folder with space, and for one that is not made yet', async () => {
    expect(await check()).toMatchObject({ state: 'fine', found: expect.stringContaining('MB free') });
    expect(await check(DISK, join(folder, 'a', 'b'))).toMatchObject({
      state: 'fine',
      found: expect.stringContaining('not made yet'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that other users can read it, and what', async () => {
    writeFileSync(join(folder, 'accounts.json'), '', { mode: 0o644 });
    chmodSync(folder, 0o755);
    expect(await check()).toMatchObject({ state: 'wrong', found: expect.stringContaining('accounts.json') });
  });

  it.skipIf(process.platform === 'win32')('is wrong for a folder that Intray refuses to use', async () => {
    chmodSync(folder, 0o777);
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('could be changed by other users of this computer (writable by others)'),
    });
  });

  it('is wrong for a full disk, and worth knowing for a network home or little space', async () => {
    expect(await check({ ...DISK, bavail: 100 })).toMatchObject({ state: 'wrong' });
    expect(await check({ ...DISK, type: 0x6969 })).toMatchObject({
      state: 'attention',
      found: expect.stringContaining('NFS'),
    });
    // Some systems report the number of SMB as a negative one.
    expect(await check({ ...DISK, type: 0xfe53_4d42 | 0 })).toMatchObject({ state: 'attention' });
    expect(await check({ ...DISK, bavail: 100_000 })).toMatchObject({ state: 'attention' });
  });

  it('is wrong for a folder that cannot be written, and writes nothing itself', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await check(DISK, join(file, 'data'))).toMatchObject({ state: 'wrong' });
    expect(await check(DISK, file)).toMatchObject({ state: 'wrong' });
  });
});

describe('the line about the policy', () => {
  it('says whether there is one', () => {
    expect(write(checkPolicy(NO_POLICY))).toMatchObject({
      state: 'fine',
      found: 'None (/etc/intray/policy.json).',
    });
    expect(checkPolicy(policyOf({}))).toMatchObject({ state: 'fine' });
  });

  it('names file, line and reason of one that cannot be used', () => {
    const problems = [{ line: 3, reason: '"savePdf" is not an entry of a policy' }];
    const finding = checkPolicy({
      ...NO_POLICY,
      policy: POLICY_FOR_UNUSABLE_FILE,
      source: 'strict',
      problems,
    });
    expect(
      writeReport([finding], 'en')
        .map((line) => formatCheckLine(line))
        .join('\n'),
    ).toMatch(
      /^\[wrong\] {5}Policy: \/etc\/intray\/policy\.json cannot be used: line 3: "savePdf" .*neither saved nor printed/,
    );
  });

  it.each([
    [
      'en',
      'PDFs are neither saved nor printed, and nothing is updated, until it can be used. A window locks after 1 minute without input at the latest. In a window every account needs a PIN. An administrator has to correct the file or its rights.',
    ],
    ['de', expect.stringMatching(/nach .?1 Minute.? ohne Eingabe gesperrt\. .*jedes Konto eine PIN\./)],
    ['ar', expect.stringMatching(/بعد .?دقيقة.? من دون إدخال.*رقم PIN\./)],
  ])('says what holds of the lock where no policy can be used (%s)', (locale, advice) => {
    const strict = { ...NO_POLICY, policy: POLICY_FOR_UNUSABLE_FILE, source: 'strict' } as const;
    expect(writeReport([checkPolicy(strict)], locale)).toMatchObject([{ state: 'wrong', advice }]);
  });

  it('says what the last usable policy says of the lock where that still applies', () => {
    const lastGood = { ...policyOf({ lockAfterMinutes: 5 }), source: 'last-good' } as const;
    expect(write(checkPolicy(lastGood))?.advice).toBe(
      'The last policy that could be used still applies. A window locks after 5 minutes without input at the latest. An administrator has to correct the file or its rights.',
    );
  });
});

const FACTS: SandboxFacts = {
  platform: 'linux',
  isElectron: true,
  args: [],
  uid: 1000,
  read: () => null,
  helper: null,
};

describe('the line about the sandbox', () => {
  const readOnly = (file: string, value: string) => (asked: string) => (asked === file ? value : null);
  it.each([
    ['user namespaces', {}, 'fine'],
    ['the helper of the package', { helper: { uid: 0, mode: 0o104_755 }, read: () => '0' }, 'fine'],
    ['macOS', { platform: 'darwin' }, 'fine'],
    ['plain Node', { isElectron: false }, 'skipped'],
    ['a helper without its rights', { helper: { uid: 1000, mode: 0o100_755 }, read: () => '0' }, 'wrong'],
    ['no user namespaces', { read: readOnly('/proc/sys/user/max_user_namespaces', '0') }, 'wrong'],
    [
      'AppArmor',
      { read: readOnly('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1') },
      'attention',
    ],
    ['root', { uid: 0 }, 'wrong'],
    ['--no-sandbox', { args: ['--no-sandbox'] }, 'wrong'],
  ] as const)('with %s', (_what, facts, state) => {
    expect(checkSandbox({ ...FACTS, ...(facts as Partial<SandboxFacts>) })).toMatchObject({ state });
  });
});

describe('the lines about printing and PDFs', () => {
  const answer = (output: ProgramOutput) => async () => output;
  const said = (output: string) => answer({ state: 'done', output });

  it('count printers without naming them', async () => {
    expect(write(await checkPrinting('linux', said('Praxis_2_OG\nTresen\n')))).toEqual({
      id: 'printing',
      state: 'fine',
      found: '2 printers.',
      advice: null,
    });
  });

  it.each([
    ['no printing system', 'linux', { state: 'absent' }, 'attention'],
    ['no printer', 'linux', { state: 'failed' }, 'attention'],
    ['no printer', 'win32', { state: 'done', output: '\r\n' }, 'attention'],
    ['a list that cannot be read', 'win32', { state: 'failed' }, 'skipped'],
  ] as const)('know %s on %s', async (_what, platform, output, state) => {
    expect(await checkPrinting(platform, answer(output))).toMatchObject({ state });
  });

  it.each([
    ['linux', { state: 'done', output: 'org.gnome.Evince.desktop\n' }, 'org.gnome.Evince.desktop'],
    ['win32', { state: 'done', output: '.pdf=MSEdgePDF\r\n' }, 'MSEdgePDF'],
    ['darwin', { state: 'failed' }, 'The one of the system.'],
    ['linux', { state: 'done', output: '\n' }, 'No program opens PDFs.'],
    ['linux', { state: 'absent' }, 'No program opens PDFs.'],
    ['win32', { state: 'failed' }, 'No program opens PDFs.'],
  ] as const)('know the PDF program on %s', async (platform, output, found) => {
    expect(write(await checkPdfProgram(platform, answer(output)))).toMatchObject({ found });
  });

  it('name programs of Windows by their full path, so that none of the current folder is started', async () => {
    const started: string[] = [];
    const note: RunCheckedProgram = async (program) => {
      started.push(program);
      return { state: 'failed' };
    };
    await checkPrinting('win32', note);
    await checkPdfProgram('win32', note);
    expect(started).toEqual([
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      'C:\\Windows\\System32\\cmd.exe',
    ]);
  });

  it('run programs of the system, and know one that does not exist from one that fails', async () => {
    expect(await runProgram(process.execPath, ['-p', '1 + 1'])).toEqual({ state: 'done', output: '2\n' });
    expect(await runProgram(process.execPath, ['-e', 'process.exit(3)'])).toEqual({ state: 'failed' });
    expect(await runProgram('no-such-program', [])).toEqual({ state: 'absent' });
  });
});

const ADDRESS = 'https://records.example.org';
const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('the lines about the service', () => {
  /** Checks with an engine that gives this answer to the question for the time. */
  async function ask(answer: Result<unknown>, rule = 'DIRECT', address: string | null = ADDRESS) {
    const calls: unknown[] = [];
    const engine: TemporaryCheckEngine = {
      call: async (name, input) => {
        calls.push([name, input]);
        return name === 'engine.readServiceClock' ? answer : ok({});
      },
      close: async () => {},
    };
    const clock = { ...systemClock, now: () => NOW };
    const [proxy, service, time] = await checkProxyServiceAndClock(engine, address, async () => rule, clock);
    return { proxy: write(proxy), service: write(service), time: write(time), calls };
  }
  const at = (serverTime: number | null) => ok({ serverTime });

  it('are fine where it answers with the time of this computer', async () => {
    const { proxy, service, time } = await ask(at(NOW - MINUTE));
    expect([proxy?.state, service?.state, time?.state]).toEqual(['fine', 'fine', 'fine']);
  });

  it.each([
    [NOW - 3 * 365 * DAY, '3 years ahead of the service'],
    [NOW + 40 * 365 * DAY, '40 years behind the service'],
    [NOW + 10 * MINUTE, '10 minutes behind the service'],
    [NOW - 60 * DAY, '60 days ahead of the service'],
  ])('say by how much the clock is wrong', async (serverTime, found) => {
    expect((await ask(at(serverTime))).time).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining(found),
    });
  });

  it('are no fault of the clock where the service says no time', async () => {
    expect((await ask(at(null))).time).toMatchObject({ state: 'skipped' });
  });

  it('say that a certificate may be refused because of the clock', async () => {
    const { service } = await ask(err('certificate', { detail: 'CERT_NOT_YET_VALID' }));
    expect(service).toMatchObject({ state: 'wrong', advice: expect.stringContaining('Set date and time') });
    const other = await ask(err('certificate', { detail: 'SELF_SIGNED_CERT_IN_CHAIN' }));
    expect(other.service).toMatchObject({
      state: 'wrong',
      advice: expect.stringContaining('store of the system'),
    });
  });

  it('are nothing wrong offline', async () => {
    const { service, time } = await ask(err('offline', { detail: 'ENOTFOUND' }));
    expect([service?.state, time?.state]).toEqual(['attention', 'skipped']);
  });

  it('say which proxy cannot be used, without its password', async () => {
    const { proxy } = await ask(
      err('proxy-unsupported', { detail: 'SOCKS5' }),
      'SOCKS5 mary:secret@10.0.0.1:1080',
    );
    expect(proxy).toMatchObject({ state: 'wrong', found: 'SOCKS5 10.0.0.1:1080 cannot be used (SOCKS5).' });
  });

  it('ask nothing where no account and no policy names an address', async () => {
    const { proxy, service, time, calls } = await ask(at(NOW), 'DIRECT', null);
    expect([proxy?.state, service?.state, time?.state]).toEqual(['skipped', 'skipped', 'skipped']);
    expect(calls).toEqual([]);
  });
});

describe('a report in another language', () => {
  const finding: ComputerCheckResult = {
    id: 'clock',
    state: 'wrong',
    found: { key: 'clock.behind', values: { here: 'T', difference: { amount: 3, unit: 'year' } } },
    advice: [{ key: 'clock.advice' }, { key: 'error.offline' }],
  };

  it('has whole sentences of that language, with its durations and plural forms', () => {
    expect(write(finding, 'de-AT')).toEqual({
      id: 'clock',
      state: 'wrong',
      found: 'Hier T; diese Uhr geht um 3 Jahre nach.',
      advice:
        'Stellen Sie Datum und Uhrzeit dieses Computers, am besten über das Netzwerk. Der Dienst ist nicht erreichbar. Was auf diesem Computer ist, bleibt lesbar.',
    });
    const printers = { key: 'printing.printers', values: { count: 2 } } as const;
    expect(write({ ...finding, found: printers }, 'ar')?.found).toBe('طابعتان.');
  });

  it('keeps the direction of a path to itself from right to left', () => {
    const found = { key: 'folder.onServer', values: { place: '/data' } } as const;
    expect(write({ ...finding, found }, 'ar')?.found).toBe('\u2068/data\u2069؛ على خادم.');
  });

  it('has a nested sentence in the same language', () => {
    const place = { key: 'folder.notMade', values: { folder: '/data' } } as const;
    const found = { key: 'folder.free', values: { place, megabytes: 12_500 } } as const;
    expect(write({ ...finding, found }, 'de')?.found).toBe('/data (noch nicht angelegt); 12.500 MB frei.');
  });

  it('never has more than a line may hold', () => {
    const problems = Array.from({ length: 20 }, () => ({ line: 1, reason: 'x'.repeat(1000) }));
    expect(write(checkPolicy({ ...NO_POLICY, source: 'strict', problems }))?.found).toHaveLength(1500);
  });
});
