/**
 * Removes an account, removes all of them after an export, or locks one, in a process of its own. Where a file for packs is
 * given, processes of it work on PDFs meanwhile: one without an end, others write packs. Arguments: the data folder, the
 * file of the keychain, what to do, the account, the file of the export, the file for packs or nothing.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ChildProcess } from 'node:child_process';
import { idSchema } from '#contract/record-schemas.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { testEngine } from '../support/engine.ts';
import { createPdf, DOUBLING_PDF, TREE } from '../support/hostile-pdfs.ts';
import { PIN } from '../support/locks.ts';
import { startPdfProcess } from '../support/pdf-process.ts';
import { unwrap } from '../support/results.ts';
import { createTestSession, linkEngine } from '../support/session.ts';
import { openKeptKeychain } from './kept-keychain.ts';

const [dataDir = '', keychainFile = '', what = '', account = '', exportFile = '', packFile = ''] =
  process.argv.slice(2);
const SAVES = 4;
const LOCK_WITHIN = 11_000;
/** So small that many packs are made before a kill. */
const PACK_BYTES = 400_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const children: ChildProcess[] = [];
subscribe('child_process', (message) => void children.push((message as { process: ChildProcess }).process)); // as documented
const engine = testEngine(dataDir, {
  startPdfWorker: (role, heapMegabytes) => {
    const worker = startPdfProcess(role, heapMegabytes);
    say(`child ${children.at(-1)?.pid}`);
    return worker;
  },
});
unwrap(await engine.start());
const keychain = openKeptKeychain(keychainFile);
const session = createTestSession({ folder: dataDir, keychain, engine: linkEngine(engine) });

/** Makes a pack of these pages over the one before. */
async function makePack(pages: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const asked = {
    pages: new Uint8Array(pages),
    requisitions: [],
    path: packFile,
    replaces: true,
    password: 'correct horse',
    zone: 'UTC',
  };
  return (await engine.control('pack.make', asked)).ok;
}

/** Starts a process that never ends by itself, and others that write packs until the account is closed. */
async function workOnPdfs(): Promise<void> {
  const content = `(PHI-SENTINEL printed) Tj${' '.repeat(PACK_BYTES)}`;
  const pages = createPdf(
    TREE,
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] /Contents 4 0 R >> endobj',
    `4 0 obj << /Length ${content.length} >>\nstream\n${content}\nendstream endobj`,
  );
  void makePack(DOUBLING_PDF);
  if (!(await makePack(pages))) throw new Error('a pack cannot be made');
  void (async () => {
    while (await makePack(pages));
  })();
}

async function removeOne(): Promise<void> {
  const { contents } = unwrap(await session.listContents({ account }));
  const discards = contents.flatMap(({ unsent }) => unsent.map(({ number }) => number));
  if (packFile !== '') await workOnPdfs();
  say('begins');
  unwrap(await session.remove({ what: 'remove', account, discards, acceptsUnreadable: false }));
}

async function removeAll(): Promise<void> {
  const place = { path: exportFile, passphrase: 'correct horse battery' };
  const files = unwrap(await session.exportAllAccounts(place));
  for (const { file, bytes } of files) say(`exported ${bytes} ${file}`);
  if (packFile !== '') await workOnPdfs();
  say('begins');
  unwrap(await session.remove({ what: 'wipe', acceptsUnreadable: false, acceptsExported: true }));
}

async function lockOne(): Promise<void> {
  unwrap(await session.locking.unlock(PIN));
  const order = { by: 'updated', descending: true } as const;
  const { ids } = unwrap(await engine.call('worklist.ids', { tab: 'all', terms: [], order, limit: 10 }));
  // The order that is not sent has the id of this computer.
  const id = idSchema('requisition').parse(ids.find((each) => each.startsWith('req_')));
  for (let count = 0; count < SAVES; count++) {
    const data = { id, name: `PHI-SENTINEL-SAVED-${count}` };
    const { number } = unwrap(await engine.call('outbox.save', { operation: 'requisitions.update', data }));
    say(`saved ${number}`);
  }
  if (packFile !== '') await workOnPdfs();
  say('begins');
  await session.locking.lock(LOCK_WITHIN);
}

const opened = await session.openAtStart({ ...DEFAULT_SETTINGS, openAtStart: 'last' }, null);
if (!opened.ok && opened.error.code !== 'locked') throw new Error(opened.error.code);
if (what === 'remove') await removeOne();
if (what === 'wipe') await removeAll();
if (what === 'lock') await lockOne();
say('done');
// What is left would keep the process: the test has seen the end.
process.kill(process.pid, 'SIGKILL');
