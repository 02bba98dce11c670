import type { GenerationMark, KeychainMark } from '#contract/generation-mark.ts';
import type { Health } from '#contract/health.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { Random } from '#main/base/random.ts';
import { Arrivals } from './arrivals.ts';
import { LivingCache } from './cache/living-cache.ts';
import type { CacheFile } from './cache/open.ts';
import type { Committed, OpenedCache } from './cache/protocol.ts';
import { CompletionWatch } from './completion-watch.ts';
import { openDesk, type Desk } from './desk/desk.ts';
import { GenerationKeeper } from './desk/generation-keeper.ts';
import type { Kept } from './desk/keepsakes/protocol.ts';
import type { OpenedDesk, OutboxChanged } from './desk/protocol.ts';
import { MissingWatch } from './missing-watch.ts';
import { Ground } from './outbox/ground.ts';
import { Outbox } from './outbox/outbox.ts';
import { Pusher } from './outbox/pusher.ts';
import { paperDesk, paperWay, recordSource } from './paper-sources.ts';
import { Papers } from './papers/papers.ts';
import { Shelf } from './papers/shelf.ts';
import type { Http } from './service/http.ts';
import { listRequisitions } from './service/requisitions.ts';
import { Gate } from './sync/gate.ts';
import { HealthBoard } from './sync/health.ts';
import { Scheduler } from './sync/scheduler.ts';
import { Sync } from './sync/sync.ts';
import { Teller, type Emit } from './teller.ts';
import { UnreadCount } from './unread-count.ts';

export interface AccountDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly emit: Emit;
  /** Writes into the keychain how far an account's local store has come; false where it could not be written. */
  readonly keepMark: (account: string, mark: GenerationMark) => Promise<boolean>;
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
}

export interface AccountOptions {
  readonly id: string;
  readonly file: CacheFile;
  readonly http: Http;
  /** The user id of the sign-in where it is known. */
  readonly userId: string | null;
  /** How far the keychain knows the local store to have come. */
  readonly keychainMark: KeychainMark;
  /** Whether it is refreshed by itself while it is open. */
  readonly keepsFresh: boolean;
}

/** The account whose files are open. */
export interface OpenAccount {
  readonly http: Http;
  readonly cache: Pick<LivingCache, 'read'>;
  /** The desk file, for what it keeps besides the outbox. */
  readonly desk: Pick<Desk, 'call'>;
  readonly outbox: Outbox;
  readonly papers: Papers;
  readonly sync: Pick<Sync, 'refreshRecord' | 'approveMissing' | 'stop'>;
  readonly scheduler: Pick<Scheduler, 'run' | 'attention'>;
  readonly health: Pick<HealthBoard, 'current'>;
  /** Other tokens were given: what waited for them goes on. */
  renewed(): void;
  /** Stops what runs, keeps what has arrived, ends the threads. Nothing is told of this account afterwards. */
  close(): Promise<void>;
}

/** How long closing waits for the answer to a write that is on its way. */
const LAST_ANSWER = SECOND;

interface Files {
  readonly desk: Desk;
  readonly cache: LivingCache;
  readonly opened: OpenedCache;
  readonly watch: CompletionWatch;
  readonly missing: MissingWatch;
}

/** Hears of files that were opened again while the account is open. */
interface Revived {
  readonly desk: (opened: OpenedDesk) => void;
  readonly cache: (opened: OpenedCache) => void;
}

/** Opens the desk file first: the cache's reader looks into it. */
async function openFiles(
  { id, file, keychainMark }: AccountOptions,
  { workerUrl, log, clock, keepMark }: AccountDeps,
  { teller, health }: Pick<Parts, 'teller' | 'health'>,
  revived: Revived,
): Promise<Result<Files>> {
  const shared = { ...file, workerUrl, log };
  const onChanged = (changed: OutboxChanged): void => teller.outboxChanged(changed);
  const onKept = (kept: Kept): void => {
    teller.kept(kept);
    if (kept.what === 'missing') missing.changed();
  };
  const generation = new GenerationKeeper({
    first: keychainMark,
    keep: (mark) => keepMark(id, mark),
    clock,
    log,
  });
  const desk = await openDesk({ ...shared, generation, onChanged, onKept, onRevived: revived.desk });
  if (!desk.ok) return desk;
  const onCommitted = (committed: Committed): void => {
    teller.committed(committed);
    watch.committed(committed);
    missing.changed();
  };
  const cache = new LivingCache({ ...shared, onCommitted, onRevived: revived.cache });
  const watch = new CompletionWatch({ cache, desk: desk.value, log });
  const missing = new MissingWatch({ cache, health, clock, log });
  const opened = await cache.open();
  if (opened.ok) return ok({ desk: desk.value, cache, opened: opened.value, watch, missing });
  await desk.value.close();
  return opened;
}

/** What an open account is made of. */
interface Parts extends Files {
  readonly teller: Teller;
  readonly health: HealthBoard;
  readonly gate: Gate;
  readonly sync: Sync;
  readonly pusher: Pusher;
  readonly papers: Papers;
  readonly scheduler: Scheduler;
}

