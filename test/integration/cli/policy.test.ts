import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { getError, intray, syncedCommand, variablesFor, type CommandResult } from '../../support/command.ts';

const command = syncedCommand({ seed: 4, requisitions: 3, forms: 1, notifications: 1 });
let policyFile = '';
beforeEach(() => {
  policyFile = join(command.folder(), 'policy.json');
});

/** Runs the command under a policy with this text. */
function run(policy: string, ...words: readonly string[]): Promise<CommandResult> {
  writeFileSync(policyFile, policy);
  const dataDir = join(command.folder(), 'data');
  return intray([...words, '--data-dir', dataDir], {
    variables: variablesFor(command.clinic()),
    policyFile,
  });
}

describe('the command under a policy', () => {
  it('writes no PDF where none may be saved', async () => {
    const { out } = await command.run('list', 'requisitions', '--json');
    const [{ id }] = (JSON.parse(out) as { items: [{ id: string }] }).items; // the shape of a list
    const ended = await run(
      '{"savePdfs":false}',
      'pdf',
      id,
      '--json',
      '--out',
      join(command.folder(), 'x.pdf'),
    );
    expect(ended.code).toBe(3);
    expect(getError(ended)).toMatchObject({ code: 'policy-refused', detail: 'PDFs may not be saved' });
  });

  it('opens no account of another address than the fixed one, and adds none', async () => {
    const fixed = '{"baseUrl":"https://records.example.org"}';
    const { baseUrl } = command.clinic();
    for (const words of [['status'], ['sync'], ['account', 'add', '--base-url', baseUrl]])
      expect(await run(fixed, ...words)).toMatchObject({ code: 3, out: '' });
  });

  it('goes on reading under a broken policy, says so, and saves no PDF', async () => {
    // A start without a policy forgets the one before.
    await command.run('status');
    const broken = '{\n  "savePdfs": yes\n}';
    const listed = await run(broken, 'list', 'requisitions');
    expect(listed.code).toBe(0);
    expect(listed.err).toContain(`the policy ${policyFile}, line 2: it is not valid JSON`);
    expect((await run(broken, 'pdf', 'req_1', '--out', '/nowhere/x.pdf')).code).toBe(3);
  });

  it('keeps the last good policy while the file is broken', async () => {
    await run('{"savePdfs":false,"printPdfs":true}', 'status');
    const { err } = await run('{', 'pdf', 'req_1', '--out', '/nowhere/x.pdf');
    expect(err).toContain('PDFs may not be saved');
    await run('{"savePdfs":true}', 'status');
    expect((await run('{', 'pdf', 'req_none', '--out', '/nowhere/x.pdf')).code).not.toBe(3);
  });

  it('imports no tokens where the policy does not allow it', async () => {
    expect(await run('{}', 'account', 'import')).toMatchObject({ code: 3 });
  });
});
