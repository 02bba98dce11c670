import { expect, test } from 'vitest';
import { toStorageError } from '#main/engine/sqlite/errors.ts';

function coded(code: string): Error {
  return Object.assign(new Error('a message that must not get out'), { code });
}

test.each([
  ['SQLITE_FULL', 'storage-full'],
  ['ENOSPC', 'storage-full'],
  ['SQLITE_READONLY_DBMOVED', 'storage-read-only'],
  ['SQLITE_CANTOPEN', 'storage-read-only'],
  ['EACCES', 'storage-read-only'],
  ['EROFS', 'storage-read-only'],
  ['SQLITE_NOTADB', 'storage-damaged'],
  ['SQLITE_CORRUPT_VTAB', 'storage-damaged'],
  ['SQLITE_BUSY_SNAPSHOT', 'held'],
  ['SQLITE_IOERR_READ', 'file-unreadable'],
  ['EIO', 'file-unreadable'],
  ['EMFILE', 'file-unreadable'],
])('%s is %s, and reveals nothing but its code', (code, kind) => {
  expect(toStorageError(coded(code))).toEqual({ code: kind, detail: code });
});

test.each([coded('SQLITE_CONSTRAINT'), coded('ERR_ASSERTION'), new TypeError('x'), 'SQLITE_FULL', null])(
  'a programming error is not an error of the files (%s)',
  (thrown) => {
    expect(toStorageError(thrown)).toBeNull();
  },
);
