import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { AccountIdentity } from '#contract/accounts.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { collectItemsFromPages, type ItemsWithNextCursor, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { PerAccountExportResults, ExportResult, ImportResult } from '#contract/transfer.ts';
import {
  openAccountFilesOffline,
  type AccountFilesEngineCalls,
  type OpenAccountFilesDeps,
} from './open-files.ts';
import type { VerifiedExports } from './verified-exports.ts';

/** The calls of the engine that exports and imports need. */
export interface TransferEngineCalls extends AccountFilesEngineCalls {
  readonly listOutbox: (
    place: PageStart<number>,
  ) => Promise<Result<ItemsWithNextCursor<number, PendingChange>>>;
  readonly exportLocalStore: (
    input: InternalProcedureInput<'localStore.export'>,
  ) => Promise<Result<ExportResult>>;
  readonly importLocalStore: (
    input: InternalProcedureInput<'localStore.import'>,
  ) => Promise<Result<ImportResult>>;
}

export interface AccountTransferDeps extends OpenAccountFilesDeps {
  readonly engine: TransferEngineCalls;
  readonly exports: VerifiedExports;
}

/** The path of an export file, and the passphrase that opens it. */
export interface ExportFileAndPassphrase {
  /** Full path. */
  readonly path: string;
  readonly passphrase: string;
}

/** Returns the name of an account's file: with its id, and a number where there is such a file already. */
function findFreeExportName(base: string, account: string): string {
  const { dir, name, ext } = parse(base);
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt === 1 ? '' : `-${attempt}`;
    const file = join(dir, `${name}-${account}${suffix}${ext}`);
    if (!existsSync(file)) return file;
  }
}

/**
 * Exports and imports local stores. What is open is closed: the owner makes one call at a time, opens no account of a
 * removal that has begun, and opens again what was open.
 */
export class AccountTransfer {
  readonly #deps: AccountTransferDeps;

  constructor(deps: AccountTransferDeps) {
    this.#deps = deps;
  }

  /** Writes an export file and remembers what it holds, for a removal in the same run. 'not-found' without files. */
  async export(
    account: AccountIdentity,
    { path, passphrase }: ExportFileAndPassphrase,
  ): Promise<Result<ExportResult>> {
    const { engine, exports, secrets, hasFiles } = this.#deps;
    const { id, baseUrl, userId } = account;
    if (!hasFiles(id) && !secrets.keys.hasRunKey(id))
      return err('not-found', { detail: 'the account has no files here' });
    return this.#runOpen(account, async () => {
      const changes = await collectItemsFromPages(engine.listOutbox);
      if (!changes.ok) return changes;
      const done = await engine.exportLocalStore({ path, passphrase, origin: baseUrl, userId });
      if (done.ok) exports.note(id, path, done.value.bytes, changes.value.items);
      return done;
    });
  }

  /**
   * Writes one export file for each of these accounts, beside each other: the id of the account is added to the name, and
   * no file is replaced. Ends at the first error; the files before it stay.
   * @param place the path of a file, to whose name the ids are added
   */
  async exportAll(
    accounts: readonly AccountIdentity[],
    { path, passphrase }: ExportFileAndPassphrase,
  ): Promise<Result<PerAccountExportResults>> {
    const exported: PerAccountExportResults[number][] = [];
    for (const account of accounts) {
      const file = findFreeExportName(path, account.id);
      const done = await this.export(account, { path: file, passphrase });
      if (!done.ok) return done;
      exported.push({ account: account.id, file, ...done.value });
    }
    return ok(exported);
  }

  /**
   * Adds the content of an export file to an account, all or nothing.
   * @param isSameUser the user says that the file is theirs, where one of both users is not known
   */
  import(
    account: AccountIdentity,
    { path, passphrase }: ExportFileAndPassphrase,
    isSameUser: boolean,
  ): Promise<Result<ImportResult>> {
    const { baseUrl: origin, userId } = account;
    return this.#runOpen(account, () =>
      this.#deps.engine.importLocalStore({ path, passphrase, origin, userId, isSameUser }),
    );
  }

  async #runOpen<T>(account: AccountIdentity, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const opened = await openAccountFilesOffline(account, this.#deps);
    if (!opened.ok) return opened;
    const done = await work();
    const closed = await this.#deps.engine.close();
    return done.ok && !closed.ok ? closed : done;
  }
}
