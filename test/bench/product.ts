import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createEngine } from '#main/engine/engine.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import type { DemoClinicProcess } from './clinic.ts';
import { startPdfProcess } from '../support/pdf-process.ts';
import { WORKER_URL } from '../support/worker-entries.ts';
import { createWorkerStarter } from '#main/engine/sqlite/worker.ts';

/** The product's first sync into a new folder, in milliseconds; throws if not everything arrived. */
export async function runProduct(clinic: DemoClinicProcess): Promise<number> {
  const folder = await temporaryFolder();
  const engine = createEngine({
    dataDir: folder.path,
    role: 'command',
    run: systemRandomSource.hex(8),
    isStrict: false,
    clock: systemClock,
    random: systemRandomSource,
    log: silentLog,
    emit: () => {},
    saveMarker: async () => true,
    saveAccessHead: async () => true,
    startWorker: createWorkerStarter(WORKER_URL),
    startPdfWorker: startPdfProcess,
  });
  try {
    unwrap(await engine.start());
    unwrap(await engine.handle('engine.open', openInput(clinic.baseUrl, { tokens: clinic.tokens })));
    const from = systemClock.monotonic();
    unwrap(await engine.handle('sync.run', { kinds: ['requisition'] }));
    const ms = systemClock.monotonic() - from;
    const { all } = unwrap(await engine.handle('worklist.counts', { terms: [] })) as { all: number };
    if (all !== clinic.requisitions) throw new Error(`only ${all} requisitions came`);
    return ms;
  } finally {
    await engine.close();
    await folder.remove();
  }
}
