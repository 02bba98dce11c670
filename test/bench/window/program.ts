import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startStandIn } from '../../host/start-stand-in.ts';
import { DATA_KEY } from '../worklist-data.ts';
import { restoreFolder, waitUntilFilesAreClosed, type FilledFolder } from './filled-folder.ts';
import { METER_SCRIPT } from './page-meter.ts';
import { ACTION_LIMIT_MS } from './time-limit.ts';
import { readProgramUsage, type ProgramUsage } from './usage.ts';

/** The program over a filled folder, with a meter in its page. */
export interface MeasuredProgram {
  readonly page: Page;
  /** Epoch milliseconds at which its first line ran: the host had been loaded, and no browser was running. */
  readonly startedAt: number;
  /** Reads what its processes have used; null where the system does not tell. */
  readUsage(): ProgramUsage | null;
  close(): Promise<void>;
}

/**
 * Starts the built program in the stand-in's browser, with optimised code as on Electron.
 * @param main full path of the main bundle
 */
export async function startMeasuredProgram(main: string, folder: FilledFolder): Promise<MeasuredProgram> {
  restoreFolder(folder);
  const { dataDir, clinic } = folder;
  const home = mkdtempSync(join(tmpdir(), 'intray-bench-'));
  const { PATH = '' } = process.env;
  const running = await startStandIn({
    main,
    words: [`--data-dir=${dataDir}`, `--base-url=${clinic.baseUrl}`],
    environment: {
      PATH,
      HOME: home,
      TMPDIR: home,
      LANG: 'en_US.UTF-8',
      INTRAY_POLICY_FILE: join(home, 'policy.json'),
      INTRAY_ACCESS_TOKEN: clinic.accessToken,
      INTRAY_JWT: clinic.jwt,
      INTRAY_CACHE_KEY: DATA_KEY,
      STAND_IN_CODE: 'optimized',
      // As in the packaged program.
      INTRAY_ANSWERS: 'unchecked',
      STAND_IN_PAGE_SCRIPT: METER_SCRIPT,
    },
  });
  // A bound for what hangs, never a measure of speed.
  running.page.setDefaultTimeout(ACTION_LIMIT_MS);
  return {
    page: running.page,
    startedAt: running.programStartedAt,
    readUsage: () => readProgramUsage(running.pid),
    close: async () => {
      await running.kill();
      await waitUntilFilesAreClosed(dataDir);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
