import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { createPortPair, type ChildPort } from '#main/base/port.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { createComputerChecker } from '#main/shell/computer-check.ts';
import { NO_POLICY } from '../../support/policy.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-check-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process whose calls get this answer, or that ends at its first call. */
function processWith(answer: unknown): { readonly child: ChildPort; readonly kills: () => number } {
  const [outside, inside] = createPortPair();
  const exits: ((code: number | null) => void)[] = [];
  let kills = 0;
  const end = (): void => exits.forEach((listener) => listener(1));
  createRpcServer(
    inside,
    async () => {
      if (answer !== undefined) return answer;
      end();
      return new Promise(() => {});
    },
    () => {},
  );
  const kill = (): void => {
    kills += 1;
    end();
  };
  return { child: { ...outside, onExit: (listener) => exits.push(listener), kill }, kills: () => kills };
}

function checker(engine: ReturnType<typeof processWith>) {
  const folders: string[] = [];
  const check = createComputerChecker({
    version: '1.2.3',
    dataDir: folder,
    policy: NO_POLICY,
    variables: {},
    getProxyRule: async () => 'DIRECT',
    forkKeychain: () => processWith({ state: 'absent' }).child,
    forkEngine: (dataDir) => {
      folders.push(dataDir);
      return engine.child;
    },
    clock: systemClock,
    random: createSeededRandom(1),
  });
  return { check, folders };
}

describe('the check of the computer in the window', () => {
  it('uses an engine of its own over a folder of its own, and ends it', async () => {
    const engine = processWith({ ok: false, error: { code: 'storage-damaged' } });
    const { check, folders } = checker(engine);
    const lines = await check();
    expect(lines.find(({ id }) => id === 'database')).toMatchObject({ state: 'wrong' });
    expect(lines.find(({ id }) => id === 'versions')?.found).toContain('Intray 1.2.3');
    expect(folders).toHaveLength(1);
    expect(folders).not.toContain(folder);
    expect(engine.kills()).toBe(1);
  });

  it('says so where this engine ends by itself', async () => {
    const lines = await checker(processWith(undefined)).check();
    expect(lines.find(({ id }) => id === 'database')).toMatchObject({ state: 'wrong' });
  });

  it('runs once for calls at the same time', async () => {
    const { check, folders } = checker(processWith({ ok: false, error: { code: 'held' } }));
    const [one, two] = await Promise.all([check(), check()]);
    expect(one).toBe(two);
    expect(folders).toHaveLength(1);
  });
});
