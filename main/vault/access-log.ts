import { hkdfSync } from 'node:crypto';
import type { AccessLogHead, AccessLogKeySource } from '#contract/access-log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { readSecretsFromEnvironment, type EnvironmentVariables } from './variables.ts';
import type { Vault } from './vault.ts';

/** The key of the access log, where it comes from, and the log's saved head. */
export interface AccessLogKeyAndHead {
  readonly place: AccessLogKeySource;
  /** The key of the log, 64 hex digits. */
  readonly key: string;
  /** The head that is saved outside the log's file; null where none is. */
  readonly head: AccessLogHead | null;
}

export interface AccessLogVaultDeps {
  readonly vault: Pick<
    Vault,
    'getAccessLogKey' | 'saveAccessLogKey' | 'getAccessLogHead' | 'saveAccessLogHead'
  >;
  readonly variables: EnvironmentVariables;
  readonly random: RandomGenerator;
  /** The folder of the log, whose head the keychain keeps apart from those of other folders. */
  readonly dataDir: string;
}

const KEY_BYTES = 32;

/** The key of a computer whose secrets are variables: another than that of the records, but derived from it. */
function deriveKey(cacheKey: string): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(cacheKey, 'hex'), '', 'access log', KEY_BYTES)).toString(
    'hex',
  );
}

/**
 * The key of the access log, which belongs to the computer and to no account: no sign-out takes it. It lies in the
 * keychain, beside the head of the log; where INTRAY_CACHE_KEY is set the key is derived from that and no head is
 * saved; without a keychain the log ends with this run of the program.
 */
export class AccessLogKeyProvider {
  readonly #options: AccessLogVaultDeps;
  readonly #runKey: string;
  #place: AccessLogKeySource = 'run';
  #head: AccessLogHead | null = null;

  constructor(options: AccessLogVaultDeps) {
    this.#options = options;
    this.#runKey = options.random.hex(KEY_BYTES);
  }

  /** Returns what opens a log that ends with this run. */
  getRunSecrets(): AccessLogKeyAndHead {
    return this.#use('run', this.#runKey, null);
  }

  /** Returns what opens the log; null where the keychain is locked, and it is asked again later. */
  async getSecrets(): Promise<AccessLogKeyAndHead | null> {
    const { vault, variables, random, dataDir } = this.#options;
    const given = readSecretsFromEnvironment(variables).getCacheKey();
    if (given.ok && given.value !== null) return this.#use('variables', deriveKey(given.value), null);
    const saved = await vault.getAccessLogKey();
    if (saved.state === 'locked') return null;
    if (saved.state === 'unavailable') return this.getRunSecrets();
    if (saved.state === 'found') {
      const head = await vault.getAccessLogHead(dataDir);
      return this.#use('keychain', saved.value, head.state === 'found' ? head.value : this.#head);
    }
    const key = random.hex(KEY_BYTES);
    const made = await vault.saveAccessLogKey(key);
    if (made.state !== 'done') return made.state === 'locked' ? null : this.getRunSecrets();
    // A head without its key: the log that it belongs to can no longer be read, and its entries are missing.
    const head = await vault.getAccessLogHead(dataDir);
    return this.#use('keychain', key, head.state === 'found' ? head.value : null);
  }

  /** Saves the head of the open log outside its file. Returns false where that failed. */
  async saveHead(head: AccessLogHead): Promise<boolean> {
    // Without the keychain there is no place to save the head, so nothing has failed.
    if (this.#place !== 'keychain') return true;
    const saved = await this.#options.vault.saveAccessLogHead(this.#options.dataDir, head);
    if (saved.state === 'done') this.#head = head;
    return saved.state === 'done';
  }

  #use(place: AccessLogKeySource, key: string, head: AccessLogHead | null): AccessLogKeyAndHead {
    this.#place = place;
    return { place, key, head };
  }
}
