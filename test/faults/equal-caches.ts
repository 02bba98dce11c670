import { isDeepStrictEqual } from 'node:util';
import { KINDS, type Kind } from '#contract/records.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { getServiceRecords } from '../support/clinic.ts';

type Dump = (kind: Kind) => Promise<ReadonlyMap<string, unknown>>;

async function getDifferences(kind: Kind, dump: Dump, clinic: DemoServer): Promise<readonly string[]> {
  const cached = await dump(kind);
  const serviceRecords = getServiceRecords(clinic, kind);
  const isWrong = ([id, record]: readonly [string, unknown]): boolean =>
    clinic.isListed(id) && !isDeepStrictEqual(cached.get(id), record);
  const wrong = [...serviceRecords].filter(isWrong).map(([id]) => id);
  return [...wrong, ...[...cached.keys()].filter((id) => !serviceRecords.has(id))];
}

/**
 * Records of any kind that differ between the cache and what the service shows this user. Records that no
 * list shows may be missing here.
 */
export async function differences(dump: Dump, clinic: DemoServer): Promise<readonly string[]> {
  const found: string[] = [];
  for (const kind of KINDS) found.push(...(await getDifferences(kind, dump, clinic)));
  return found;
}

/**
 * The number of refreshes until the lists of a service have shown everything: pages come in any order, and a
 * missing record is requested twice.
 */
const ROUNDS = 6;

/** Returns the differences that are left after a few refreshes. */
export async function listRemainingDifferences(
  dump: Dump,
  clinic: DemoServer,
  refresh: () => Promise<unknown>,
): Promise<readonly string[]> {
  let found = await differences(dump, clinic);
  for (let round = 0; round < ROUNDS && found.length > 0; round++) {
    await refresh();
    found = await differences(dump, clinic);
  }
  return found;
}
