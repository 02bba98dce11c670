/** What docs/administration.md promises of the policy and of bad input, each with the tests that hold it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyEntryDefinitions, type PolicyKey } from '#contract/policy.ts';
import { hasTest } from '../../support/named-tests.ts';

/** The file of a test, and words of its title. */
type NamedTest = readonly [file: string, title: string];

const ENTRIES: Readonly<Record<PolicyKey, readonly NamedTest[]>> = {
  baseUrl: [
    ['unit/session/policy', 'lets nobody sign in elsewhere: no token is sent or saved'],
    ['unit/session/policy', 'opens no account of another address, at the start, by switching'],
    ['integration/cli/policy', 'opens no account of another address than the fixed one, and adds none'],
  ],
  savePdfs: [
    ['unit/policy/limits', 'keeps PDFs in the window: nothing is saved'],
    ['unit/renderer/pdf/pane', 'that may not be %s by the policy says so on each button'],
    ['integration/cli/policy', 'writes no PDF where none may be saved'],
  ],
  printPdfs: [
    ['unit/policy/limits', 'opens no PDF in a program that could print it'],
    ['unit/renderer/pdf/pane', 'that may not be %s by the policy says so on each button'],
  ],
  notifications: [['unit/policy/limits', 'with notifications %s by choice and %s at most gives %s']],
  updates: [
    ['unit/shell/updates', 'is the policy, also against the settings'],
    ['unit/updates/updates', 'no server is asked'],
    ['unit/updates/updates', 'a new version is shown and not downloaded'],
  ],
  demoClinic: [['unit/session/policy', 'neither offers nor starts it']],
  importTokens: [
    ['unit/session/policy', 'are imported at the start, open their account, and their file is removed'],
    ['integration/cli/policy', 'imports no tokens where the policy does not allow it'],
  ],
  lockAfterMinutes: [['unit/policy/limits', 'with a lock after %d minutes by choice and %d at most']],
  requirePin: [['unit/session/locking', 'wants one for every open account without one']],
  retention: [
    ['unit/policy/limits', 'with copies kept for %d days by choice and %s at most gives %d'],
    ['integration/engine/retention/pdfs', 'never exceed the size that the policy allows'],
    ['unit/session/retention', 'nothing is removed while the policy cannot be used'],
  ],
  recoveryKey: [
    ['unit/vault/lock/opening-without-pin', 'opens an account whose PIN was set under the policy'],
  ],
  jobs: [['integration/cli/pin', 'is not opened by a job that the policy does not name']],
};

const BAD_INPUT: Readonly<Record<string, readonly NamedTest[]>> = {
  'no keychain': [
    ['unit/session/session', 'without a keychain the account is usable for this run, and says so'],
    ['integration/cli/doctor', 'works without an account, a keychain and a data folder'],
  ],
  'a locked keychain': [
    ['e2e/system/keychain', 'A keychain that asks for its password is waited for, and can be given up'],
    ['unit/session/session', 'a locked keychain is reported, and no secret is created'],
  ],
  'a read-only home': [
    ['e2e/system/unwritable', 'A data folder on a read-only disk is explained in a sentence'],
    ['integration/cli/doctor', 'works in a home that cannot be written'],
  ],
  'a network home': [['unit/doctor/computer', 'worth knowing for a network home or little space']],
  'a full disk': [['e2e/system/unwritable', 'On a full disk Intray starts, and the records can be read']],
  'no PDF program': [
    ['unit/shell/files', 'says so if no program opens PDFs, and removes the copy'],
    ['unit/doctor/computer', 'know the PDF program on %s'],
  ],
  'no printer': [['unit/doctor/computer', "['no printer', 'linux'"]],
  'a display server that goes away': [
    ['integration/host/stand-in', 'when the display is gone it ends at once'],
  ],
  'a system time that is off by years': [['unit/doctor/computer', 'say by how much the clock is wrong']],
  'a policy that contradicts itself': [
    ['unit/policy/parse-policy', 'is refused where it contradicts itself: %s'],
  ],
  'an update file with a wrong signature': [
    ['unit/updates/find-update', 'is refused with the signature of another key'],
    ['integration/updates/installer', 'is thrown away where its content differs from the signed one'],
  ],
  'an update file that is cut short': [
    ['unit/updates/find-update', 'counts as unreachable where the answer is cut short'],
    ['integration/updates/installer', 'is thrown away where it is cut short'],
  ],
};

const listMissing = (tests: readonly NamedTest[]): readonly NamedTest[] =>
  tests.filter(([file, title]) => !hasTest(file, title));

describe('the entry of the policy', () => {
  it.each(Object.entries(ENTRIES))('%s is obeyed, which tests hold', (_entry, tests) => {
    expect(listMissing(tests)).toEqual([]);
  });

  it('is in the table of the manual', () => {
    const manual = readFileSync('docs/administration.md', 'utf8');
    const rows = [...manual.matchAll(/^\| `(\w+)` \| /gm)].map(([, entry = '']) => entry);
    const entries = Object.keys(policyEntryDefinitions);
    expect(rows.filter((entry) => entries.includes(entry)).toSorted()).toEqual(entries.toSorted());
  });
});

it.each(Object.entries(BAD_INPUT))('%s is met, which tests hold', (_what, tests) => {
  expect(listMissing(tests)).toEqual([]);
});
