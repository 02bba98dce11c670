/**
 * First sync of many requisitions: the time and the CPU time of the product, and a lower bound of both. The lower bound fetches the same
 * pages, parses them with JSON.parse and inserts them, durable and encrypted, with the same schema, indexes,
 * cipher and key, 20,000 rows per transaction, on a second thread. Both alternate in one run, because
 * absolute times on a shared machine say little.
 */
import { parseArgs } from 'node:util';
import { startDemoClinicProcess, type DemoClinicProcess } from './clinic.ts';
import { ensureBuilt } from './built-engine.ts';
import type { Cost } from './cost.ts';
import { runFloor } from './floor.ts';
import { runProduct } from './product.ts';
import { NETWORK_OPTIONS, readDelays, withNetwork } from './slow-network.ts';
import { median } from './statistics.ts';

interface Round {
  readonly product: Cost;
  readonly floor: Cost;
}

function rate(rows: number, ms: number): string {
  return `${Math.round((rows / ms) * 1000).toLocaleString('en')} rows/s`;
}

function describe({ ms, cpuMs, writtenMb }: Cost): string {
  return `${Math.round(ms)} ms (CPU ${Math.round(cpuMs)}, ${Math.round(writtenMb)} MB written)`;
}

function getRatio({ product, floor }: Round, unit: 'ms' | 'cpuMs'): number {
  return product[unit] / floor[unit];
}

async function takeTurns(clinic: DemoClinicProcess, runs: number): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let run = 0; run < runs; run++) {
    // The first of the two finds the machine in another state, so they alternate.
    const isProductFirst = run % 2 === 0;
    const early = isProductFirst ? await runProduct(clinic) : null;
    const floor = await runFloor(clinic);
    const round = { product: early ?? (await runProduct(clinic)), floor };
    rounds.push(round);
    const ratios = `${getRatio(round, 'ms').toFixed(2)} (CPU ${getRatio(round, 'cpuMs').toFixed(2)})`;
    console.log(
      `run ${run + 1}: product ${describe(round.product)}, floor ${describe(floor)}, ratio ${ratios}`,
    );
  }
  return rounds;
}

/** Options: --requisitions N (100,000), --runs N (3), --latency MS (0), --loss PERCENT (0). */
export async function firstSync(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requisitions: { type: 'string', default: '100000' },
      runs: { type: 'string', default: '3' },
      ...NETWORK_OPTIONS,
    },
  });
  const requisitions = Number(values.requisitions);
  const runs = Number(values.runs);
  if (!(requisitions >= 1 && runs >= 1))
    throw new Error('--requisitions and --runs are whole numbers from 1');
  const delays = readDelays(values);
  ensureBuilt();
  const clinic = await startDemoClinicProcess(requisitions);
  try {
    const megabytes = await clinic.warmUp();
    console.log(`${requisitions.toLocaleString('en')} requisitions, ${megabytes.toFixed(0)} MB of JSON`);
    const rounds = await withNetwork(clinic.baseUrl, delays, (baseUrl) =>
      takeTurns({ ...clinic, baseUrl }, runs),
    );
    const product = median(rounds.map((round) => round.product.ms));
    const floor = median(rounds.map((round) => round.floor.ms));
    console.log(`product: ${rate(requisitions, product)} (median of ${runs})`);
    console.log(`floor:   ${rate(requisitions, floor)} (median of ${runs})`);
    for (const [label, unit] of [
      ['time', 'ms'],
      ['CPU', 'cpuMs'],
    ] as const) {
      const ratio = median(rounds.map((round) => getRatio(round, unit)));
      console.log(`${label}, ratio to the floor: ${ratio.toFixed(2)} (median of the runs' own)`);
    }
  } finally {
    await clinic.stop();
  }
}
