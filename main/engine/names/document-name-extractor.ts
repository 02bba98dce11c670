import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CallOutput } from '#contract/api.ts';
import { mayIdHaveLocalName } from '#contract/directory.ts';
import { idSchema } from '#contract/record-schemas.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { createDeferredPromise, runInBackground } from '#main/base/async.ts';
import { BackgroundPace } from '#main/base/background-pace.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from '../cache/client.ts';
import type { CacheReadOutput } from '../cache/protocol.ts';
import type {
  LastScannedNotification,
  LastScannedRequisition,
} from '../cache/queries/names/notification-name-reads.ts';
import type { LocalClient } from '../local/client.ts';
import type { DocumentNameReading } from '../local/data/protocol.ts';
import type { PdfStoreThreadCalls } from '../pdfs/client.ts';
import type { PdfService } from '../pdfs/pdf-service.ts';
import { readWholePdf } from '../pdfs/read-whole.ts';
import type { PdfNameExtractorThread } from './text-name-extractor.ts';

export interface DocumentNameExtractorDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly pdfs: Pick<PdfService, 'listStored' | 'read'>;
  readonly texts: Pick<PdfNameExtractorThread, 'isReady' | 'readNames' | 'end'>;
  readonly clock: Clock;
  readonly log: Log;
}

type Outcome = CallOutput<'directory.readDocuments'>;

const FAILED = 'names in documents could not be read';
/** Notifications per call: other reads get their turn in between. */
const NOTIFICATIONS_PER_CALL = 300;
/** Key of the entry that says up to which notification names were read. */
const NOTIFICATIONS = 'notifications';
/** Key of the entry that says up to which requisition the names in notifications before it were read. */
const LATER_REQUISITIONS = 'notifications of later requisitions';
/** Number of PDFs whose versions are looked up with one call. */
const PDFS_PER_CALL = 500;
/** Maximum size of a PDF in which names are read: larger ones are scanned images, without text. */
const MAX_PDF_BYTES = 20 * 1_048_576;

const requisitionId = idSchema('requisition');
const notificationSchema = z.strictObject({ row: z.number(), id: z.string() });
/** Places of an older program name no removals. */
const laterRequisitionSchema = notificationSchema.extend({
  notification: z.number().nullable(),
  removals: z.number().default(0),
});

/** Returns the place in an entry; null where there is none, or one of another shape. */
function readPlace<T>(json: string | undefined, schema: z.ZodType<T>): T | null {
  if (json === undefined) return null;
  const place = schema.safeParse(JSON.parse(json));
  return place.success ? place.data : null;
}

/** Returns every id of a user or a place in a JSON text. */
function findIds(json: string): readonly string[] {
  const texts = json.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return [...new Set(texts.map((text) => String(JSON.parse(text))).filter(mayIdHaveLocalName))];
}

/**
 * Reads names in the documents on this computer: notifications, and PDFs that are kept. Each is read once; what it says
 * is a suggestion. One reading follows another where documents arrived meanwhile.
 */
export class NameSuggestionExtractor {
  readonly #deps: DocumentNameExtractorDeps;
  readonly #closing = createDeferredPromise<null>();
  #isClosed = false;
  #running: Promise<Result<Outcome>> | null = null;
  #isWanted = false;
  #pace: BackgroundPace;

  constructor(deps: DocumentNameExtractorDeps) {
    this.#deps = deps;
    this.#pace = new BackgroundPace(deps.clock);
  }

