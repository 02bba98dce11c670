/** One entry of a Windows access list, as its text form (SDDL) has it. */
interface AccessEntry {
  readonly type: string;
  readonly flags: string;
  readonly rights: string;
  readonly trustee: string;
}

/** The parts of a security descriptor that say who can change a file. */
interface SecurityDescriptor {
  readonly owner: string;
  readonly entries: readonly AccessEntry[];
}

const SDDL_PATTERN =
  /^O:(?<owner>S-[\d-]+|[A-Z]{2})(?:G:(?:S-[\d-]+|[A-Z]{2}))?D:[A-Z]*(?<list>(?:\([^()]*\))*)(?:S:.*)?$/;

/** Reads a security descriptor; null where it has no owner, no access list, or conditions. */
function readDescriptor(sddl: string): SecurityDescriptor | null {
  const { owner, list } = SDDL_PATTERN.exec(sddl.trim())?.groups ?? {};
  // "NO_ACCESS_CONTROL" means that everybody may do everything.
  if (owner === undefined || list === undefined || list === '') return null;
  const entries = [...list.matchAll(/\(([^()]*)\)/g)].map(([, text = '']) => {
    const [type = '', flags = '', rights = '', , , trustee = ''] = text.split(';');
    return { type, flags, rights, trustee };
  });
  return { owner, entries };
}

/** The system, the group of administrators, the built-in administrator, the installer of Windows, domain administrators. */
const ADMINISTRATORS =
  /^(SY|BA|LA|DA|EA|S-1-5-18|S-1-5-32-544|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464|S-1-5-21-\d+-\d+-\d+-(500|512|519))$/;

/** Rights by their letters, as bits of the access mask of a file. */
const BITS: Readonly<Record<string, number>> = {
  GA: 0x1000_0000,
  GR: 0x8000_0000,
  GW: 0x4000_0000,
  GX: 0x2000_0000,
  FA: 0x1f_01ff,
  FR: 0x12_0089,
  FW: 0x12_0116,
  FX: 0x12_00a0,
  RC: 0x2_0000,
  SD: 0x1_0000,
  WD: 0x4_0000,
  WO: 0x8_0000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
};

const DELETE = 0x1_0000;
const CHANGE_RIGHTS = 0x4_0000;
const TAKE_OWNERSHIP = 0x8_0000;
const DELETE_CHILD = 0x40;
const GENERIC_ALL = 0x1000_0000;
const GENERIC_WRITE = 0x4000_0000;
const WRITE_DATA = 0x2;
const APPEND_DATA = 0x4;
const READ_DATA = 0x1;
const GENERIC_READ = 0x8000_0000;

/** Access rights with which a file can be changed, deleted or replaced. */
const REPLACE = DELETE | CHANGE_RIGHTS | TAKE_OWNERSHIP | GENERIC_ALL;
/** What others must not be able to do: with the policy, with its folder, and with a user's own file. */
const FORBIDDEN = {
  file: REPLACE | GENERIC_WRITE | WRITE_DATA | APPEND_DATA,
  // Files may be added to the folder: they belong to who adds them and are never read as a policy.
  folder: REPLACE | DELETE_CHILD,
  private: REPLACE | GENERIC_WRITE | WRITE_DATA | APPEND_DATA | READ_DATA | GENERIC_READ,
} as const;

/** Returns the bits of rights in letters or as a hexadecimal number; null where a right is not known. */
function toMask(rights: string): number | null {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return Number.parseInt(rights, 16);
  if (rights.length % 2 !== 0) return null;
  const letters = rights.match(/../g) ?? [];
  return letters.reduce<number | null>((mask, name) => {
    const bits = BITS[name];
    return mask === null || bits === undefined ? null : mask | bits;
  }, 0);
}

function isGrant({ type, flags }: AccessEntry): boolean {
  // Entries that only deny take nothing from the protection; an entry that is only inherited does not apply here.
  return !/^(D|OD|XD)$/.test(type) && !/^(..)*IO/.test(flags);
}

/**
 * Returns why others than administrators could change a file or folder of Windows, or null.
 * @param sddl owner and access list in the text form of Windows, for example `O:BAD:AI(A;;FA;;;SY)`
 * @param what `private`: a file that only the user and administrators may read
 * @param user security identifier of a user who is trusted as well
 */
export function findSddlRightsProblem(
  sddl: string,
  what: keyof typeof FORBIDDEN,
  user: string | null = null,
): string | null {
  const descriptor = readDescriptor(sddl);
  if (descriptor === null) return 'its access list is missing or cannot be read';
  const isTrusted = (trustee: string): boolean => ADMINISTRATORS.test(trustee) || trustee === user;
  if (!isTrusted(descriptor.owner)) return `it belongs to ${descriptor.owner} and not to administrators`;
  for (const entry of descriptor.entries) {
    if (!isGrant(entry) || isTrusted(entry.trustee)) continue;
    const mask = toMask(entry.rights);
    if (mask === null || (mask & FORBIDDEN[what]) !== 0)
      return `${entry.trustee} can ${what === 'private' ? 'read or change' : 'change'} it (${entry.rights})`;
  }
  return null;
}
