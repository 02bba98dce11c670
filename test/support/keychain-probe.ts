/**
 * Asks a real vault, from a process that runs in a keyring session of its own. Prints one JSON line: an answer
 * for each of the steps named on the command line.
 */
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { nodeFork } from '#main/base/node-fork.ts';
import { createVault, type Vault } from '#main/vault/vault.ts';

const LONG = 'j'.repeat(16_384);
const KEY = 'ab'.repeat(32);

const STEPS: Readonly<Record<string, (vault: Vault) => Promise<object>>> = {
  tokens: (vault) => vault.tokens('one'),
  saveTokens: (vault) => vault.saveTokens('one', { accessToken: 'access', jwt: 'jwt' }),
  saveLong: (vault) => vault.saveTokens('one', { accessToken: LONG, jwt: LONG }),
  otherTokens: (vault) => vault.tokens('other'),
  key: (vault) => vault.cacheKey('one'),
  saveKey: (vault) => vault.saveCacheKey('one', KEY),
};

const entry = new URL('../../main/vault/keychain-child.ts', import.meta.url).pathname;
const deadlineMs = Number(process.env['PROBE_DEADLINE'] ?? 5000);
const vault = createVault({
  forkChild: () => nodeFork(entry),
  clock: systemClock,
  log: silentLog,
  deadlineMs,
});
const answers: object[] = [];
for (const name of process.argv.slice(2)) {
  const step = STEPS[name];
  if (step !== undefined) answers.push(await step(vault));
}
vault.close();
process.stdout.write(`${JSON.stringify(answers)}\n`);
