/** Rules of the encrypted files. */
import { guard, line, skippable, type SafetyLine } from '../line.ts';

const NEEDS_LINUX = 'open files and rights are listed on Linux only';

export const DATABASE_RULES: readonly SafetyLine[] = [
  line(
    'R34',
    'A key is 64 hex digits before SQLite sees it, and a file is proved to be encrypted',
    {
      'integration/engine/cache/open.test.ts': [
        'the key … is refused before it reaches SQL',
        'no byte of the file shows that it is a database',
      ],
      'integration/engine/sqlite/connection.test.ts': [
        'a connection > is not used where the file is not encrypted after all',
      ],
    },
    guard('main/engine/sqlite/connection.ts', 'openDatabaseFile', [
      "if (!KEY.test(key)) throw new Error('the key is not 64 hex digits');",
      '',
    ]),
  ),
  line(
    'R35',
    'Every connection reads its settings back, and the precious file waits for the disk at every commit',
    {
      'integration/engine/cache/open.test.ts': ['a new cache runs with the given settings, and reports them'],
      'integration/engine/sqlite/connection.test.ts': [
        'a connection > to the local store waits at every commit until the disk has it',
      ],
    },
    guard('main/engine/sqlite/connection.ts', 'SYNCHRONOUS', ['full: 2 }', 'full: 1 }']),
  ),
  skippable(
    NEEDS_LINUX,
    line(
      'R36',
      'What SQLite sorts or keeps for a moment never reaches a file in plain text',
      {
        'integration/engine/sqlite/connection.test.ts': [
          'a connection > keeps in memory what its own cache cannot hold, never in a file',
        ],
        'integration/engine/cache/pending/temporary-tables.test.ts': [
          'the tables stay in memory, however much they hold',
        ],
      },
      guard('main/engine/sqlite/connection.ts', 'SETTINGS', ['  temp_store: 2,\n', '  temp_store: 1,\n']),
    ),
  ),
  line(
    'R37',
    'A file is copied only with its encryption',
    {
      'integration/engine/sqlite/migrate.test.ts': [
        'the copy that is made before a migration has the old schema and opens with the same key',
      ],
      'integration/engine/encrypted.test.ts': [
        'no byte of the data folder contains a record, a token or the key, while it runs and after',
      ],
    },
    guard('main/engine/sqlite/migrate.ts', 'copyBefore', [
      '  db.run(sql`VACUUM INTO ${copy}`);',
      "  db.run(sql`ATTACH ${copy} AS plain KEY ''`);",
    ]),
  ),
  line(
    'R38',
    'A key is replaced so that a crash leaves a file that one known key opens',
    {
      'unit/vault/rekey.test.ts': [
        'the keychain holds the new key alone once every file has it',
        'whichever step the process ends before, the next start has the key that the files need',
        'where only some files could be encrypted both keys stay, and the next start goes on',
        'a keychain that does not save the new key first leaves the files alone',
      ],
      'integration/engine/rekey.test.ts': [
        'every file opens with the next key alone, copies from before an upgrade too',
        'a call that was interrupted between two files is finished by the next one',
        'a damaged local store keeps everything as it was',
      ],
    },
    guard('main/vault/rekey.ts', 'createKeychainKeyStore', ['      ...keys,', '      key: keys.key,']),
  ),
  line(
    'R39',
    'An emptied, cut or older file is reported, never taken for a fresh start',
    {
      'integration/engine/cache/open.test.ts': [
        'a file that was … is renamed, never taken for an empty one, and a new one is created',
        'a file that disappeared is reported, not taken for a first start',
      ],
      'integration/engine/local/open.test.ts': [
        'a file cut to … bytes is never taken for an empty one that is fine',
      ],
      'integration/engine/local/restore.test.ts': [
        'a create is not sent again when the folder is restored and the marker in the keychain …',
      ],
    },
    guard('main/engine/local/recovery/open.ts', 'isCut', [
      "const first = isCut(size, reached) ? err('storage-damaged') : openPresent();",
      'const first = openPresent();',
    ]),
  ),
  line(
    'R40',
    'The precious file is apart from the cache, renamed where it is damaged, and exported whole',
    {
      'integration/engine/local/open.test.ts': [
        'a file whose first page is damaged is renamed and reported, and a new one takes its place',
        'of a file with a damaged page in the middle everything else is carried over, and the losses are counted',
        'a local store from before the first release is kept whole under another name, and the user is told',
      ],
      'integration/engine/transfer/export-file.test.ts': [
        'An export file > holds the content byte for byte, and its owner',
        'An export file > with one changed bit, anywhere, is refused',
      ],
      'integration/engine/local/transfer/import.test.ts': [
        'An imported outbox > loses and doubles nothing, whatever was saved, sent and exported in between …',
      ],
      'integration/engine/move-away.test.ts': [
        'the engine itself > leaves the local store if the key opens it, and moves only the cache, for its owner only',
      ],
    },
    guard('main/engine/sqlite/damaged-files.ts', 'preserveDamagedDatabase', [
      'for (const suffix of COMPANIONS) if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);',
      'for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });',
    ]),
  ),
  line(
    'R41',
    'A searched text is only text, and only bound values reach SQL',
    {
      'integration/engine/cache/full-text.test.ts': [
        'the query … is treated as plain text',
        'one and two characters are searched, in any script',
      ],
      'unit/engine/cache/query/full-text.test.ts': ['… becomes one quoted phrase'],
      'unit/engine/sqlite/sql.test.ts': ['values are bound, never inserted into the text'],
    },
    guard('main/engine/cache/query/full-text.ts', 'quoted', [
      'return `"${text.replaceAll(\'"\', \'""\')}"`;',
      'return `"${text}"`;',
    ]),
  ),
  skippable(
    NEEDS_LINUX,
    line(
      'R42',
      'Every file and folder is for its owner only',
      {
        'integration/engine/encrypted.test.ts': ['every file and folder is accessible to the owner only'],
        'integration/processes/umask.test.ts': [
          'what … writes is for its owner only, whatever the user’s mask is',
        ],
        'unit/shell/start.test.ts': [
          'the main process > writes for its owner only, whatever the user’s mask is',
        ],
        'unit/base/data-folder.test.ts': ['a folder that others could change'],
      },
      guard('main/index.ts', 'umask', ['process.umask(0o077);', '']),
    ),
  ),
];
