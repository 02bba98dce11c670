import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArrayPeer } from '../../bench/comparison/adapters/array.ts';
import { createFloorPeer } from '../../bench/comparison/adapters/floor.ts';
import { createIntrayPeer } from '../../bench/comparison/adapters/intray.ts';
import { readComparisonData, writeComparisonData } from '../../bench/comparison/data.ts';
import {
  checkAndTimeReads,
  checkUpdate,
  timeIngest,
  timeOpening,
  timeUpdate,
} from '../../bench/comparison/measure.ts';
import type { Peer } from '../../bench/comparison/peer.ts';
import { temporaryFolder } from '../../support/engine.ts';

const ENGINE = new URL('../../../main/engine/index.ts', import.meta.url);

/** A bound for what hangs: the engine starts twice, from source. */
const TIMEOUT_MS = 120_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  writeComparisonData(path.join(folder.path, 'data'), 200);
});

afterAll(() => folder.remove());

/** Does a part of the job with a peer that is opened for it and closed again, as a process of the comparison does. */
async function withPeer<T>(peer: Peer, use: 'reading' | 'writing', work: () => Promise<T>): Promise<T> {
  await peer.prepare(folder.path, use);
  try {
    return await work();
  } finally {
    await peer.close();
  }
}

async function doJob(create: () => Peer) {
  const data = readComparisonData(path.join(folder.path, 'data'), true);
  const write = async (part: (peer: Peer) => Promise<unknown>): Promise<void> => {
    const peer = create();
    await withPeer(peer, 'writing', async () => {
      await peer.open();
      await part(peer);
    });
  };
  await write((peer) => timeIngest(peer, data.pages));
  const reader = create();
  const reads = await withPeer(reader, 'reading', async () => {
    await timeOpening(reader);
    return checkAndTimeReads(reader, data.plan);
  });
  await write((peer) => timeUpdate(peer, data.updates));
  const later = create();
  const isUpdateRight = await withPeer(later, 'reading', async () => {
    await later.open();
    return checkUpdate(later, data.plan);
  });
  return { reads, isUpdateRight };
}

const COLUMNS = ['page', 'filter', 'common', 'rare', 'get'];

it('The array gives the answers of the plain model, also after the update', async () => {
  const { reads, isUpdateRight } = await doJob(createArrayPeer);
  expect(reads.wrong).toEqual([]);
  expect(Object.keys(reads.times)).toEqual(COLUMNS);
  expect(isUpdateRight).toBe(true);
});

it('Intray gives the answers of the plain model, also after the update', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { reads, isUpdateRight } = await doJob(() => createIntrayPeer(ENGINE));
  expect(reads.wrong).toEqual([]);
  expect(Object.keys(reads.times)).toEqual(COLUMNS);
  expect(isUpdateRight).toBe(true);
});

it('The floor gives the answers of the plain model, also after the update', async () => {
  const { reads, isUpdateRight } = await doJob(createFloorPeer);
  expect(reads.wrong).toEqual([]);
  expect(isUpdateRight).toBe(true);
});

it('A peer with wrong answers is named and has no times for them', async () => {
  const { reads, isUpdateRight } = await doJob(() => {
    const peer = createArrayPeer();
    return {
      ...peer,
      list: async (condition, limit) => {
        const found = await peer.list(condition, limit);
        return condition.kind === 'search' ? found.toReversed() : found;
      },
      get: async (id) => {
        const found = await peer.get(id);
        return found === null ? null : { ...found, name: '' };
      },
    };
  });
  expect(reads.wrong).toEqual(['common', 'rare', 'get']);
  expect(Object.keys(reads.times)).toEqual(['page', 'filter']);
  expect(isUpdateRight).toBe(false);
});
