/** Faults of clocks, PDFs, processes and the end of the program. */
import { guard, line, skippable, type SafetyLine } from '../line.ts';

export const PROGRAM_FAULTS: readonly SafetyLine[] = [
  line(
    'F53',
    'A clock is wrong by minutes, days or years, or is set meanwhile',
    {
      'integration/engine/sender/wrong-clock.test.ts': [
        'with a Date header that is … days off a lost create is found and sent once',
      ],
      'integration/engine/sender/lost-creates-clocks.test.ts': [
        'reconciling a lost create > is not affected by a clock that is set back after the create was sent',
        'reconciling a lost create > is not affected by a clock that is three hours fast',
      ],
      'integration/engine/sync/missing.test.ts': [
        'a time of day that is set ahead or back accelerates nothing, over restarts either',
      ],
      'unit/session/retention.test.ts': [
        'nothing is removed by a clock that is … days ahead at a start',
        'nothing is removed by a clock that is ahead at the first start, nor by one that was once behind',
      ],
      'integration/engine/pdfs/links.test.ts': [
        'a link > is judged by the clock of the service, not by the local one',
      ],
    },
    guard('main/engine/pdfs/download.ts', 'follow', ['expiresAt <= serverTime', 'expiresAt <= Date.now()']),
  ),
  line(
    'F54',
    'The link to a PDF has expired, or its host refuses it',
    {
      'integration/engine/pdfs/links.test.ts': [
        'a link > … is not followed; a new one is requested, once',
        'a link > that its host refuses … is requested again, once',
      ],
    },
    guard('main/engine/pdfs/download.ts', 'MAX_LINKS', ['const MAX_LINKS = 2;', 'const MAX_LINKS = 1;']),
  ),
  line(
    'F55',
    'The bytes behind a link are a page, cut short, too many or encrypted',
    {
      'integration/engine/pdfs/bodies.test.ts': [
        'behind the link there is > …: …, and nothing of it is stored',
      ],
    },
    guard('main/engine/api/pdf-link.ts', 'PdfValidator', [
      'if (!PDF_HEADER.subarray(0, this.#head.byteLength).equals(this.#head)) {',
      'if (false) {',
    ]),
  ),
  line(
    'F56',
    'No program opens PDFs',
    {
      'unit/shell/files.test.ts': ['opening a PDF > says so if no program opens PDFs, and removes the copy'],
    },
    guard('main/shell/files.ts', 'createPdfFileHandlers', ['    await copies.remove(path);\n', '']),
  ),
  skippable(
    'Windows has no rights of files',
    line(
      'F57',
      'A link or a foreign file is where a file is to be written',
      {
        'unit/shell/temp-copies.test.ts': ['a foreign folder'],
        'integration/engine/planted-files.test.ts': [
          'a link at … is not written through',
          'a file that others hold open at … receives nothing',
        ],
        'unit/base/write-file.test.ts': ['a link is replaced, and the file that it leads to is not written'],
      },
      guard('main/shell/temp-copies.ts', 'checkPrivate', ['    await checkPrivate(run.path);\n', '']),
    ),
  ),
  line(
    'F58',
    'A page crashes or hangs, or an error is not handled',
    {
      'unit/shell/page-failures.test.ts': ['a page whose process ends', 'a page that does not respond'],
      'integration/processes/uncaught-errors.test.ts': ['… > ends at … that nothing handles, and says why'],
      'unit/renderer/app/error-boundary.test.tsx': [
        'an exception of the page > is reported with its kind and its components, and without its message',
      ],
    },
    guard('main/shell/page-failures.ts', 'handlePageFailures', [
      'if (count >= MAX_RELOADS) return showMessage();',
      '',
    ]),
  ),
  line(
    'F59',
    'The program is started twice',
    {
      'unit/shell/start.test.ts': ['the main process > leaves the data folder to the run that holds it'],
      'e2e/system/start.spec.ts': ['A second start ends and activates the first, which goes on'],
    },
    guard('main/shell/program.ts', 'prepareProgram', [
      'if (app.requestSingleInstanceLock()) return true;',
      'if (app.requestSingleInstanceLock() || true) return true;',
    ]),
  ),
  line(
    'F60',
    'The user quits or the system ends in the middle of a sync',
    {
      'unit/shell/quit.test.ts': ['quitting'],
      'integration/engine/process.test.ts': [
        'a parent that disconnects during a sync does not keep the process waiting',
        'the process closes its files and releases the folder before it is ended, when it is told to leave',
      ],
    },
    guard('main/shell/quit.ts', 'delayQuitUntilDrained', [
      'const drained = await waitForPromiseAtMost(drain(), DEADLINE, clock);',
      'await drain();\n      const drained = { isOverdue: false };',
    ]),
  ),
  line(
    'F61',
    'A page of a list needs too much memory',
    {
      'integration/engine/cache/learning.test.ts': [
        'a page that needs too much memory is refused, so that a smaller one is requested',
      ],
      'unit/engine/sync/sweep.test.ts': [
        'a page that is too large is requested in smaller parts, down to single records',
      ],
    },
    guard('main/engine/cache/ingest/writer.ts', 'CacheWriter', [
      "if (page.bytes.byteLength > this.#deps.pageBytes) return err('too-large', { detail: 'memory' });",
      '',
    ]),
  ),
  line(
    'F62',
    'The log cannot be written',
    {
      'unit/shell/log-file.test.ts': [
        'the log file > drops a line rather than stop the app if it cannot write',
      ],
    },
    guard('main/shell/log-file.ts', 'openLogFile', [
      '    } catch {\n      // The line is dropped: the log cannot report its own failure.\n    }',
      '    } finally {\n    }',
    ]),
  ),
  line(
    'F63',
    'The account is switched while requests are on their way',
    {
      'integration/engine/engine.test.ts': ['responses that come after the account was switched are dropped'],
      'integration/engine/api/http.test.ts': [
        'a misbehaving server > is cancelled when the account is closed, and receives nothing afterwards',
      ],
      'e2e/system/accounts.spec.ts': ['A switch during a sync leaves the other account unchanged'],
    },
    guard('main/engine/api/http.ts', 'createHttpClient', ['      closing.abort();\n', '']),
  ),
  line(
    'F64',
    'The program locks itself while a change is being saved',
    {
      'integration/session/locking.test.ts': [
        'an order whose save meets a lock is kept or refused, and saved again it arrives once (lock at turn …)',
        'an order whose response does not come is cut off by the lock, and is neither lost nor doubled',
      ],
      'unit/lock/lock.test.ts': ['a call that began before the lock returns nothing of the account after it'],
    },
    guard('main/engine/local/outbox/save.ts', 'saveChange', [
      'if (repeated !== null) return repeated.ok ? ok({ ...repeated.value, released: [] }) : repeated;',
      '',
    ]),
  ),
];
