/**
 * One process of a subject: `node runner.ts --subject NAME --phases ingest,read --folder DIR --data DIR`. It prints what it
 * measured as a line of JSON.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runInBrowser } from './browser.ts';
import { readComparisonData } from './data.ts';
import { timeOpening } from './measure.ts';
import type { Peer } from './peer.ts';
import { runPhase, type Phase, type RunnerResult } from './phases.ts';
import { SUBJECTS, type Subject, type SubjectName } from './subjects.ts';

/** Collects garbage, so that memory is what the subject keeps. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // the flag has made it
}

/** The growth of this process or of those of the peer, after the first page. */
async function readGrowth(peer: Peer, before: number): Promise<number | null> {
  collectGarbage();
  const bytes = (await peer.readMemoryGrowth?.()) ?? process.memoryUsage.rss() - before;
  return Number.isNaN(bytes) ? null : bytes;
}

async function runHere(
  peer: Peer,
  phases: readonly Phase[],
  { folder, data }: { readonly folder: string; readonly data: string },
): Promise<RunnerResult> {
  const given = readComparisonData(data, phases.includes('ingest'));
  collectGarbage();
  const before = process.memoryUsage.rss();
  const isReading = phases.includes('read') || phases.includes('verify');
  await peer.prepare(folder, isReading ? 'reading' : 'writing');
  let result: RunnerResult = {};
  if (phases[0] === 'read') result = { openMs: await timeOpening(peer) };
  else await peer.open();
  for (const phase of phases) {
    if (phase === 'read') result = { ...result, memoryBytes: await readGrowth(peer, before) };
    result = { ...result, ...(await runPhase(peer, phase, given)) };
  }
  await peer.close();
  return result;
}

const option = { type: 'string', default: '' } as const;
const { values } = parseArgs({ options: { subject: option, phases: option, folder: option, data: option } });
const phases = values.phases.split(',') as Phase[]; // the command writes them
const subject: Subject = SUBJECTS[values.subject as SubjectName]; // likewise
const result =
  'pageModule' in subject
    ? await runInBrowser(subject.pageModule, phases, values)
    : await runHere(subject.create(), phases, values);
console.log(JSON.stringify(result));
process.exit(0);
