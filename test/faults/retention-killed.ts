/**
 * Removes unused copies, of an open account and of unused ones, in a process of its own. Arguments: the folder of
 * the open account, its key, the data folder of the unused ones.
 */
import { toEpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { LocalStore } from '#main/engine/local/store.ts';
import { createLocalDataCalls } from '#main/engine/local/data/calls.ts';
import { PdfStore } from '#main/engine/pdfs/store.ts';
import { removeCachesOfUnusedAccounts } from '#main/engine/retention/unused-cache.ts';

const [folder = '', key = '', dataDir = ''] = process.argv.slice(2);
const before = toEpochMs(systemClock.now() + 1);
const local = new LocalStore({ clock: systemClock, random: createSeededRandom(1), onChanged: () => {} });
local.open({ folder, key, keychainMark: { state: 'none' } });
const calls = createLocalDataCalls(local, () => {});
const pdfs = new PdfStore(systemClock);
pdfs.open({ folder, key });
process.stdout.write('begins\n');
const unsent = calls.findUnsentWork(null);
const protectedIds = unsent.ok ? unsent.value.protectedRequisitions : [];
for (let isDone = false; !isDone; ) {
  const removed = pdfs.expire({ before, protectedIds });
  isDone = !removed.ok || removed.value.length === 0;
}
for (let after: number | null = 0; after !== null; ) {
  const slice = calls.removeExpiredViewedVersions({ before, after });
  after = slice.ok ? slice.value.next : null;
}
calls.removeExpiredMissingRecords({ before });
removeCachesOfUnusedAccounts(dataDir, before, null);