  /** Reads names in new documents in the background, with rests. */
  wake(): void {
    runInBackground(this.#start(), FAILED, this.#deps.log);
  }

  /** Reads names in all documents that were not read yet, without rests, because the user waits for it. */
  run(): Promise<Result<Outcome>> {
    this.#pace.end();
    return this.#start();
  }

  #start(): Promise<Result<Outcome>> {
    this.#isWanted = true;
    this.#running ??= this.#runs().finally(() => {
      this.#running = null;
      this.#pace = new BackgroundPace(this.#deps.clock);
    });
    return this.#running;
  }

  /** Stops; the document that is being read is read again at the next opening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.resolve(null);
    this.#pace.end();
    await this.#deps.texts.end();
    await this.#running;
  }

  async #runs(): Promise<Result<Outcome>> {
    const { texts } = this.#deps;
    let sum: Outcome = { read: 0, unreadable: 0 };
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false;
        for (const part of [() => this.#readNotifications(), () => this.#readPdfs()]) {
          const done = await part();
          if (!done.ok) return this.#fail(done);
          sum = { read: sum.read + done.value.read, unreadable: sum.unreadable + done.value.unreadable };
        }
        // The thread ends before the loop's condition is tested, so that documents that arrive meanwhile are
        // read.
        if (!this.#isWanted) await texts.end();
      }
      return ok(sum);
    } finally {
      // A failure, or a PDF that was fetched while the account was closing, leaves the thread running.
      await texts.end();
    }
  }

  #fail(failure: Result<never>): Result<never> {
    if (!failure.ok && !this.#isClosed) this.#deps.log.warn(FAILED, { code: failure.error.code });
    return failure;
  }

  async #readNotifications(): Promise<Result<Outcome>> {
    const { local } = this.#deps;
    const documents = [NOTIFICATIONS, LATER_REQUISITIONS];
    const known = await local.call('findVersionsOfReadDocuments', { documents });
    if (!known.ok) return known;
    let after = readPlace(known.value.get(NOTIFICATIONS), notificationSchema);
    // First: those that are new are then read with every requisition up to the noted one.
    const later = readPlace(known.value.get(LATER_REQUISITIONS), laterRequisitionSchema);
    const again = await this.#readNotificationsOfLaterRequisitions(later, after);
    if (!again.ok) return again;
    let read = again.value;
    while (!this.#isClosed) {
      const from = after;
      const some = await this.#pace.run(() => this.#readSomeNotifications(from));
      if (!some.ok) return some;
      if (some.value.last === null) break;
      read += some.value.read;
      after = some.value.last;
    }
    return ok({ read, unreadable: 0 });
  }

  /** Reads the notifications that follow one, and notes how far they were read. */
  async #readSomeNotifications(
    after: LastScannedNotification | null,
  ): Promise<Result<Pick<CacheReadOutput<'names.inNotifications'>, 'last' | 'read'>>> {
    const { cache } = this.#deps;
    const found = await cache.read('names.inNotifications', { after, limit: NOTIFICATIONS_PER_CALL });
    if (!found.ok || found.value.last === null) return found;
    const { last, readings } = found.value;
    const noted = await this.#note(NOTIFICATIONS, last, readings);
    return noted.ok ? found : noted;
  }

  /**
   * Reads the notifications up to one again whose requisition was cached after they were read; returns their number.
   * @param after the requisition that this was done for last
   */
  async #readNotificationsOfLaterRequisitions(
    after: LastScannedRequisition | null,
    until: LastScannedNotification | null,
  ): Promise<Result<number>> {
    const { cache } = this.#deps;
    let [place, read, isEnd] = [after, 0, false];
    while (!isEnd && !this.#isClosed) {
      const input = { after: place, until, limit: NOTIFICATIONS_PER_CALL };
      const found = await this.#pace.run(() => cache.read('names.inNotificationsOfLaterRequisitions', input));
      if (!found.ok) return found;
      const { last, readings } = found.value;
      if (!isDeepStrictEqual(last, place)) {
        const noted = await this.#note(LATER_REQUISITIONS, last, readings);
        if (!noted.ok) return noted;
      }
      place = last;
      isEnd = found.value.isEnd;
      read += found.value.read;
    }
    return ok(read);
  }

  /** Stores names, and the place up to which they were read, in one transaction. */
  #note(
    document: string,
    place: LastScannedNotification | LastScannedRequisition,
    readings: readonly DocumentNameReading[],
  ): Promise<Result<null>> {
    const documents = [{ document, version: JSON.stringify(place) }];
    return this.#deps.local.call('storeNamesReadInDocuments', { documents, readings });
  }

  async #readPdfs(): Promise<Result<Outcome>> {
    const { local, pdfs } = this.#deps;
    const stored = await pdfs.listStored();
    if (!stored.ok) return stored;
    let [read, unreadable] = [0, 0];
    for (let from = 0; from < stored.value.length; from += PDFS_PER_CALL) {
      const some = stored.value.slice(from, from + PDFS_PER_CALL);
      const known = await local.call('findVersionsOfReadDocuments', { documents: some.map(({ id }) => id) });
      if (!known.ok) return known;
      for (const pdf of some) {
        if (this.#isClosed) return err('cancelled');
        if (known.value.get(pdf.id) === pdf.hash) continue;
        const done = await this.#pace.run(() => this.#readPdf(pdf));
        if (!done.ok) return done;
        read += 1;
        if (!done.value) unreadable += 1;
      }
    }
    return ok({ read, unreadable });
  }

  /** Reads one PDF and notes that it was read. Returns whether its text could be read. */
  async #readPdf({
    id,
    hash,
    size,
  }: PdfStoreThreadCalls['listStored']['output'][number]): Promise<Result<boolean>> {
    const { cache, local, pdfs, texts } = this.#deps;
    const requisition = requisitionId.safeParse(id);
    const record = await cache.read('records.raw', { kind: 'requisition', id, withPending: false });
    // The PDF's requisition is not cached: the PDF counts as not read and is tried again later.
    if (!record.ok || !requisition.success) return ok(false);
    const bytes = size > MAX_PDF_BYTES ? null : await readWholePdf(pdfs, requisition.data, size);
    // The PDF counts as not read where no process can read it.
    if (bytes !== null && !(await texts.isReady())) return err(this.#isClosed ? 'cancelled' : 'engine-down');
    const reading = bytes === null ? err('too-large') : texts.readNames(bytes, findIds(record.value.raw));
    const names = await Promise.race([reading, this.#closing.promise]);
    if (names === null) return err('cancelled');
    const readings = names.ok ? names.value.map((name) => ({ ...name, document: id })) : [];
    const documents = [{ document: id, version: hash }];
    const noted = await local.call('storeNamesReadInDocuments', { documents, readings });
    return noted.ok ? ok(names.ok) : noted;
  }
}
