import { hostApp } from './app.ts';
import type { Choices } from './choices.ts';
import { createDesktop } from './desktop.ts';
import type { PowerMessage } from './power-message.ts';

/** What of a use of the desktop is written to stderr, where tests read it. */
const LINES: Readonly<Record<string, (first: unknown, second: unknown) => string>> = {
  'dialog.showOpenDialog': () => 'open a file',
  'dialog.showSaveDialog': (options) => `save as ${(options as Electron.SaveDialogOptions).defaultPath}`,
  'dialog.showMessageBox': (options) => {
    const { message, detail } = options as Electron.MessageBoxOptions;
    return `ask ${message} ${detail}`;
  },
  'error on stderr': (title, content) => `${String(title)}: ${String(content)}`,
  'dialog.showErrorBox': (title, content) => `show ${String(title)}: ${String(content)}`,
  'shell.openPath': (path) => `open ${String(path)}`,
  'shell.openExternal': (address) => `browse ${String(address)}`,
};

/** Seconds without input; 0, as Wayland always says, until a test says otherwise. */
const idle = { seconds: 0 };

/**
 * The stand-in's desktop: nothing is shown or opened; what is asked of it is written to stderr.
 * STAND_IN_SAVE_TO is the path that the user chooses, STAND_IN_SAYS the button that they press, by default the
 * one for cancelling. STAND_IN_VIEWER=none: no program opens files, and the system says so.
 */
export const { clipboard, dialog, shell, Menu, net, nativeImage, nativeTheme, powerMonitor } = createDesktop({
  onUse: (name, first, second) => {
    const line = LINES[name]?.(first, second);
    if (line !== undefined) process.stderr.write(`${line}\n`);
  },
  saveTo: () => process.env['STAND_IN_SAVE_TO'] ?? '',
  press: ({ buttons, cancelId }) => {
    const pressed = buttons?.indexOf(process.env['STAND_IN_SAYS'] ?? '') ?? -1;
    return pressed < 0 ? (cancelId ?? 0) : pressed;
  },
  problem: () => (process.env['STAND_IN_VIEWER'] === 'none' ? 'no program opens this' : ''),
  reportsOpened: () => process.env['STAND_IN_VIEWER'] === 'none',
  isOnline: () => true,
  fetch: (address, options) => fetch(address, options),
  isDark: () => false,
  dropsErrorBox: () => hostApp.dropsErrorBox(),
  idleSeconds: () => idle.seconds,
});

// A process that was stopped and continues has slept.
process.on('SIGCONT', () => powerMonitor.emit('resume'));

/** Lets time pass at once for everything that reads the monotonic clock of this process. */
function letPass(seconds: number): void {
  const before = performance.now.bind(performance);
  performance.now = () => before() + seconds * 1000;
}

/** Ends a stop of that clock; nothing where it goes. */
let goOn = (): void => undefined;

/** Stops that clock, or starts it again from where it stands. */
function stopTime(isStopped: boolean): void {
  goOn();
  goOn = () => undefined;
  if (!isStopped) return;
  const before = performance.now.bind(performance);
  const at = before();
  performance.now = () => at;
  goOn = () => {
    const passed = before() - at;
    performance.now = () => before() - passed;
  };
}

/** What a test tells about the computer and its user. */
process.on('message', (message) => {
  const {
    idleSeconds,
    passSeconds,
    isTimeStopped,
    power,
    choices = {},
  } = message as PowerMessage & {
    readonly choices?: Choices;
  }; // from `startStandIn`
  Object.assign(process.env, choices);
  if (passSeconds !== undefined) letPass(passSeconds);
  if (isTimeStopped !== undefined) stopTime(isTimeStopped);
  if (idleSeconds !== undefined) idle.seconds = idleSeconds;
  if (power !== undefined) powerMonitor.emit(power);
});
process.channel?.unref();
