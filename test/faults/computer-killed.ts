/**
 * Removes an account, removes all of them after an export, or locks one, in a process of its own. Arguments: the data
 * folder, the file of the keychain, what to do, the account, the file of the export.
 */
import { idSchema } from '#contract/records.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { testEngine } from '../support/engine.ts';
import { PIN } from '../support/locks.ts';
import { unwrap } from '../support/results.ts';
import { createTestSession, linkEngine } from '../support/session.ts';
import { openKeptKeychain } from './kept-keychain.ts';

const [dataDir = '', keychainFile = '', what = '', account = '', exportFile = ''] = process.argv.slice(2);
const SAVES = 4;
const LOCK_WITHIN = 11_000;

const engine = testEngine(dataDir);
unwrap(await engine.start());
const keychain = openKeptKeychain(keychainFile);
const session = createTestSession({ folder: dataDir, keychain, engine: linkEngine(engine) });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function removeOne(): Promise<void> {
  const { contents } = unwrap(await session.listContents({ account }));
  const discards = contents.flatMap(({ unsent }) => unsent.map(({ number }) => number));
  say('begins');
  unwrap(await session.remove({ what: 'remove', account, discards, acceptsUnreadable: false }));
}

async function removeAll(): Promise<void> {
  const place = { path: exportFile, passphrase: 'correct horse battery' };
  const files = unwrap(await session.exportAllAccounts(place));
  for (const { file, bytes } of files) say(`exported ${bytes} ${file}`);
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
    const { number } = unwrap(await engine.call('writes.save', { operation: 'requisitions.update', data }));
    say(`saved ${number}`);
  }
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
