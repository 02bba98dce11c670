/** Rules of a shared clinic computer: leaving it, the access log, retention, copies on the disk. */
import { guard, line, skippable, type SafetyLine } from '../line.ts';

export const CLINIC_RULES: readonly SafetyLine[] = [
  line(
    'R43',
    'The program locks itself when it is left alone, asleep or locked by the system',
    {
      'unit/lock/idle-watch.test.ts': [
        'nobody at the computer for ten minutes locks it; a minute before, staying is offered',
        'a computer that slept for eight hours is locked when it wakes, although no event said so',
        'a clock that is set forward locks, one that is set back does not, and neither delays the lock',
        'where the system always reports input, as under Wayland, only that of the window counts',
      ],
      'unit/shell/app.test.ts': [
        'the app > locks when the computer sleeps: the page ends, calls are refused, and an empty engine starts',
        'the app > locks when the screen is locked, and from the menu',
      ],
      'e2e/system/lock.spec.ts': [
        'A computer whose screen is locked covers an account without a PIN, which one press opens again',
      ],
    },
    guard('main/lock/idle-watch.ts', 'check', ["if (idle >= limit) return onLock('idle');", '']),
  ),
  line(
    'R44',
    'A locked program shows and keeps nothing, and only its user opens it',
    {
      'unit/lock/lock.test.ts': [
        'the window is covered and calls are refused before anything has closed',
        'while the window is locked, only the procedures of the lock and of choosing an account are answered',
        'a call that began before the lock returns nothing of the account after it',
        'the right PIN opens, a wrong one does not and leaves an empty engine',
      ],
      'unit/lock/saving-input.test.ts': [
        'a page that does not answer delays the lock by 300 milliseconds, and the lock screen says what may be lost',
        'a page that has covered itself and does not save delays the lock by two seconds at most',
      ],
      'unit/session/locking.test.ts': [
        'an account with a PIN > is closed by a lock, after what can be sent was sent, and opens with its PIN only',
      ],
      'unit/vault/lock/pin.test.ts': [
        'an account with a PIN > has its key neither in the keychain nor in its file, which is for this user only',
        'an account with a PIN > opens neither with the file alone nor with the keychain alone',
        'an account with a PIN > locks again, and its key is overwritten in memory',
      ],
      'unit/vault/lock/wrong-pins.test.ts': [
        'wrong PINs > are counted before they are tried, so that ending the program saves none',
      ],
      'e2e/system/lock.spec.ts': [
        'The key of the lock covers the window with a new page, and the PIN opens it with every change kept',
      ],
      'e2e/system/program-killed.spec.ts': [
        'a program that is killed while it locks leaves nothing readable, and the change that was not sent',
      ],
      'e2e/system/lock-memory.spec.ts': [
        'a lock ends page and engine, and the new ones hold no name, no id and no token',
        'a lock and a switch leave nothing of an account with a PIN in page and engine, its key included',
      ],
    },
    guard('main/lock/handlers.ts', 'refuseWhileLocked', [
      "return isRefused(name) ? err('locked') : answer;",
      'return answer;',
    ]),
  ),
  line(
    'R45',
    'Each access is an entry of a log that only grows, and a changed or missing entry is found',
    {
      'integration/engine/access/entries.test.ts': ['The access log', 'A log that cannot be written'],
      'integration/engine/access/reads.test.ts': ['What is read for one record or patient'],
      'unit/engine/access/declared-calls.test.ts': ['what the access log records of calls'],
      'unit/engine/access/search-entries.test.ts': [
        'an id that is typed letter by letter has one entry, of the last text, once that has rested a second',
        'a text in the place of another one leaves the entry of the first, however fast',
        'a record that is opened is recorded behind the search that led to it',
        'a search that has not rested is recorded when the account is closed, the log is read, or the program ends',
      ],
      'unit/shell/access-notes.test.ts': ['What the main process serves itself'],
      'unit/session/access-log.test.ts': [
        'what is recorded while a lock replaces the engine reaches the next one, in order and with its time',
      ],
      'unit/vault/access-log.test.ts': ['The key of the access log'],
      'integration/processes/access-log-head.test.ts': [
        'a lock saves the head in the keychain, and the check names the newest entries that were removed while it was closed',
        'quitting saves the head, and the next run names the newest entries that were removed meanwhile',
        'every hundred entries save the head, and the check names what was removed up to it after the engine was killed',
      ],
      'integration/cli/audit.test.ts': ['audit export', 'audit verify'],
      'integration/engine/access/tampering.test.ts': [
        'The check of the access log',
        'The file of the access log',
      ],
      'integration/removal/access-log.test.ts': [
        'The access log > says who was signed out, removed or wiped, and with what outcome',
      ],
    },
    guard('main/engine/access/chain.ts', 'HashChainVerifier', [
      "if (hashEntry(entry, previous) !== entry.hash || isOther) this.#report('changed', number);",
      '',
    ]),
  ),
  line(
    'R46',
    'PDFs, old versions and unused accounts expire; unsent changes, and what they refer to, never do',
    {
      'integration/engine/retention/pdfs.test.ts': ['PDFs that are not used'],
      'integration/engine/retention/unused-accounts.test.ts': ['the records of an account that is not used'],
      'integration/engine/retention/property.test.ts': [
        'whatever the order of saves, removals and refreshes, nothing unsent is lost and no record counts as gone',
      ],
      'integration/engine/local/data/retention.test.ts': [
        'versions that were viewed',
        'last copies of records that the service no longer returns',
      ],
      'unit/session/retention.test.ts': [
        'nothing is removed while the policy cannot be used',
        'nothing is removed while the choice of the user could not be read',
      ],
      'faults/retention.test.ts': [
        'a removal that is killed at any time loses nothing unsent, leaves whole PDFs, and no record counts as gone',
      ],
    },
    guard(
      'main/engine/pdfs/offline-policy.ts',
      'expire',
      ['const protectedIds = [...this.#namedIds, ...kept.value];', 'const protectedIds = this.#namedIds;'],
      ['main/engine/retention/unused-cache.ts', 'if (!unsent.ok || unsent.value.isThere) return;', ''],
      [
        'main/engine/local/data/retention.ts',
        'AND ${reminders} = 0 AND NOT ${buildUnsentSql(kind, id)} LIMIT',
        'LIMIT',
      ],
    ),
  ),
  line(
    'R47',
    'A removed account leaves nothing: its keys go first, a crash in between is finished, unsent changes are named',
    {
      'integration/removal/killed.test.ts': [
        'whichever step the process ends before, no file goes before its key, and the next start finishes with one receipt of all files in the access log',
      ],
      'integration/removal/removal.test.ts': ['removing an account', 'signing out', 'wiping'],
      'integration/removal/unsent-changes.test.ts': ['unsent changes'],
      'e2e/system/removal.spec.ts': [
        'An account is removed after each unsent change was named; a sign-out keeps its address',
      ],
      'e2e/system/program-killed.spec.ts': [
        'a program that is killed while it removes all accounts leaves nothing readable, the next start finishes it, and the exported change comes back',
      ],
      'e2e/system/lock-memory.spec.ts': [
        'a sign-out ends page and engine, and the next page says what was deleted',
      ],
    },
    guard('main/removal/remove-accounts.ts', 'checkMayRemove', [
      'if (obstacle !== null) return obstacle;',
      '',
    ]),
  ),
  line(
    'R48',
    'A notification of the system says how many and of which kinds, unless the user wants more',
    {
      'unit/shell/notifications.test.ts': [
        'a system notification of new notifications > says how many have come and of which kinds, and neither an unknown kind nor a word of any',
        'a system notification of new notifications > shows a text without markup, line breaks and characters that turn the direction of writing',
      ],
      'e2e/system/notifications.spec.ts': [
        'A new notification is shown once, only with its kind; a click opens it, and it stays unread',
      ],
    },
    guard('main/shell/notifications.ts', 'Notices', [
      "const words = level === 'full' ? ((await this.#toText(arrived)) ?? plain) : plain;",
      'const words = (await this.#toText(arrived)) ?? plain;',
    ]),
  ),
  skippable(
    'Windows has no rights of files',
    line(
      'R49',
      'A readable copy of a PDF has a random name in a private folder, and is removed soon or at the next start',
      {
        'unit/shell/temp-copies.test.ts': ['a temporary copy', 'files of an earlier run', 'a foreign folder'],
        'unit/shell/app.test.ts': [
          'the app > removes the documents that a run before it left unencrypted',
          'the app > removes the opened documents when the account is closed, not only at its end',
        ],
        'integration/engine/pdfs/store.test.ts': [
          'a copy of a PDF > is not written over a file, nor through a link, unless it is to replace the file',
        ],
      },
      guard('main/shell/temp-copies.ts', 'removeLater', [
        '() => this.#removeWithRetries(path),\n      () => {},',
        '() => {},\n      () => {},',
      ]),
    ),
  ),
  line(
    'R50',
    'A copied id leaves the clipboard after a minute, and no name or title identifies a patient',
    {
      'unit/shell/clipboard.test.ts': ['a copied id'],
      'unit/shell/files.test.ts': [
        'saving a PDF > writes to the chosen file, with a suggested name that identifies no patient',
      ],
      'unit/shell/window.test.ts': [
        'the window > never shows the page’s title, unless it is the name of a screen',
        'a title',
      ],
    },
    guard('main/shell/clipboard.ts', 'ClipboardWriter', ['if (isPrivate) this.#removeLater();', '']),
  ),
];
