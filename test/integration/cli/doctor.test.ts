import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computerCheckReportSchema, type CheckLine, type ComputerCheckId } from '#contract/computer-check.ts';
import { startDemoServer } from '#main/demo/server.ts';
import { CACHE_KEY, intray, type CommandResult, type Options, variablesFor } from '../../support/command.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SECRETS = {
  INTRAY_ACCESS_TOKEN: 'TOK-SENTINEL',
  INTRAY_JWT: 'JWT-SENTINEL',
  INTRAY_CACHE_KEY: CACHE_KEY,
};

/** Runs the check with JSON over a data folder that does not exist. */
async function check(
  options: Options = {},
): Promise<CommandResult & { find: (id: ComputerCheckId) => CheckLine }> {
  const ended = await intray(['doctor', '--json', '--data-dir', join(folder, 'data')], options);
  const { lines } = computerCheckReportSchema.parse(JSON.parse(ended.out));
  const find = (id: ComputerCheckId): CheckLine => {
    const line = lines.find((each) => each.id === id);
    if (line === undefined) throw new Error(`no line about ${id}`);
    return line;
  };
  return { ...ended, find };
}

/** The folders of checks among the temporary files: other programs of this computer may have left some. */
function left(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('intray-check-'));
}

describe('doctor', () => {
  it('works without an account, a keychain and a data folder, and leaves nothing behind', async () => {
    const before = left();
    const { code, err, find } = await check({ variables: SECRETS });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(find('database')).toMatchObject({ state: 'fine' });
    expect(find('keychain')).toMatchObject({ state: 'attention' });
    expect(find('folder').found).toContain('not made yet');
    expect(readdirSync(folder)).toEqual([]);
    expect(left().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('ends with 1 where something is wrong, and prints what can be done', async () => {
    const ended = await intray(['doctor', '--data-dir', join(folder, 'data')]);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/^\[wrong\] +Keychain: .*INTRAY_ACCESS_TOKEN/m);
    expect(ended.err).toContain('1 of 11 checks failed');
  });

  it('says that another program holds no folder of the check: two run at once', async () => {
    const [one, two] = await Promise.all([check({ variables: SECRETS }), check({ variables: SECRETS })]);
    expect([one.code, two.code]).toEqual([0, 0]);
  });

  it('compares the clock with the service of the account, and sends no token', async () => {
    const sandbox = await startDemoServer({ seed: 1, requisitions: 1, forms: 1, notifications: 1 });
    try {
      const variables = variablesFor(sandbox);
      const dataDir = ['--data-dir', join(folder, 'data')];
      await intray(['account', 'add', '--base-url', sandbox.baseUrl, ...dataDir], { variables });
      const { code, find } = await check({ variables: { ...variables, ...SECRETS } });
      expect(find('service')).toMatchObject({ state: 'fine', found: `${sandbox.baseUrl} answers.` });
      expect(find('clock').state).not.toBe('skipped');
      expect(find('folder')).toMatchObject({ state: 'fine' });
      expect([0, 1]).toContain(code);
    } finally {
      await sandbox.close();
    }
  });

  it('is not held up by a service that cannot be reached', async () => {
    const policyFile = join(folder, 'policy.json');
    writeFileSync(policyFile, '{"baseUrl":"https://records.invalid.example"}');
    const { code, find } = await check({ variables: SECRETS, policyFile });
    expect(find('service')).toMatchObject({ state: 'attention' });
    expect(find('policy')).toMatchObject({ state: 'fine' });
    expect(code).toBe(0);
  });

  it('shows a broken policy with its line, and nothing of tokens and keys', async () => {
    const policyFile = join(folder, 'policy.json');
    writeFileSync(policyFile, '{\n  "savePdf": "TOK-SENTINEL"\n}');
    const { code, out, err, find } = await check({ variables: SECRETS, policyFile });
    expect(code).toBe(1);
    expect(find('policy').found).toContain(`${policyFile} cannot be used: line 2: "savePdf"`);
    expect(out + err).not.toMatch(new RegExp(`SENTINEL|${CACHE_KEY}`));
  });

  it('works in a home that cannot be written', async () => {
    const file = join(folder, 'home');
    writeFileSync(file, '');
    const ended = await intray(['doctor', '--json', '--data-dir', join(file, 'data')], {
      variables: SECRETS,
    });
    expect(ended.code).toBe(1);
    const { lines } = computerCheckReportSchema.parse(JSON.parse(ended.out));
    expect(lines.find(({ id }) => id === 'folder')).toMatchObject({ state: 'wrong' });
    expect(lines.find(({ id }) => id === 'database')).toMatchObject({ state: 'fine' });
  });
});