/** What PDFs need of the others. The thread that keeps them starts when it is first asked. */
function joinPapers(
  { file, http }: AccountOptions,
  deps: AccountDeps,
  { desk, cache }: Files,
  { gate, sync }: Pick<Parts, 'gate' | 'sync'>,
): Papers {
  const { workerUrl, clock, random, log, emit } = deps;
  return new Papers({
    shelf: new Shelf({ ...file, workerUrl, log }),
    records: recordSource(cache, desk, sync),
    desk: paperDesk(desk),
    way: paperWay({ http, gate: gate.reads, clock, random }),
    gate: gate.reads,
    clock,
    log,
    emit: (payload) => emit('papers', payload),
  });
}

/** Asks for as little as the service can answer, to see whether it takes the tokens (service's document, section 5). */
async function tryTokens(http: Http): Promise<AppError | null> {
  const reply = await listRequisitions(http, { limit: 1 });
  return reply.ok ? null : reply.error;
}

/** Joins what reads, what writes and what says when, on one gate to the service. */
function joinSync(
  options: AccountOptions,
  deps: AccountDeps,
  files: Files,
  health: HealthBoard,
): Pick<Parts, 'gate' | 'sync' | 'pusher' | 'papers' | 'scheduler'> {
  const { http, userId, keepsFresh } = options;
  const { desk, cache, missing } = files;
  const { clock, random, log, emit } = deps;
  const gate = new Gate({ clock, random, health, tryTokens: () => tryTokens(http) });
  const sync = new Sync({ http, cache, desk, health, gate: gate.reads, clock, random });
  const ground = new Ground({ http, cache, desk, hearing: () => gate.writes.hearing(), clock, userId });
  const pusher = new Pusher({
    ground,
    desk,
    gate: gate.writes,
    clock,
    random,
    log,
    keepsLooking: keepsFresh,
  });
  const papers = joinPapers(options, deps, files, { gate, sync });
  const arrivals = new Arrivals({ cache, desk, clock, health, emit: (payload) => emit('arrived', payload) });
  const scheduler = new Scheduler({
    push: () => pusher.push(),
    pull: async (kinds, full) => {
      await sync.run(kinds, full);
      await pusher.lookAgain();
      await missing.count();
      if (keepsFresh) drop(arrivals.look(), 'new alerts could not be told', log);
      if (keepsFresh) papers.keepOffline();
    },
    gate,
    clock,
    random,
    health,
    log,
  });
  return { gate, sync, pusher, papers, scheduler };
}

async function closeParts(parts: Parts, http: Http, clock: Clock): Promise<void> {
  const { teller, scheduler, sync, pusher, papers, cache, desk, watch, missing } = parts;
  teller.close();
  const shelved = papers.close();
  await scheduler.stop();
  const stopped = Promise.all([sync.stop(), pusher.stop()]);
  // A write that is on its way may end well; one that stalls becomes one to look for at the next start.
  await Promise.race([stopped, clock.wait(LAST_ANSWER)]);
  await http.close();
  await Promise.all([stopped, shelved]);
  await watch.close();
  await missing.close();
  await cache.close();
  await desk.close();
}

/** What the user does with the outbox: a save or a decision is sent, or looked for, at once. */
function openOutbox(
  { userId }: AccountOptions,
  { clock, log }: Pick<AccountDeps, 'clock' | 'log'>,
  { desk, cache }: Files,
  { pusher, scheduler }: Pick<Parts, 'pusher' | 'scheduler'>,
): Outbox {
  return new Outbox({
    desk,
    cache,
    userId,
    clock,
    log,
    onWaiting: () => scheduler.saved(),
    onDecided: (number) => pusher.hurry(number),
  });
}

type Running = Pick<Parts, 'sync' | 'scheduler'>;

/** Fetches everything, because what was here is gone. */
async function fetchAgain({ sync, scheduler }: Running): Promise<void> {
  await sync.stop(err('storage-damaged').error);
  await scheduler.run({ full: true });
}

/** Opens an account's files and joins them with its way to the service. Answers why where they cannot be opened. */
export async function openAccount(options: AccountOptions, deps: AccountDeps): Promise<Result<OpenAccount>> {
  const { id, http, keepsFresh } = options;
  const { clock, log, emit } = deps;
  const health = new HealthBoard({
    account: id,
    clock,
    log,
    emit: (current: Health) => emit('health', current),
  });
  const teller = new Teller(emit, health);
  const told = { teller, health };
  // A file may be opened anew while the others are still being opened: until all are joined nobody is there to be told.
  let running: Running | null = null;
  const files = await openFiles(options, deps, told, {
    desk: (revived) => {
      teller.deskRevived(revived);
      running?.scheduler.pushSoon();
    },
    cache: (revived) => {
      health.opened(revived.setAside, revived.states);
      if (running !== null) drop(fetchAgain(running), 'the records could not be fetched again', log);
    },
  });
  if (!files.ok) return files;
  const { desk, cache, opened, watch, missing } = files.value;
  health.deskOpened(desk.opened.health);
  health.outboxChanged(desk.opened.counts);
  health.opened(opened.setAside, opened.states);

  teller.counting(new UnreadCount({ cache, clock, log, emit: (payload) => emit('unread', payload) }));

  const joined = joinSync(options, deps, files.value, health);
  const { gate, sync, papers, scheduler } = joined;
  running = joined;
  const outbox = openOutbox(options, deps, files.value, joined);
  watch.all();
  await missing.count();
  if (keepsFresh) scheduler.start();
  return ok({
    http,
    cache,
    desk,
    outbox,
    papers,
    sync,
    scheduler,
    health,
    renewed: () => gate.renewed(),
    close: () => closeParts({ ...files.value, ...joined, ...told }, http, clock),
  });
}
