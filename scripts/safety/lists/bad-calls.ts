/** Bad inputs: calls of a page, files and variables of this computer, and what is typed. */
import { guard, line, skippable, type SafetyLine } from '../line.ts';

const IPC = 'unit/shell/ipc.test.ts';

export const BAD_CALLS: readonly SafetyLine[] = [
  line(
    'B33',
    'A name that is no procedure',
    {
      [IPC]: [
        'a call > to something that is no procedure is refused: …',
        'a call > has one channel, and one to abandon it',
      ],
      'integration/engine/engine.test.ts': ['the name … is refused'],
    },
    guard('main/shell/ipc.ts', 'isProcedureName', [
      "return typeof name === 'string' && Object.hasOwn(procedures, name);",
      "return typeof name === 'string' && name in procedures;",
    ]),
  ),
  line(
    'B34',
    'A call from a frame in a page, another page or one that is gone',
    {
      [IPC]: [
        'a call > from … is refused, whatever it calls',
        'a call > from a frame that is gone gets an error, not a crash',
      ],
    },
    guard('main/shell/ipc.ts', 'isTrusted', [
      "if (!isTrusted(event, isOurs)) return err('refused-sender');",
      '',
    ]),
  ),
  line(
    'B35',
    'Functions, cycles, maps, dates and huge arrays in a call',
    { 'unit/shell/plain-data.test.ts': ['plain data'] },
    guard('main/shell/ipc.ts', 'getChildren', [
      'return prototype === Object.prototype || prototype === null ? Object.entries(value).flat() : null;',
      'return Object.entries(value).flat();',
    ]),
  ),
  line(
    'B36',
    'Additional, missing and mistyped fields in a call',
    {
      [IPC]: [
        'a call > of … with a bad payload is refused with an error value',
        'a call > is refused with … instead of its ticket and its account',
      ],
      'integration/engine/engine.test.ts': ['… refuses every kind of nonsense without failing'],
    },
    guard('main/shell/ipc.ts', 'servePageCalls', [
      "if (surplus.length > 0) return err('invalid-input', { detail: 'too many arguments' });",
      '',
    ]),
  ),
  line(
    'B37',
    'A path in place of a record',
    {
      'unit/preload/contract/inputs.test.ts': [
        'no procedure that reaches a file accepts a path in place of an id, and none accepts one beside it',
      ],
      'unit/shell/files.test.ts': [
        'opening a PDF > gives the viewer a copy that the engine wrote under a generated name',
      ],
    },
    guard('preload/contract/pdf-procedures.ts', 'pdfProcedures', [
      "'pdfs.open': { runsIn: 'shell', input: z.strictObject({ id }), output: nothing },",
      "'pdfs.open': { runsIn: 'shell', input: z.looseObject({ id }), output: nothing },",
    ]),
  ),
  line(
    'B38',
    'Thousands of calls at once',
    { [IPC]: ['a call > beyond two hundred at a time waits, and the others are not starved'] },
    guard('main/shell/ipc.ts', 'MAX_OPEN_CALLS', [
      "if (openCalls >= MAX_OPEN_CALLS) return err('rate-limited', { waitMs: RETRY_MS });",
      '',
    ]),
  ),
  line(
    'B39',
    'A sort order, filter or position that is not offered',
    {
      'unit/preload/contract/inputs.test.ts': ['no list is sorted by anything but what it offers'],
      'unit/engine/cache/query/cursor.test.ts': [
        'a cursor of another list is refused',
        'any other text is refused without throwing',
      ],
    },
    guard('main/engine/cache/tables/cursor.ts', 'decodeCursor', [
      "if (name !== list) return err('invalid-input', { detail: 'after: not a cursor of this list' });",
      '',
    ]),
  ),
  line(
    'B40',
    'A negative, broken or huge number of rows',
    {
      'unit/preload/contract/inputs.test.ts': [
        'no list gives a number of rows that is broken, negative or huge',
      ],
    },
    guard('preload/contract/notification-procedures.ts', 'limit', [
      'limit: z.number().int().min(1).max(500).default(200) }',
      'limit: z.number().default(200) }',
    ]),
  ),
  line(
    'B41',
    'A call while no account is open',
    {
      'integration/engine/engine.test.ts': [
        'before an account is open, reads say so and the health is empty',
        'an engine without its folder handles no call',
      ],
    },
    guard('main/engine/engine.ts', 'createEngine', ['if (!mine.ok) return mine;', '']),
  ),
  skippable(
    'only Electron’s own program runs the bridge in a world of its own; the stand-in host has one world for both',
    line(
      'B42',
      'Built-in functions that a page has replaced',
      {
        'e2e/system/containment.spec.ts': [
          'Built-in functions that the page has replaced get nothing of the bridge, which works as before',
        ],
      },
      guard('main/shell/window.ts', 'WEB_PREFERENCES', [
        'contextIsolation: true,',
        'contextIsolation: false,',
      ]),
    ),
  ),
  line(
    'B43',
    'Settings that are no JSON, of another shape, huge or a link',
    {
      'unit/session/settings.test.ts': [
        'a file that is … gives the defaults without a welcome, keeps copies for the longest time, and is renamed',
      ],
      'unit/base/json-file.test.ts': [
        'a file that is … is damaged',
        'a link is damaged, wherever it leads, and is never written through',
      ],
      'e2e/system/start.spec.ts': ['Settings that are … are renamed, and Intray starts'],
    },
    guard('main/base/json-file.ts', 'refusePrototype', [
      "if (key === '__proto__') throw new SyntaxError('a forbidden key');",
      '',
    ]),
  ),
  line(
    'B44',
    'A data folder that is a file, belongs to others, or has an unusual path',
    {
      'unit/base/data-folder.test.ts': ['a folder … is refused and stays as it is'],
      'e2e/system/start.spec.ts': ['A data folder that is a file is explained in a sentence'],
      'integration/engine/unusual-folder.test.ts': ['an account is kept in a folder … and opens again'],
    },
    guard('main/base/data-folder.ts', 'createOrCheckDataFolder', [
      "if (names.length > 0 && !isRecognised(folder)) return { state: 'foreign', detail: MARKER };",
      '',
    ]),
  ),
  line(
    'B45',
    'Hostile arguments and variables',
    {
      'unit/shell/flags.test.ts': [
        'a packaged program > does not start with … in its environment',
        'the command line > is refused if a flag of the window comes before the headless command',
      ],
      'unit/shell/headless-arguments.test.ts': [
        'a headless command on … > does not start after the dangerous switch …',
      ],
      'unit/vault/child-environment.test.ts': ['the environment of a child'],
    },
    guard('main/shell/switches.ts', 'ALLOWED_VARIABLES', [
      'set.find((name) => !ALLOWED_VARIABLES.has(name.toUpperCase())) ?? null',
      'set.find(() => false) ?? null',
    ]),
  ),
  line(
    'B46',
    'Tokens that are empty, broken, quoted or of another user',
    {
      'unit/renderer/features/accounts/model.test.ts': [
        'a sign-in > refuses the token …',
        'a sign-in > ignores a typed-in Bearer',
        'the user id in a JWT > is null for anything else',
      ],
      'unit/vault/secrets.test.ts': ['with variables > that are invalid are named, never shown: …'],
    },
    guard('preload/contract/accounts.ts', 'TOKEN', [
      String.raw`const TOKEN = /^[\x21-\x7e]{1,16384}$/;`,
      'const TOKEN = /[^]/;',
    ]),
  ),
  line(
    'B47',
    'Input of a form that the service could not keep',
    { 'unit/cli/write.test.ts': ['… of …: …', 'who may use a form: …'] },
    guard('preload/contract/changes.ts', 'createTextSchema', [
      "value.isWellFormed() && !value.includes('\\0')",
      'value.isWellFormed()',
    ]),
  ),
];
