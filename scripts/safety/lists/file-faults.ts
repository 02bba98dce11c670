/** Faults of files and disks. */
import { guard, lastingGuard, line, skippable, type SafetyLine } from '../line.ts';

export const FILE_FAULTS: readonly SafetyLine[] = [
  line(
    'F30',
    'The key is another one',
    {
      'integration/engine/cache/open.test.ts': [
        'a wrong key is distinguished from damage and leaves every byte as it was',
      ],
      'integration/engine/local/open.test.ts': ['another key opens nothing and changes nothing'],
    },
    guard('main/engine/cache/file/open.ts', 'openCacheFile', [
      "if (check === 'differs') return err('key-mismatch');",
      '',
    ]),
  ),
  line(
    'F31',
    'The key is gone and the files are there',
    {
      'unit/vault/secrets.test.ts': [
        'with a keychain > no key is created if files need an old one, and no token is stored',
        'with a keychain > a missing key is reported before missing tokens',
      ],
      'integration/engine/move-away.test.ts': [
        'a key that is … > is reported until it is resolved, and changes nothing',
      ],
      'e2e/system/move-away.spec.ts': ['A keychain that was emptied between two starts leads to two choices'],
    },
    guard('main/vault/file-keys.ts', 'AccountFileKeyProvider', [
      "if (hasFiles(account.id)) return err('key-missing');",
      '',
    ]),
  ),
  line(
    'F32',
    'A database is cut short',
    {
      'integration/engine/cache/open.test.ts': [
        'a file that was … is renamed, never taken for an empty one, and a new one is created',
      ],
      'integration/engine/local/open.test.ts': [
        'a file cut to … bytes is never taken for an empty one that is fine',
      ],
    },
    guard('main/engine/cache/file/open.ts', 'isLost', ['if (lost) keepNewestDamaged(file, now());', '']),
  ),
  line(
    'F33',
    'A database is filled with other bytes',
    {
      'integration/engine/cache/open.test.ts': [
        'a file that was … is renamed, never taken for an empty one, and a new one is created',
        'without the key check, a file that does not open is left alone',
      ],
      'integration/engine/local/open.test.ts': [
        'a file whose first page is damaged is renamed and reported, and a new one takes its place',
      ],
    },
    guard('main/engine/cache/file/open.ts', 'openChecked', [
      "if (damaged && check === 'unknown') return err('key-mismatch');",
      '',
    ]),
  ),
  line(
    'F34',
    'A bit of a database flips',
    {
      'integration/engine/cache/open.test.ts': [
        'a flipped bit in a later page is reported when that page is read',
      ],
      'integration/engine/local/open.test.ts': [
        'of a file with a damaged page in the middle everything else is carried over, and the losses are counted',
      ],
      'integration/engine/local/later-check.test.ts': [
        'The check of the large tables after the opening of an account > restores a damaged local store, says so, and loses no unsent change',
      ],
    },
    guard('main/engine/local/recovery/open.ts', 'openFile', [
      'isSound: (db, isOlder) => (checksLargeTables || isOlder ? isWholeFileSound(db) : areSmallTablesSound(db)),',
      '',
    ]),
  ),
  line(
    'F35',
    'The write-ahead log is missing, cut or damaged',
    {
      'faults/wal.test.ts': [
        'whatever happens to the write-ahead log, each write is complete or missing, never partial',
      ],
      'integration/engine/local/open.test.ts': ['a file whose end was lost shows how many writes were in it'],
    },
    guard('main/engine/local/recovery/generation-marker.ts', 'isFileOlderThanMarkers', [
      'if (state.moves < moves || state.number < number) return true;',
      '',
    ]),
  ),
  line(
    'F36',
    'An older copy of the folder is put back',
    {
      'integration/engine/local/restore.test.ts': [
        'a … that was saved offline, backed up and sent > is not sent again when … is restored',
        'a … is not sent again when the folder and the keychain are restored together',
      ],
      'integration/engine/local/open.test.ts': [
        'a write that was sent since an older copy was made is reconciled, not sent again',
      ],
      'faults/restores.test.ts': ['A data folder that is restored from an older copy'],
    },
    guard('main/engine/local/recovery/reset-interrupted-changes.ts', 'resetChange', [
      'if ((isBehind && mayHaveLeft) || isUnfounded(change)) {',
      'if (isUnfounded(change)) {',
    ]),
  ),
  line(
    'F37',
    'A database is removed while it is open',
    {
      'integration/engine/cache/writer.test.ts': [
        'a file that was removed while it is open is noticed, and no longer written to',
      ],
      'integration/engine/local/open.test.ts': [
        'a file that is taken away while it is open is written back with all that is in it',
      ],
    },
    guard('main/engine/sqlite/errors.ts', 'createSameFileCheck', [
      "if (getFileIdentity(file) !== identity) throw new DamageNotNoticedBySqliteError('PLACE');",
      '',
    ]),
  ),
  line(
    'F38',
    'The shared-memory file is stale or cannot be written',
    { 'faults/wal.test.ts': ['a shared-memory index that is … loses nothing'] },
    lastingGuard(
      'main/engine/sqlite/connection.ts',
      'SETTINGS',
      'SQLite itself makes the file again from the write-ahead log',
    ),
  ),
  skippable(
    'no file system may be mounted in every container',
    line(
      'F39',
      'The disk is full',
      {
        'integration/engine/cache/writer.test.ts': [
          'a full disk is reported, what was committed stays, and the sweep learns that the rest is lost',
        ],
        'integration/engine/local/data/engine.test.ts': [
          'on a full disk a draft is refused with that error, and the one before it stays',
        ],
        'faults/disk.test.ts': ['Files that cannot grow', 'A disk that is completely full'],
      },
      guard('main/engine/sqlite/errors.ts', 'SQLITE_KINDS', ["  ['SQLITE_FULL', 'storage-full'],\n", '']),
    ),
  ),
  line(
    'F40',
    'A folder cannot be written, or the system refuses files',
    {
      'integration/engine/cache/open.test.ts': ['a folder that is a file is a storage error, not a crash'],
      'integration/engine/sqlite/folder-lock.test.ts': [
        'a folder that cannot be made is a storage error',
        'a folder that is a file is a storage error',
      ],
      'unit/engine/sqlite/sqlite-errors.test.ts': ['… is …, and reveals nothing but its code'],
    },
    guard('main/engine/sqlite/errors.ts', 'SYSTEM_KINDS', ["  ENOTDIR: 'storage-read-only',\n", '']),
  ),
];
