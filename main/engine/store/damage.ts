import { statSync } from 'node:fs';

/** Damage that SQLite itself does not notice; the code is read like its own. */
export class DamagedFile extends Error {
  readonly code: string;
  constructor(kind: 'LENGTH' | 'PLACE') {
    super('the file is damaged');
    this.code = `SQLITE_CORRUPT_${kind}`;
  }
}

/** Which file or folder lies at a path; a name of its own for none. */
export function getIdentity(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev} ${found.ino}`;
}

/** Remembers which file lies at a path; the check throws once it is another one, or none. */
export function spaceCheck(file: string): () => void {
  const identity = getIdentity(file);
  return () => {
    if (getIdentity(file) !== identity) throw new DamagedFile('PLACE');
  };
}
