/** What runs within a browser's page: the peer, and the parts of the job over what the page's address serves. */
import { timeOpening } from './measure.ts';
import type { Peer } from './peer.ts';
import { runPhase, type Phase, type RunnerResult } from './phases.ts';
import type { Plan } from './plan.ts';

/** The calls that the browser's owner makes in the page. */
export interface ComparisonPage {
  /** Opens the database. Returns the milliseconds until the first page is there, where that is wanted. */
  open(isTimed: boolean): Promise<RunnerResult>;
  /**
   * Runs a part of the job.
   * @param names of the files with pages, in their order
   */
  run(
    phase: Phase,
    names: { readonly pages: readonly string[]; readonly updates: readonly string[] },
  ): Promise<RunnerResult>;
  close(): Promise<void>;
}

async function fetchPages(names: readonly string[]): Promise<readonly Uint8Array[]> {
  const pages: Uint8Array[] = [];
  for (const name of names) pages.push(new Uint8Array(await (await fetch(`/data/${name}`)).arrayBuffer()));
  return pages;
}

/** Makes the calls over a peer, as `comparison` of the page. */
export function servePage(peer: Peer): void {
  const comparison: ComparisonPage = {
    open: async (isTimed) => {
      await peer.prepare('', 'reading');
      if (isTimed) return { openMs: await timeOpening(peer) };
      await peer.open();
      return {};
    },
    run: async (phase, { pages, updates }) => {
      const plan = (await (await fetch('/data/plan.json')).json()) as Plan; // as `writeComparisonData` wrote it
      const data = { plan, pages: await fetchPages(pages), updates: await fetchPages(updates) };
      return runPhase(peer, phase, data);
    },
    close: () => peer.close(),
  };
  Object.assign(globalThis, { comparison });
}
