/** Rules of the packaged program, its start and its processes. */
import { guard, line, type SafetyLine } from '../line.ts';

export const PROGRAM_RULES: readonly SafetyLine[] = [
  line(
    'R16',
    'Every fuse of the packaged program has its value by name',
    { 'unit/scripts/fuses.test.ts': ['the fuses of the packaged program'] },
    guard('scripts/package/fuses.ts', 'ALWAYS', [
      '[FuseV1Options.RunAsNode]: false',
      '[FuseV1Options.RunAsNode]: true',
    ]),
  ),
  line(
    'R17',
    'Nothing but the two native addons lies outside the archive',
    {
      'unit/scripts/package-rules.test.ts': ['the package > unpacks the two native addons and nothing else'],
    },
    guard('electron-builder.yml', 'asarUnpack', ['asarUnpack:\n', "asarUnpack:\n  - '**/*.js'\n"]),
  ),
  line(
    'R18',
    'Electron is at least 45.4.1, the first version without the known defects',
    { 'unit/scripts/package-rules.test.ts': ['the package > holds an Electron without the known defects'] },
    guard('package.json', 'electron', ['"electron": "45.4.1"', '"electron": "45.4.0"']),
  ),
  line(
    'R19',
    'A packaged program does not start with a switch or variable that could weaken it',
    {
      'unit/shell/flags.test.ts': [
        'a packaged program > does not start with …',
        'a packaged program > recognises the Windows notation of switches',
      ],
      'unit/shell/start.test.ts': [
        'the main process > does not start with a switch that weakens it, when packaged',
        'the environment of a packaged program > ends it where a variable of Electron may weaken it',
      ],
      'unit/vault/child-environment.test.ts': [
        'the environment of a child > contains nothing that weakens it when strict',
      ],
    },
    guard('main/shell/switches.ts', 'ALLOWED_SWITCHES', [
      "names.find((name) => name !== '' && !isAllowed(name)) ?? null",
      'names.find(() => false) ?? null',
    ]),
  ),
  line(
    'R20',
    'A second start only shows the window of the first, whatever its arguments',
    {
      'unit/shell/program.test.ts': [
        'before it is ready, the program > knows whether it is the first on its data folder',
        'the program > shows its window when it is started again, whatever the arguments',
      ],
      'unit/shell/start.test.ts': ['the main process > leaves the data folder to the run that holds it'],
    },
    guard('main/shell/program.ts', 'prepareProgram', [
      'if (app.requestSingleInstanceLock()) return true;',
      'if (app.requestSingleInstanceLock() || true) return true;',
    ]),
  ),
  line(
    'R21',
    'No crash report is made or sent',
    {
      'unit/shell/start.test.ts': ['the source of the shell > creates windows in one file…'],
      'integration/engine/sqlite/addon.test.ts': ['a database opens without a diagnostic report of Node'],
    },
    guard('main/shell/program.ts', 'prepareProgram', [
      "import { app, dialog } from 'electron';",
      "import { app, crashReporter, dialog } from 'electron';",
    ]),
  ),
];
