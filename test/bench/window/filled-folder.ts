import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { lockDataFolder } from '#main/engine/sqlite/folder-lock.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { CACHE_MIGRATIONS } from '#main/engine/cache/file/open.ts';
import { LOCAL_MIGRATIONS } from '#main/engine/local/recovery/open.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import { answerWelcome } from '../../e2e/app.ts';
import { DATA_KEY, fillCache, getClinicOptions, type CacheSizes } from '../worklist-data.ts';

const FACTS = 'filled.json';
const factsSchema = z.strictObject({
  requisitions: z.number(),
  forms: z.number(),
  notifications: z.number(),
  /** When the records were made, epoch milliseconds. */
  filledAt: z.number(),
  /** The clinic's port: the account belongs to its address. */
  port: z.number(),
  /** The number of migrations of the cache. */
  schema: z.number(),
});
type Facts = Readonly<z.infer<typeof factsSchema>>;

/** A data folder whose account has a filled cache, and the clinic that the account belongs to. */
export interface FilledFolder {
  readonly dataDir: string;
  /** The folder of the account's files. */
  readonly accountFolder: string;
  /** The folder with a copy of what the first start has made beside the cache; it is not there before. */
  readonly localStoreCopy: string;
  readonly clinic: DemoServer;
}

/** Returns whether records that were made at one time serve at another: the appointments of a day are shown. */
function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/**
 * Returns whether a folder that was filled before can be used again.
 * @param facts what was noted when it was filled
 * @param now epoch milliseconds
 */
export function isUsable(facts: Facts, sizes: CacheSizes, now: number): boolean {
  const hasSizes = (['requisitions', 'forms', 'notifications'] as const).every(
    (name) => facts[name] === sizes[name],
  );
  return hasSizes && facts.schema === CACHE_MIGRATIONS.length && isSameDay(facts.filledAt, now);
}

function readFacts(folder: string): Facts | null {
  const file = path.join(folder, FACTS);
  if (!existsSync(file)) return null;
  const facts = factsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return facts.success ? facts.data : null;
}

/** A clock that stands still, so that a clinic that is started again has the same records. */
function stopClock(at: number): Clock {
  return { ...systemClock, now: () => at };
}

function findAccountFolder(dataDir: string, { baseUrl, userId }: DemoServer): string {
  const register = openAccountRegister({
    dataDir,
    clock: systemClock,
    random: systemRandomSource,
    log: silentLog,
  });
  return getAccountFolder(dataDir, register.findOrPrepare(baseUrl, userId).id);
}

/**
 * Returns a filled folder with its running clinic. It is filled at the first use, and again where it was filled on
 * another day, with other sizes or with another schema.
 * @throws if the port of a folder that was filled before is in use
 */
export async function openFilledFolder(folder: string, sizes: CacheSizes): Promise<FilledFolder> {
  const found = readFacts(folder);
  const known = found !== null && isUsable(found, sizes, systemClock.now()) ? found : null;
  if (known === null) rmSync(folder, { recursive: true, force: true });
  const filledAt = known?.filledAt ?? systemClock.now();
  const clock = stopClock(filledAt);
  const clinic = await startDemoServer({ ...getClinicOptions(sizes), port: known?.port ?? 0, clock });
  const dataDir = path.join(folder, 'data');
  const accountFolder = findAccountFolder(dataDir, clinic);
  if (known === null) {
    console.log(`Filling ${folder} …`);
    fillCache({ folder: accountFolder, key: DATA_KEY }, sizes, clock);
    const facts: Facts = {
      ...sizes,
      filledAt,
      port: Number(new URL(clinic.baseUrl).port),
      schema: CACHE_MIGRATIONS.length,
    };
    writeFileSync(path.join(folder, FACTS), JSON.stringify(facts));
  }
  // Of another schema it would be migrated at each start.
  const localStoreCopy = path.join(folder, `local-store-${LOCAL_MIGRATIONS.length}`);
  return { dataDir, accountFolder, localStoreCopy, clinic };
}

function removeAllBut(folder: string, isKept: (name: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    if (!isKept(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function isOfCache(name: string): boolean {
  return name.startsWith('cache.');
}

/** Whether the program has been started over this folder. */
export function hasLocalStoreCopy({ localStoreCopy }: FilledFolder): boolean {
  return existsSync(localStoreCopy);
}

/** How often the lock of a data folder is tried. */
const LOCK_POLL_MS = 100;

const CLOSING_LIMIT_MS = 120_000;

/**
 * Waits until the engine of a program that was killed has closed its files, which it does by itself.
 * @throws where it does not, or where the folder cannot be locked for another reason
 */
export async function waitUntilFilesAreClosed(dataDir: string): Promise<void> {
  const holder = { role: 'command', pid: process.pid, since: new Date().toISOString() } as const;
  let lock = lockDataFolder(dataDir, holder);
  const end = systemClock.monotonic() + CLOSING_LIMIT_MS;
  while (!lock.ok) {
    if (lock.error.code !== 'held' || systemClock.monotonic() > end)
      throw new Error(`the files are not closed: ${lock.error.code}`);
    await systemClock.wait(LOCK_POLL_MS);
    lock = lockDataFolder(dataDir, holder);
  }
  lock.value.release();
}

/** Copies what a run of the program has made beside the filled cache, for all later runs. */
export function copyLocalStore({ accountFolder, localStoreCopy }: FilledFolder): void {
  // Renamed at the end, so that a copy which was interrupted is not used.
  const unfinished = `${localStoreCopy}.unfinished`;
  cpSync(accountFolder, unfinished, {
    recursive: true,
    filter: (source) => !isOfCache(path.basename(source)),
  });
  renameSync(unfinished, localStoreCopy);
}

/** Brings the folder to its state after the first start, where there was one, and dismisses the welcome dialog. */
export function restoreFolder({ dataDir, accountFolder, localStoreCopy }: FilledFolder): void {
  removeAllBut(dataDir, (name) => name === 'accounts');
  removeAllBut(accountFolder, isOfCache);
  if (existsSync(localStoreCopy)) cpSync(localStoreCopy, accountFolder, { recursive: true });
  answerWelcome(dataDir);
}
