import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectSuccess, getError, syncedCommand, intray, variablesFor } from '../../support/command.ts';

const command = syncedCommand({ seed: 4, requisitions: 3, forms: 1, notifications: 1 });
const NOTHING = { pdfs: 0, versions: 0, missingRecords: 0, accounts: 0 };

/** Runs the command under a policy with this text. */
function run(policy: string, ...words: readonly string[]) {
  const policyFile = join(command.folder(), 'policy.json');
  writeFileSync(policyFile, policy);
  const given = [...words, '--data-dir', command.dataDir()];
  return intray(given, { variables: variablesFor(command.clinic()), policyFile });
}

describe('expire', () => {
  it('removes what was not used for the days that are given, and says how much', async () => {
    const [record = ''] =
      expectSuccess(await command.run('list', 'requisitions', '--json')).out.match(/req_\w+/) ?? [];
    expectSuccess(await command.run('pdf', record, '--out', join(command.folder(), 'x.pdf')));
    const { out } = expectSuccess(await command.run('expire', '--days', '30', '--json'));
    expect(JSON.parse(out)).toEqual(NOTHING);
    expect(expectSuccess(await command.run('expire', '--days=1')).out).toBe(
      'Removed from this computer: 0 PDFs, 0 former versions of records, 0 copies of records that the service no longer returns, and the records of 0 unused accounts.\n',
    );
  });

  it('takes the days of the policy where none are given, and needs one of both', async () => {
    const { out } = expectSuccess(await run('{"retention":{"days":10}}', 'expire', '--json'));
    expect(JSON.parse(out)).toEqual(NOTHING);
    const ended = await run('{}', 'expire', '--json');
    expect(ended.code).toBe(2);
    expect(getError(ended).detail).toContain('--days is needed');
    expect((await command.run('expire', '--days=400')).code).toBe(2);
  });

  it('removes nothing by a clock that is not that of the service, and says so', async () => {
    writeFileSync(join(command.dataDir(), 'retention.json'), '{"believedAt":0}');
    onTestFinished(() => command.clinic().faults.clear());
    command.clinic().faults.add({
      match: {},
      action: { kind: 'answer', status: 200, headers: { date: 'Mon, 01 Jan 2001 00:00:00 GMT' } },
    });
    const ended = await command.run('expire', '--days=1', '--json');
    expect({ code: ended.code, out: ended.out }).toMatchObject({ code: 1, out: '' });
    expect(getError(ended)).toMatchObject({
      code: 'clock-unconfirmed',
      detail: expect.stringContaining('clock') as string,
    });
  });

  it('removes nothing while the policy cannot be used', async () => {
    expect(await run('{"retention":{"days":0}}', 'expire', '--days=1')).toMatchObject({ code: 3, out: '' });
  });
});
