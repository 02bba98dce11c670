import { iteratePages, type PageStart } from '#contract/paginate.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import { idSchema } from '#contract/record-schemas.ts';
import { isLocalId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { type SupervisedCache, readUntilPageIsFull } from './cache/client.ts';
import type { LocalClient } from './local/client.ts';
import type {
  LocalStoreAccessForPdfs,
  PdfApi,
  RecordAccessForPdfs,
  CachedRequisitionVersion,
} from './pdfs/ports.ts';
import { isJsonObject, readTimestamp } from './api/parse/fields.ts';
import { RequestRunner, type RequestRunnerDeps } from './sync/request-runner.ts';
import type { AccountSync } from './sync/sync.ts';

type Cache = Pick<SupervisedCache, 'read'>;

const requisitionId = idSchema('requisition');
const PAGE = 500;
const NEWEST_FIRST = { by: 'updated', descending: true } as const;
const NOT_REVIEWED: WorklistSearchTerm = { field: 'review', value: 'done', isNot: true };

/** For each offline rule, the filter of the worklist that selects its requisitions. */
const POLICY_FILTERS: Readonly<
  Record<
    OfflinePolicy['keep'],
    readonly { readonly tab: WorklistTab; readonly terms: readonly WorklistSearchTerm[] }[]
  >
> = {
  none: [],
  'needs-review': [{ tab: 'needs_review', terms: [] }],
  open: [
    { tab: 'results_received', terms: [NOT_REVIEWED] },
    { tab: 'sent', terms: [NOT_REVIEWED] },
  ],
};

async function readVersion(cache: Cache, id: string): Promise<Result<CachedRequisitionVersion | null>> {
  const found = await cache.read('records.raw', { kind: 'requisition', id, withPending: false });
  if (!found.ok) return found.error.code === 'not-found' ? ok(null) : found;
  const record: unknown = JSON.parse(found.value.raw);
  const at = isJsonObject(record) ? record['last_updated_at'] : null;
  return ok({ id, version: readTimestamp(at) });
}

async function readVersions(
  cache: Cache,
  ids: readonly string[],
): Promise<Result<readonly CachedRequisitionVersion[]>> {
  const versions: CachedRequisitionVersion[] = [];
  for (const found of await Promise.all(ids.map((id) => readVersion(cache, id)))) {
    if (!found.ok) return found;
    if (found.value !== null) versions.push(found.value);
  }
  return ok(versions);
}

/**
 * Returns 'forbidden' for a missing record whose access was withdrawn. A record that is in the cache is not
 * missing.
 */
async function mayRead(cache: Cache, named: string): Promise<Result<null>> {
  const id = requisitionId.safeParse(named);
  if (!id.success) return err('not-found');
  const missing = await cache.read('missing.get', { kind: 'requisition', id: id.data });
  if (missing.ok) return missing.value.record.reason === 'forbidden' ? err('forbidden') : ok(null);
  return missing.error.code === 'not-found' ? ok(null) : missing;
}

async function readWholeTab(
  cache: Cache,
  part: (typeof POLICY_FILTERS)[OfflinePolicy['keep']][number],
): Promise<Result<readonly CachedRequisitionVersion[]>> {
  const versions: CachedRequisitionVersion[] = [];
  const ask = (place: PageStart<string>) =>
    toPage(cache, { ...part, order: NEWEST_FIRST, limit: PAGE, ...place });
  for await (const page of iteratePages(ask)) {
    if (!page.ok) return page;
    for (const { id, lastUpdatedAt } of page.value.items)
      if (!isLocalId(id)) versions.push({ id, version: lastUpdatedAt });
  }
  return ok(versions);
}

function toPage(cache: Cache, asked: Parameters<typeof cache.read<'worklist.page'>>[1]) {
  return readUntilPageIsFull(asked, (piece) => cache.read('worklist.page', piece));
}

async function listPdfsOfRule(
  cache: Cache,
  keep: OfflinePolicy['keep'],
): Promise<Result<readonly CachedRequisitionVersion[]>> {
  const versions = new Map<string, CachedRequisitionVersion>();
  for (const part of POLICY_FILTERS[keep]) {
    const tab = await readWholeTab(cache, part);
    if (!tab.ok) return tab;
    for (const each of tab.value) versions.set(each.id, each);
  }
  return ok([...versions.values()]);
}

/** Returns what the PDFs need of records, from the account's files and its sync. */
export function createRecordAccessForPdfs(
  cache: Cache,
  local: Pick<LocalClient, 'call'>,
  sync: Pick<AccountSync, 'refreshRecord'>,
): RecordAccessForPdfs {
  return {
    resolveId: async (id) => {
      const real = await local.call('resolveId', { id });
      return real.ok && isLocalId(real.value) ? err('not-found') : real;
    },
    mayRead: (id) => mayRead(cache, id),
    versionsOf: (ids) => readVersions(cache, ids),
    listForPolicy: (keep) => listPdfsOfRule(cache, keep),
    refresh: (id) => sync.refreshRecord('requisition', id),
  };
}

/** Returns the part of the local store that concerns PDFs: print log and offline rule. */
export function createLocalStoreAccessForPdfs(local: Pick<LocalClient, 'call'>): LocalStoreAccessForPdfs {
  return {
    note: (entry) => local.call('logPdfAction', entry),
    printed: (ids) => local.call('listLastPrinted', { ids }),
    getOfflinePolicy: () => local.call('getOfflinePolicy', null),
    setOfflinePolicy: (rule) => local.call('setOfflinePolicy', rule),
    listProtectedRequisitions: async () => {
      const unsent = await local.call('findUnsentWork', null);
      return unsent.ok ? ok(unsent.value.protectedRequisitions) : unsent;
    },
  };
}

/**
 * Returns the service's API for PDFs. Links are requested through the circuit breaker; downloads go to
 * another host and do not count for it.
 */
export function createPdfApi(deps: RequestRunnerDeps): PdfApi {
  const requests = new RequestRunner(deps);
  return {
    send: (request, signal) => requests.send(request, signal),
    download: (download) => deps.http.download(download),
  };
}
