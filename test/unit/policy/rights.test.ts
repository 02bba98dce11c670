import { describe, expect, it } from 'vitest';
import { findPosixPolicyFileRightsProblem, type PosixFileStats } from '#main/policy/posix-rights.ts';
import { findSddlRightsProblem } from '#main/policy/sddl.ts';
import { findWindowsPolicyFileRightsProblem, readSddl } from '#main/policy/windows-rights.ts';
import { getSystemRoot } from '#main/base/windows-folder.ts';

const FILE = '/etc/intray/policy.json';
const FOLDER: PosixFileStats = { uid: 0, mode: 0o40_755, isFile: () => false, isDirectory: () => true };
const PLAIN: PosixFileStats = { uid: 0, mode: 0o100_644, isFile: () => true, isDirectory: () => false };

/** Looks at a policy whose path is as installed, but for some entries. */
function find(changed: Readonly<Record<string, Partial<PosixFileStats>>> = {}): string | null {
  return findPosixPolicyFileRightsProblem(FILE, (path) => ({
    ...(path === FILE ? PLAIN : FOLDER),
    ...changed[path],
  }));
}

describe('a policy file on Linux and macOS', () => {
  it('is accepted where root alone can write it and every folder above it', () => {
    expect(find()).toBeNull();
  });

  it.each([
    ['the file belongs to a user', FILE, { uid: 1000 }, 'belongs to user 1000'],
    ['its group can write it', FILE, { mode: 0o100_664 }, 'mode 664'],
    ['everybody can write it', FILE, { mode: 0o100_646 }, 'mode 646'],
    ['it is a link', FILE, { isFile: () => false }, 'links are not followed'],
    ['its folder belongs to a user', '/etc/intray', { uid: 1000 }, '/etc/intray belongs to user 1000'],
    ['everybody can write its folder', '/etc/intray', { mode: 0o40_777 }, 'mode 777'],
    ['everybody can write a folder above', '/etc', { mode: 0o41_777 }, '/etc can be written'],
    ['a folder above is a link', '/etc', { isDirectory: () => false }, '/etc is not a folder'],
  ])('is refused where %s', (_what, path, changed, reason) => {
    expect(find({ [path]: changed })).toContain(reason);
  });
});

/** As Windows 11 makes a folder in ProgramData: users may add files, which are theirs. */
const INHERITED_FOLDER =
  'O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)';
const INHERITED_FILE = 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
/** As `icacls /inheritance:r /grant:r` makes it. */
const PROTECTED_FILE = 'O:BAG:DUD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;FR;;;BU)';
const USER = 'S-1-5-21-1004336348-1177238915-682003330-1001';

describe('a policy file on Windows', () => {
  it('is accepted with the access list of a file that an administrator has put there', () => {
    expect(findSddlRightsProblem(INHERITED_FOLDER, 'folder')).toBeNull();
    expect(findSddlRightsProblem(INHERITED_FILE, 'file')).toBeNull();
    expect(findSddlRightsProblem(PROTECTED_FILE, 'file')).toBeNull();
  });

  it.each([
    ['it belongs to a user', `O:${USER}G:DUD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)`, USER],
    ['a user may write it', `O:BAG:DUD:AI(A;;0x1301bf;;;${USER})(A;ID;FA;;;BA)`, '0x1301bf'],
    ['users may change it', 'O:BAG:DUD:AI(A;;FRFW;;;BU)(A;ID;FA;;;BA)', 'FRFW'],
    ['everybody may delete it', 'O:BAG:DUD:AI(A;;SD;;;WD)(A;ID;FA;;;BA)', 'SD'],
    ['signed-in users may change its rights', 'O:BAG:DUD:(A;;WD;;;AU)', 'WD'],
    ['a condition grants it', 'O:BAG:DUD:(XA;;FA;;;BU;(@User.clearance == 1))', 'access list'],
    ['it has no access list', 'O:BAG:DUD:NO_ACCESS_CONTROL', 'access list'],
    ['a right is not known', 'O:BAG:DUD:(A;;QQ;;;BU)', 'QQ'],
    ['nothing can be read of it', '', 'access list'],
  ])('is refused where %s', (_what, sddl, reason) => {
    expect(findSddlRightsProblem(sddl, 'file')).toContain(reason);
  });

  it('is refused where others may delete or replace it in its folder', () => {
    expect(findSddlRightsProblem('O:BAG:DUD:(A;OICI;DT;;;BU)', 'folder')).toContain('DT');
    expect(findSddlRightsProblem(`O:${USER}G:DUD:(A;OICI;FA;;;BA)`, 'folder')).toContain(USER);
  });

  it('is not refused for what an entry denies, or only passes on', () => {
    expect(findSddlRightsProblem('O:BAG:DUD:(D;;FA;;;BU)(A;OICIIO;GA;;;BU)(A;;FA;;;BA)', 'file')).toBeNull();
  });

  it('is judged by the output of Get-Acl for the folder and the file', () => {
    const read = (): readonly string[] => [INHERITED_FOLDER, INHERITED_FILE.replace('O:BA', `O:${USER}`)];
    expect(findWindowsPolicyFileRightsProblem('C:\\ProgramData\\Intray\\policy.json', read)).toContain(
      'C:\\ProgramData\\Intray\\policy.json: it belongs to S-1-5-21',
    );
    expect(
      findWindowsPolicyFileRightsProblem('C:\\ProgramData\\Intray\\policy.json', () => [
        INHERITED_FOLDER,
        INHERITED_FILE,
      ]),
    ).toBeNull();
  });

  it('is looked at by the PowerShell of Windows, without anything from the environment of the user', () => {
    const runs: unknown[] = [];
    const lines = readSddl(["C:\\Program'Data", 'C:\\x'], 'D:\\Windows', (program, args, environment) => {
      runs.push([program, args.at(-1), environment]);
      return `${INHERITED_FOLDER}\r\n${INHERITED_FILE}\r\n`;
    });
    expect(lines).toEqual([INHERITED_FOLDER, INHERITED_FILE]);
    expect(runs).toEqual([
      [
        'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
        "Get-Acl -LiteralPath 'C:\\Program''Data','C:\\x' -ErrorAction Stop | Select-Object -ExpandProperty Sddl",
        {
          SystemRoot: 'D:\\Windows',
          PSModulePath: 'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\Modules',
        },
      ],
    ]);
  });

  it('is refused where the output is not one line for each path', () => {
    expect(() => readSddl(['C:\\a', 'C:\\b'], 'C:\\Windows', () => INHERITED_FILE)).toThrow('Get-Acl');
  });

  it('is looked for on the drive of the system, whatever the environment says', () => {
    expect(getSystemRoot(() => '\\\\?\\D:\\Windows')).toBe('D:\\Windows');
    expect(
      getSystemRoot(() => {
        throw new Error('not on this system');
      }),
    ).toBe('C:\\Windows');
  });
});
