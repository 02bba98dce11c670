/**
 * The cost of a refresh in requests and bytes, without changes and with ten changed records, under each order
 * that a list may have; each as a share of the full sweep of the same run, because sizes of records differ
 * from clinic to clinic. Also the delay of the engine's main thread meanwhile.
 */
import { parseArgs } from 'node:util';
import type { Kind } from '#contract/records.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { NETWORK_OPTIONS, readDelays, withNetwork, type NetworkDelays } from './slow-network.ts';
import type { CacheSizes } from './worklist-data.ts';
import { openMeteredApp, type Cost, type MeteredApp } from './metered-app.ts';

/**
 * Records of a list without an order: every page is generated for each request, and it takes several sweeps.
 */
const WITHOUT_ORDER = 10_000;
const NOTIFICATIONS = 20_000;
const CHANGED = 10;

const COLUMNS = [29, 28, 9, 10, 11, 8, 10, 8] as const;

function line(cells: readonly string[]): string {
  return cells
    .map((cell, at) => (at < 2 ? cell.padEnd(COLUMNS[at] ?? 0) : cell.padStart(COLUMNS[at] ?? 0)))
    .join('');
}

/** Prints the cost of each sync, and its share of the first full sweep that it was given. */
class Table {
  #whole: Cost | null = null;

  /** A full sweep as the reference for what follows. */
  begin(cost: Cost, what: string): void {
    this.#whole = cost;
    this.add(cost, what);
  }

  add({ health, requests, bytes, seconds, p99Ms, worstMs }: Cost, what: string): void {
    const share = (value: number, whole = value): string => `${((100 * value) / whole).toFixed(2)} %`;
    const megabytes = (bytes / 1e6).toFixed(bytes < 1e6 ? 3 : 1);
    const times = [seconds, p99Ms, worstMs].map((value) => value.toFixed(1));
    const order = `${health.kind} ${health.order ?? 'unknown'}`;
    console.log(line([order, what, String(requests), megabytes, share(bytes, this.#whole?.bytes), ...times]));
  }
}

interface Bench {
  readonly clinic: DemoServer;
  readonly app: MeteredApp;
  readonly table: Table;
}

/** Runs work with a clinic and an engine on it. */
async function withApp(
  {
    delays,
    ...sizes
  }: { readonly delays: NetworkDelays } & Pick<CacheSizes, 'requisitions' | 'notifications'>,
  table: Table,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const clinic = await startDemoServer({ seed: 1, forms: 0, patients: 9000, ...sizes });
  try {
    await withNetwork(clinic.baseUrl, delays, async (baseUrl) => {
      const app = await openMeteredApp(clinic, baseUrl);
      try {
        await work({ clinic, app, table });
      } finally {
        await app.close();
      }
    });
  } finally {
    await clinic.close();
  }
}

/** Identifiers of this many requisitions, spread evenly over all of them. */
function spread({ clinic }: Bench, all: number): string[] {
  const ids: string[] = [];
  let place = 0;
  const every = Math.floor(all / CHANGED);
  for (const { id } of clinic.listResources('requisition')) {
    if (place % every === 0) ids.push(String(id));
    place += 1;
  }
  return ids.slice(0, CHANGED);
}

async function refreshTwice(
  { app, table }: Bench,
  kind: Kind,
  change: () => void,
  remark = '',
): Promise<void> {
  table.add(await app.sync(kind), `nothing changed${remark}`);
  change();
  table.add(await app.sync(kind), `${CHANGED} changed${remark}`);
}

async function ofOrders(bench: Bench, requisitions: number): Promise<void> {
  const { clinic, app, table } = bench;
  const ids = spread(bench, requisitions);
  let turn = 0;
  const change = (): void => {
    turn += 1;
    for (const id of ids) clinic.otherUsers.updateRequisition(id, { name: `Changed ${turn}` });
  };
  table.begin(await app.sync('requisition', true), 'whole, first');
  await refreshTwice(bench, 'requisition', change);
  clinic.listing = { order: 'updated-desc', etagSupport: true };
  await app.sync('requisition');
  await refreshTwice(bench, 'requisition', change, ', ETag');
  clinic.listing = { order: 'created-desc' };
  table.add(await app.sync('requisition', true), 'whole, again');
  await refreshTwice(bench, 'requisition', change);
  // Learned with the first refresh, which reads the whole list, like every other one under these two orders.
  clinic.listing = { order: 'id' };
  await refreshTwice(bench, 'requisition', change);
}

async function withoutOrder(bench: Bench): Promise<void> {
  const { clinic, app, table } = bench;
  const ids = spread(bench, WITHOUT_ORDER);
  const change = (): void => {
    for (const id of ids) clinic.otherUsers.updateRequisition(id, { name: 'Changed' });
  };
  clinic.listing = { order: 'id' };
  table.begin(await app.sync('requisition', true), 'whole, in an order');
  clinic.listing = { order: 'random' };
  await app.sync('requisition');
  await refreshTwice(bench, 'requisition', change);
  clinic.listing = { order: 'random', limitCap: 2 * WITHOUT_ORDER };
  table.add(await app.sync('requisition'), 'nothing changed, one page');
}

async function ofNotifications(bench: Bench): Promise<void> {
  const { clinic, app, table } = bench;
  clinic.listing = { order: 'created-desc' };
  table.begin(await app.sync('notification', true), 'whole, first');
  await refreshTwice(bench, 'notification', () => {
    for (let count = 0; count < CHANGED; count++) clinic.otherUsers.notify();
  });
}

/** Options: --requisitions N (100,000), --latency MS (0), --loss PERCENT (0). */
export async function refresh(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { requisitions: { type: 'string', default: '100000' }, ...NETWORK_OPTIONS },
  });
  const requisitions = Number(values.requisitions);
  if (!(requisitions >= CHANGED)) throw new Error(`--requisitions is a whole number from ${CHANGED}`);
  const delays = readDelays(values);
  const table = new Table();
  console.log(
    `${requisitions.toLocaleString('en')} requisitions, ${WITHOUT_ORDER.toLocaleString('en')} without an order,`,
  );
  console.log(
    `${NOTIFICATIONS.toLocaleString('en')} notifications; lateness of the engine's main thread in ms`,
  );
  console.log(line(['list', 'refresh', 'requests', 'MB', 'of whole', 's', 'p99 late', 'worst']));
  await withApp({ requisitions, notifications: NOTIFICATIONS, delays }, table, async (bench) => {
    await ofOrders(bench, requisitions);
    await ofNotifications(bench);
  });
  await withApp({ requisitions: WITHOUT_ORDER, notifications: 0, delays }, table, withoutOrder);
}
