/**
 * Calls a real vault from a process that runs in a keyring session of its own. Prints one JSON line: a result
 * for each of the steps named on the command line.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { forkNode } from '#main/base/node-fork.ts';
import { createVaultWithKeychainProcess, type Vault } from '#main/vault/vault.ts';

const LONG = 'j'.repeat(16_384);
const KEY = 'ab'.repeat(32);
const DONE = { state: 'done' };

/** Ends the keyring daemons of this session, and no others, as a crash would. */
function killProvider(): void {
  const mark = `XDG_RUNTIME_DIR=${process.env['XDG_RUNTIME_DIR'] ?? '-'}`;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isKeyring = readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('gnome-keyring');
      const isOurs = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(mark);
      if (isKeyring && isOurs) process.kill(Number(id), 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

function lock(): void {
  const service = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
  ];
  const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
  execFileSync('dbus-send', [...service, 'org.freedesktop.Secret.Service.Lock', collection], {
    stdio: 'ignore',
  });
}

const BOUND = { origin: 'https://clinic.example.com', userId: null };
const MARK = { generation: 'ab'.repeat(8), number: 7, moves: 3 };

const STEPS: Readonly<Record<string, (vault: Vault) => object | Promise<object>>> = {
  tokens: (vault) => vault.getTokens('one'),
  saveTokens: (vault) => vault.saveTokens('one', { accessToken: 'access', jwt: 'jwt', ...BOUND }),
  saveLong: (vault) => vault.saveTokens('one', { accessToken: LONG, jwt: LONG, ...BOUND }),
  otherTokens: (vault) => vault.getTokens('other'),
  key: (vault) => vault.getCacheKey('one'),
  saveKey: (vault) => vault.saveCacheKey('one', { key: KEY, cipher: 'aegis', ...BOUND }),
  mark: (vault) => vault.getGenerationMark('one'),
  saveMark: (vault) => vault.saveGenerationMark('one', MARK),
  forget: (vault) => vault.deleteSecrets('one'),
  lock: () => {
    lock();
    return DONE;
  },
  killProvider: () => {
    killProvider();
    return DONE;
  },
};

const entry = fileURLToPath(new URL('../../main/vault/keychain-child.ts', import.meta.url));
const briefMs = Number(process.env['PROBE_DEADLINE'] ?? 5000);
const vault = createVaultWithKeychainProcess({
  forkChild: () => forkNode(entry),
  clock: systemClock,
  log: silentLog,
  briefMs,
});
const answers: object[] = [];
for (const name of process.argv.slice(2)) {
  const step = STEPS[name];
  if (step !== undefined) answers.push(await step(vault));
}
vault.close();
process.stdout.write(`${JSON.stringify(answers)}\n`);
