/** A small program for the stand-in host: it shows one page, handles one channel, and prints what happens. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = `
const { join } = require('node:path');
const { app, BrowserWindow, ipcMain, net, powerMonitor, protocol, session, utilityProcess } = require('electron');
const tell = (what, ...facts) => console.log(JSON.stringify([what, ...facts]));
const attempt = (work) => { try { work(); return 'done'; } catch (thrown) { return thrown.message; } };

// Root's Chromium has no sandbox, so its child processes would refuse to start.
if (process.getuid() !== 0) app.enableSandbox();
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.setPath('userData', join(__dirname, '../../profile'));
const port = process.argv[process.argv.indexOf('--debug-port') + 1];
app.commandLine.appendSwitch('remote-debugging-port', port);
if (!app.requestSingleInstanceLock()) { tell('second'); app.exit(3); }

app.on('second-instance', () => tell('called'));
app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => {
    tell('navigates', event.url);
    if (!event.url.startsWith('app://program/')) event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => { tell('opens'); return { action: 'deny' }; });
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
});
app.on('window-all-closed', () => { tell('all closed'); app.quit(); });
app.on('will-quit', (event) => { event.preventDefault(); tell('will quit'); app.exit(0); });

const missing = [
  attempt(() => app.dock),
  attempt(() => app.on('continue-activity', () => {})),
  attempt(() => new BrowserWindow({ kiosk: true })),
  attempt(() => require('electron').screen),
];

app.whenReady().then(() => {
  const own = session.fromPartition('program');
  own.protocol.handle('app', async ({ method, url }) => {
    tell('asked', method, url);
    const script = url.endsWith('.js');
    return new Response(script ? '' : '<!doctype html><title>First</title><p>Here</p><script src="page.js"></script>', {
      headers: { 'Content-Type': script ? 'text/javascript' : 'text/html' },
    });
  });
  const child = utilityProcess.fork(join(__dirname, 'child.cjs'), ['one', 'two'], {
    serviceName: 'child', env: { MARK: 'given' }, stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.on('message', (message) => tell('child', message));
  child.postMessage(new Map([['early', true]]));
  const window = new BrowserWindow({ webPreferences: { session: own, preload: join(__dirname, 'preload.cjs') } });
  window.on('page-title-updated', (event, title) => { event.preventDefault(); window.setTitle(title + '!'); });
  for (const name of ['focus', 'blur', 'show', 'hide']) window.on(name, () => tell('attention', name));
  powerMonitor.on('resume', () => tell('woke'));
  window.webContents.once('did-finish-load', () => {
    for (const number of [1, 2, 3]) window.webContents.send('changes', { number });
  });
  ipcMain.handle('echo', (event, value) => {
    const { senderFrame, sender } = event;
    if (value === 'missing') return missing;
    if (value === 'network') return net.isOnline();
    if (value === 'sleep') process.kill(process.pid, 'SIGCONT');
    return { value, url: senderFrame.url, isTop: senderFrame.parent === null, isOurs: sender === window.webContents };
  });
  window.loadURL('app://program/index.html').then(() => tell('loaded'));
});
`;

const PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron');
const news = [];
const listeners = [];
ipcRenderer.on('changes', (_event, item) => { news.push(item.number); listeners.forEach((listener) => listener(item)); });
contextBridge.exposeInMainWorld('program', {
  echo: (value) => ipcRenderer.invoke('echo', value),
  news: () => news,
  onNews: (listener) => listeners.push(listener),
});
`;

const CHILD = `
process.parentPort.once('message', ({ data }) => {
  process.parentPort.postMessage({
    pid: process.pid, early: data.get('early'), words: process.argv.slice(2), variables: Object.keys(process.env),
  });
});
`;

/** The folder of the program. */
export interface InstalledProgram {
  readonly main: string;
  /** The whole environment to start it with; temporary files are removed with the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/** Writes the program into a folder of its own. */
export function installProgram(): InstalledProgram {
  const folder = mkdtempSync(join(tmpdir(), 'intray-host-'));
  const place = join(folder, 'dist/main');
  const temporary = join(folder, 'tmp');
  for (const path of [place, temporary]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' }));
  for (const [name, text] of Object.entries({ index: MAIN, preload: PRELOAD, child: CHILD }))
    writeFileSync(join(place, `${name}.cjs`), text);
  return {
    main: join(place, 'index.cjs'),
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: temporary, SECRET: 'kept' },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
