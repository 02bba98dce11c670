/** The parts of the job. Nothing here imports Node, because the same code measures databases within a browser's page. */
import { checkAndTimeReads, checkUpdate, timeIngest, timeUpdate, type Reads } from './measure.ts';
import type { Peer } from './peer.ts';
import type { Plan } from './plan.ts';

/** What a process can be asked to do, in this order. */
export const PHASES = ['ingest', 'read', 'update', 'verify'] as const;
export type Phase = (typeof PHASES)[number];

/** What a subject is given. */
export interface ComparisonData {
  readonly plan: Plan;
  /** Empty where nothing is ingested. */
  readonly pages: readonly Uint8Array[];
  readonly updates: readonly Uint8Array[];
}

/** What a process has measured; bytes and milliseconds. */
export interface RunnerResult {
  readonly ingestMs?: number;
  readonly openMs?: number;
  /** Null where the system does not tell. */
  readonly memoryBytes?: number | null;
  readonly reads?: Reads;
  readonly updateMs?: number;
  readonly isUpdateRight?: boolean;
}

/** Runs one part and returns what it has measured. */
export async function runPhase(peer: Peer, phase: Phase, data: ComparisonData): Promise<RunnerResult> {
  if (phase === 'ingest') return { ingestMs: await timeIngest(peer, data.pages) };
  if (phase === 'read') return { reads: await checkAndTimeReads(peer, data.plan) };
  if (phase === 'update') return { updateMs: await timeUpdate(peer, data.updates) };
  return { isUpdateRight: await checkUpdate(peer, data.plan) };
}
