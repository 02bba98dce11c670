// Opens an encrypted database in this process and in worker threads, and loads the keychain's addon.
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

const KEY = 'a'.repeat(64);
const WORKERS = 200;

function openEncrypted(folder, name) {
  const Database = require('better-sqlite3');
  const file = path.join(folder, name);
  const database = new Database(file);
  database.pragma("cipher = 'aegis'");
  database.pragma(`key = 'raw:${KEY}'`);
  database.exec('CREATE TABLE IF NOT EXISTS kept (a TEXT)');
  database.prepare('INSERT INTO kept VALUES (?)').run('PLAIN-TEXT-MARK');
  const { count } = database.prepare('SELECT count(*) AS count FROM kept').get();
  database.close();
  return count === 1 && !readFileSync(file).includes('PLAIN-TEXT-MARK');
}

function runWorker(folder, name) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: { folder, name } });
    worker.once('message', (answer) => {
      worker.terminate().then(() => resolve(answer), reject);
    });
    worker.once('error', reject);
  });
}

async function probe() {
  const folder = mkdtempSync(path.join(tmpdir(), 'intray-probe-'));
  const answer = { electron: process.versions.electron ?? null, node: process.versions.node };
  try {
    answer.keychainLoads = typeof require('keytar').AsyncEntry === 'function';
    answer.databaseInProcess = openEncrypted(folder, 'process.db');
    answer.databaseInWorker = await runWorker(folder, 'worker.db');
    answer.workersEnd = 0;
    for (let index = 0; index < WORKERS; index += 1)
      if (await runWorker(folder, `worker-${index}.db`)) answer.workersEnd += 1;
    return answer;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!isMainThread) parentPort.postMessage(openEncrypted(workerData.folder, workerData.name));
else
  probe().then(
    (answer) => {
      if (process.parentPort === undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
      else process.parentPort.postMessage(answer);
      setTimeout(() => process.exit(0), 500); // the message is on its way
    },
    (thrown) => {
      process.stderr.write(`${thrown.stack}\n`);
      process.exit(1);
    },
  );
