/** Faults while files are changed: kills, migrations, new keys, removals and other processes. */
import { guard, lastingGuard, line, type SafetyLine } from '../line.ts';

export const FILE_CHANGE_FAULTS: readonly SafetyLine[] = [
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
      'if (found > migrations.length && readOldestCompatibleVersion(db) > migrations.length) {',
      'if (found > 60_000) {',
    ]),
  ),
  line(
    'F45',
    'The program is killed while a key is replaced',
    {
      'integration/vault/rekey.test.ts': [
        'a window finishes the encryption with a new key that a crash has interrupted, and opens the account',
      ],
      'unit/vault/rekey.test.ts': [
        'whichever step the process ends before, the next start has the key that the files need',
      ],
      'faults/rekey.test.ts': [
        'files whose encryption with a new key is killed open with one of the two keys, whole, and the next call finishes',
      ],
    },
    guard('main/vault/file-keys.ts', 'finishRekey', [
      "if (next === undefined) return ok({ value: key, place: 'keychain' });",
      "if (key !== next) return ok({ value: key, place: 'keychain' });",
    ]),
  ),
  line(
    'F46',
    'The program is killed while an account is removed',
    {
      'integration/removal/killed.test.ts': [
        'whichever step the process ends before, no file goes before its key, and the next start finishes with one receipt of all files in the access log',
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
