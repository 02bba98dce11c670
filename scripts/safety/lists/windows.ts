/** Rules of windows, pages and the bridge between a page and the program. */
import { guard, line, type SafetyLine } from '../line.ts';

const NO_LEAVING = [
  'a page > cannot leave by…',
  'a page > opens no windows',
  'a page > reveals no address by WebRTC',
];

export const WINDOW_RULES: readonly SafetyLine[] = [
  line(
    'R01',
    'Every window is made in one place, isolated and sandboxed',
    {
      'unit/shell/window.test.ts': [
        'the window > isolates and sandboxes its page and disables what a page does not need',
      ],
      'unit/shell/start.test.ts': ['the source of the shell > creates windows in one file…'],
    },
    guard('main/shell/window.ts', 'WEB_PREFERENCES', ['  sandbox: true,\n', '  sandbox: false,\n']),
  ),
  line(
    'R02',
    'The sandbox is on before the program is ready, and a page embeds no other page',
    {
      'unit/shell/program.test.ts': [
        'before it is ready, the program > sandboxes every page, registers its scheme and guards every new page',
      ],
      'unit/shell/guards.test.ts': ['a page > embeds no other page'],
    },
    guard('main/shell/program.ts', 'sandboxPages', ['    app.enableSandbox();\n', '']),
  ),
  line(
    'R03',
    'The page has a scheme of its own with no privilege that it does not need',
    { 'unit/shell/scheme.test.ts': ['the app scheme > has the privileges of a page and no others'] },
    guard('main/shell/protocol.ts', 'registerAppScheme', [
      'privileges: { standard: true, secure: true }',
      'privileges: { standard: true, secure: true, supportFetchAPI: true }',
    ]),
  ),
  line(
    'R04',
    'The scheme serves only listed files of the bundle, whatever the path',
    {
      'unit/shell/scheme.test.ts': [
        'a request of the page > by…',
        'a request of the page > finds nothing at…',
        'a request of the page > has the policy and forbids content sniffing on every response, refusals too',
      ],
    },
    guard('main/shell/protocol.ts', 'createPageResponder', ["if (method !== 'GET') return refuse(405);", '']),
  ),
  line(
    'R05',
    'The policy of the page allows its own scripts and styles and no connection',
    {
      'unit/shell/scheme.test.ts': [
        'the page policy > allows the page’s own scripts and styles and nothing else',
      ],
      'e2e/system/containment.spec.ts': ['Nothing that a page can do reaches a foreign server'],
    },
    guard('main/shell/protocol.ts', 'DIRECTIVES', ["  'connect-src': \"'none'\",\n", '']),
  ),
  line(
    'R06',
    'A page never leaves its own address, opens no window and reveals no network address',
    { 'unit/shell/guards.test.ts': NO_LEAVING },
    guard('main/shell/guards.ts', 'guardContents', [
      "contents.setWindowOpenHandler(() => ({ action: 'deny' }));",
      '',
    ]),
  ),
  line(
    'R07',
    'Every permission is denied except copying from the page itself',
    {
      'unit/shell/guards.test.ts': [
        'a session > names every permission',
        'a session > grants nothing that a page requests except copying',
        'a session > denies every check except the one for copying',
        'a session > grants copying to no frame, no other origin and no unknown requester',
        'a session > grants no device and no screen capture',
      ],
    },
    guard('main/shell/guards.ts', 'denyPermissionRequests', [
      'session.setDevicePermissionHandler(() => false);',
      '',
    ]),
  ),
  line(
    'R08',
    'Only the https address of a video call is opened outside, once the user has read its host',
    {
      'unit/shell/call-link.test.ts': [
        'a video call > is opened once the user has confirmed, after reading its address',
        'a video call > stays closed if the user cancels',
        'a video call > is never offered at…',
      ],
      'unit/shell/start.test.ts': ['the source of the shell > creates windows in one file…'],
    },
    guard('main/shell/call-link.ts', 'mayOpen', [
      'if (!(await mayOpen(address.host, window()))) return ok({ isOpened: false });',
      '',
    ]),
  ),
  line(
    'R09',
    'Only a copy that the engine has just written is opened with a program, and its failure is said',
    {
      'unit/shell/files.test.ts': [
        'opening a PDF > gives the viewer a copy that the engine wrote under a generated name',
        'opening a PDF > says so if no program opens PDFs, and removes the copy',
        'opening a PDF > opens nothing if the engine wrote nothing',
      ],
    },
    guard('main/shell/files.ts', 'createPdfFileHandlers', [
      "const copied = await engine.call('pdfs.copyTo', { id, path, purpose: 'opened', replaces: false });\n    if (!copied.ok) return copied;",
      "await engine.call('pdfs.copyTo', { id, path, purpose: 'opened', replaces: false });",
    ]),
  ),
  line(
    'R10',
    'Every call is accepted from the main frame of our own window only',
    {
      'unit/shell/ipc.test.ts': [
        'a call > from … is refused, whatever it calls',
        'a call > from a frame that is gone gets an error, not a crash',
      ],
    },
    guard('main/shell/ipc.ts', 'isTrusted', [
      'return frame !== null && frame.parent === null && isOurs(event.sender) && isAddressOfAppPage(frame.url);',
      'return frame !== null && isOurs(event.sender);',
    ]),
  ),
  line(
    'R11',
    'Every payload is checked against its schema, and a failure never names a value',
    {
      'unit/shell/ipc.test.ts': [
        'a call > of … with a bad payload is refused with an error value',
        'a call > names the invalid fields and none of their values',
        'a call > gets an error without details when its procedure throws',
      ],
    },
    guard('main/shell/ipc.ts', 'checkInput', [
      'return validateCall(procedures[name], input);',
      'return { ok: true, value: input };',
    ]),
  ),
  line(
    'R12',
    'The page gets one frozen object with one function per name',
    {
      'unit/preload/bridge.test.ts': [
        'the bridge > is the only object that the page gets',
        'the bridge > holds one function per procedure and per event, and nothing else',
        'the bridge > is frozen all the way down',
        'a subscription > receives its own event and never the event object',
      ],
    },
    guard('preload/index.ts', 'bridge', [
      'call: Object.freeze(Object.fromEntries(PROCEDURE_NAMES.map((name) => [name, createCaller(name)]))),',
      'call: Object.fromEntries(PROCEDURE_NAMES.map((name) => [name, createCaller(name)])),',
    ]),
  ),
  line(
    'R13',
    'Names, ids, tokens and keys reach no output, title, file, argument or environment, and tokens no page',
    {
      'e2e/system/secrets.spec.ts': [
        'Tokens appear neither in the page nor in results, titles, outputs and files',
        'Tokens typed into the form do not appear on the disk either',
      ],
      'e2e/system/sentinel.spec.ts': [
        'A day’s work with failures leaves no name, id or token outside of what the user saves',
      ],
    },
    // No result has a field for a token, so what can be shown is that calls are not logged with their input.
    guard('main/shell/ipc.ts', 'servePageCalls', [
      'const { value } = checked;',
      "const { value } = checked;\n      log.info('a call', { input: JSON.stringify(value) });",
    ]),
  ),
  line(
    'R14',
    'Texts become neither markup nor code',
    {
      'e2e/system/containment.spec.ts': ['Texts become neither markup nor code'],
      'unit/shell/scheme.test.ts': [
        'the page policy > allows the page’s own scripts and styles and nothing else',
      ],
    },
    guard('main/shell/protocol.ts', 'DIRECTIVES', ["  'require-trusted-types-for': \"'script'\",\n", '']),
  ),
  line(
    'R15',
    'The session of the windows exists in memory only',
    {
      'unit/shell/program.test.ts': [
        'the session of the windows > is in memory, has no cache, is guarded and serves the page',
      ],
      'e2e/system/secrets.spec.ts': [
        'Records are on the disk only encrypted, and in no title, log or output',
      ],
    },
    guard('main/shell/protocol.ts', 'createWindowSession', [
      "session.fromPartition('intray', { cache: false })",
      "session.fromPartition('persist:intray')",
    ]),
  ),
];
