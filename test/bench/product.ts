import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createEngine } from '#main/engine/engine.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import type { DemoClinicProcess } from './clinic.ts';
import { startPdfProcess } from '../support/pdf-process.ts';
import { measureCost, type Cost } from './cost.ts';
import { createWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';

/** The bundle, as the program runs it: threads that begin with the sources strip types first. */
const WORKER_URL = new URL('../../dist/main/engine-worker.cjs', import.meta.url);

/** Returns what the product's first sync into a new folder costs; throws if not everything arrived. */
export async function runProduct(clinic: DemoClinicProcess): Promise<Cost> {
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
    const cost = await measureCost(async () => {
      unwrap(await engine.handle('sync.run', { kinds: ['requisition'] }));
    });
    const { all } = unwrap(await engine.handle('worklist.counts', { terms: [] })) as { all: number };
    if (all !== clinic.requisitions) throw new Error(`only ${all} requisitions came`);
    return cost;
  } finally {
    await engine.close();
    await folder.remove();
  }
}
