import { once } from 'node:events';
import { Agent } from 'node:http';
import { Worker } from 'node:worker_threads';
import { temporaryFolder, TEST_KEY } from '../support/engine.ts';
import { fetchPage, PAGE, type DemoClinicProcess } from './clinic.ts';
import { measureCost, type Cost } from './cost.ts';

/** Number of concurrent page requests, as in the product. */
const LANES = 4;

async function fetchAndInsert(clinic: DemoClinicProcess, worker: Worker, agent: Agent): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < clinic.requisitions) {
      const offset = next;
      next += PAGE;
      const bytes = await fetchPage(clinic, offset, agent);
      worker.postMessage(bytes, [bytes.buffer]);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  worker.postMessage('end');
  const [rows] = (await once(worker, 'message')) as [number];
  if (rows !== clinic.requisitions) throw new Error(`the floor has ${rows} requisitions`);
}

/** Fetches every page and passes each to the inserting thread; returns the cost until all is committed. */
export async function runFloor(clinic: DemoClinicProcess): Promise<Cost> {
  const folder = await temporaryFolder();
  const worker = new Worker(new URL('./floor-worker.ts', import.meta.url), {
    workerData: { folder: folder.path, key: TEST_KEY },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  try {
    await once(worker, 'message');
    return await measureCost(() => fetchAndInsert(clinic, worker, agent));
  } finally {
    agent.destroy();
    await worker.terminate();
    await folder.remove();
  }
}
