/** Faults of files, disks and keychains. */
import { guard, lastingGuard, line, skippable, untested, type SafetyLine } from '../line.ts';

const NEEDS_KEYRING = 'a message bus and a keyring are not on every computer';

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
      'e2e/move-away.spec.ts': ['A keychain that was emptied between two starts leads to two choices'],
    },
    guard('main/vault/file-keys.ts', 'FileKeys', [
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
    },
    guard('main/engine/local/recovery/open.ts', 'openTo', [
      "isSound: (db) => db.pragma('quick_check') === 'ok',",
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
    guard('main/engine/local/recovery/generation-marker.ts', 'isOlderThanMarkers', [
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
    guard('main/engine/local/recovery/recover-sent.ts', 'resetOperation', [
      'if ((isBehind && mayHaveLeft) || isUnfounded(operation)) {',
      'if (isUnfounded(operation)) {',
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
    guard('main/engine/sqlite/errors.ts', 'createIdentityCheck', [
      "if (getFileIdentity(file) !== identity) throw new DamagedFileError('PLACE');",
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
  line(
    'F41',
    'The program is killed while it commits',
    {
      'faults/kill.test.ts': ['an engine that is killed at random moments loses and duplicates nothing …'],
      'integration/engine/process.test.ts': [
        'after a kill at any moment of a sync, the cache opens again with whole pages, and the next sync completes it',
      ],
    },
    lastingGuard(
      'main/engine/sqlite/db.ts',
      'transaction',
      'SQLite keeps each statement whole by itself, and few kills come between two of one transaction',
    ),
  ),
  line(
    'F42',
    'The program is killed in the middle of a migration',
    {
      'faults/migration.test.ts': [
        'The … file, killed > inside migration …, has the schema before it and all its rows',
      ],
    },
    guard('main/engine/sqlite/db.ts', 'transaction', [
      'transaction: (work) => database.transaction(work)(),',
      'transaction: (work) => work(),',
    ]),
  ),
  line(
    'F43',
    'A step of a migration fails',
    {
      'integration/engine/sqlite/migrate.test.ts': [
        'The migrations of … > one that fails leaves the old schema and the old rows',
      ],
    },
    guard('main/engine/sqlite/db.ts', 'transaction', [
      'transaction: (work) => database.transaction(work)(),',
      'transaction: (work) => work(),',
    ]),
  ),
  line(
    'F44',
    'A database is of a newer program',
    {
      'integration/engine/sqlite/migrate.test.ts': [
        'The migrations of … > a file of a newer version is refused, and opens as before with the newer program',
      ],
      'integration/engine/cache/open.test.ts': ['the file of a newer Intray is refused and not written to'],
      'integration/engine/local/open.test.ts': ['a local store of a newer Intray is left alone'],
    },
    guard('main/engine/sqlite/open-file.ts', 'prepareFile', [
      'if (found > migrations.length && getOldestCompatibleVersion(db) > migrations.length) {',
      'if (found > 60_000) {',
    ]),
  ),
  untested('F45', 'The program is killed while a key is replaced', 'a key cannot be replaced yet'),
  line(
    'F46',
    'The program is killed while an account is removed',
    {
      'integration/removal/killed.test.ts': [
        'whichever step the process ends before, no file goes before its key, and the next start finishes with a receipt of all files',
      ],
    },
    guard('main/removal/remove-accounts.ts', 'AccountRemover', [
      'const saved = this.#file.begin(begun);',
      'const saved: Result<unknown> = ok(begun);',
    ]),
  ),
  line(
    'F47',
    'Another process has locked a file or the folder',
    {
      'integration/engine/sqlite/folder-lock.test.ts': [
        'while it is held, removing the lock file allows no second engine',
      ],
      'integration/engine/engine.test.ts': [
        'a second engine is told which process holds the folder, handles nothing else, and gets it afterwards',
      ],
      'unit/engine/sqlite/sqlite-errors.test.ts': ['… is …, and reveals nothing but its code'],
    },
    guard('main/engine/sqlite/folder-lock.ts', 'isHeldElsewhere', [
      'if (isHeldElsewhere(folder, about, lock)) {',
      'if (false) {',
    ]),
  ),
  line(
    'F48',
    'The search index and the rows differ',
    {
      'integration/engine/cache/writer.test.ts': ['the search index agrees with the rows after many changes'],
      'integration/engine/cache/full-text.test.ts': ['a name that changes is found by its new text alone'],
    },
    guard('main/engine/cache/tables/search-text.ts', 'searchedTextUpdater', [
      'if (before !== null) takeOut(db, row);',
      '',
    ]),
  ),
  line(
    'F49',
    'The copy that is made before an upgrade is interrupted',
    {
      'integration/engine/sqlite/migrate.test.ts': [
        'a copy that an interrupted upgrade has left is replaced by a whole one',
      ],
    },
    guard('main/engine/sqlite/migrate.ts', 'copyBefore', [
      '  rmSync(copy, { force: true });\n  db.run(',
      '  db.run(',
    ]),
  ),
];

export const KEYCHAIN_FAULTS: readonly SafetyLine[] = [
  skippable(
    NEEDS_KEYRING,
    line(
      'F50',
      'There is no keychain, or it was never opened, is locked, or ends',
      {
        'unit/vault/answer.test.ts': ['… means …'],
        'unit/vault/keychain.test.ts': ['nothing found'],
        'integration/vault/keyring.test.ts': ['the vault over a real keyring'],
      },
      guard('main/vault/keychain-child.ts', 'confirmAbsent', [
        'if (isKeychainFailure(written)) return written;',
        '',
      ]),
    ),
  ),
  skippable(
    NEEDS_KEYRING,
    line(
      'F51',
      'The question of a keychain is never answered',
      {
        'unit/vault/keychain.test.ts': [
          'the client of the keychain > kills a process that exceeds the deadline, reports locked, and starts another',
          'a question of the system > can be given up: the call returns locked, and the next one starts another process',
        ],
        'unit/shell/keychain-question.test.ts': ['quitting does not wait for the answer'],
        'integration/vault/keyring.test.ts': [
          'the vault over a real keyring > whose unlock prompt gets no response ends at the deadline, every time',
        ],
      },
      guard('main/vault/keychain.ts', 'KeychainClient', [
        'return await Promise.race([answered, failed]);',
        'return await answered;',
      ]),
    ),
  ),
  line(
    'F52',
    'The keychain refuses new tokens',
    {
      'unit/vault/parts.test.ts': [
        'a new text > that the keychain refuses at any step is refused, and the old one stays; completed steps stay',
      ],
      'unit/session/session.test.ts': ['renewing tokens > with tokens that are refused leaves the old ones'],
    },
    guard('main/vault/parts.ts', 'saveInParts', [
      "former === 'a' ? 'b' : 'a');",
      "former === 'a' ? 'a' : 'b');",
    ]),
  ),
];
