import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, it, onTestFinished } from 'vitest';
import { pdfProcessTaskSchema, type PdfState } from '#contract/pdfs.ts';
import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { forkNode } from '#main/base/node-fork.ts';
import type { ChildPort } from '#main/base/port.ts';
import { isProcessAlive } from '#main/base/process-alive.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { startDemoServer } from '#main/demo/server.ts';
import { EngineProcess, type EngineState } from '#main/shell/engine-process.ts';
import { getServiceRecords, tokensOf } from '../../support/clinic.ts';
import { openInput, until, unwrap } from '../../support/engine.ts';
import { DOUBLING_PDF } from '../../support/hostile-pdfs.ts';
import { forkPdfProcess } from '../../support/pdf-process.ts';
import { PDF_PROCESS_URL } from '../../support/worker-entries.ts';

const ENGINE = fileURLToPath(new URL('../../../main/engine/index.ts', import.meta.url));

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'intray-processes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The engine as a process under the main process, which starts the processes for PDFs. */
function startEngine(folder: string, forkPdfs: (task: unknown) => ChildPort) {
  const states: EngineState[] = [];
  const args = ['--data-dir', folder, '--run', 'a'.repeat(16), '--strict'];
  const engine = new EngineProcess({
    fork: () => forkNode(ENGINE, args, { env: {} }),
    forkPdfs,
    clock: systemClock,
    random: createSeededRandom(1),
    log: silentLog,
    announce: (name, payload) => {
      if (name === 'engine') states.push((payload as { state: EngineState }).state);
    },
    saveMarker: async () => true,
    saveAccessHead: async () => true,
    onRestarted: async () => {},
  });
  onTestFinished(() => engine.stop());
  return { engine, states };
}

it('a PDF that ends its process is named as missing from the pack, and the engine goes on in the same process', async () => {
  const clinic = await startDemoServer({ requisitions: 6 });
  onTestFinished(() => clinic.close());
  const folder = createFolder();
  let adds = 0;
  const { engine, states } = startEngine(folder, (task) => {
    const child = forkPdfProcess(pdfProcessTaskSchema.parse(task));
    if (pdfProcessTaskSchema.parse(task).role !== 'pack') return child;
    return {
      ...child,
      send: (message) => {
        child.send(message);
        if ((message as { name: string }).name === 'add' && (adds += 1) === 2) child.kill();
      },
    };
  });
  unwrap(await engine.call('engine.open', openInput(clinic.baseUrl, { tokens: tokensOf(clinic) })));
  unwrap(await engine.call('sync.run', { kinds: ['requisition'] }));
  const ids = [...getServiceRecords(clinic, 'requisition').keys()].slice(0, 3);
  unwrap(await engine.call('pdfs.fetch', { ids }));
  const isHere = async (id: string): Promise<boolean> =>
    (unwrap(await engine.call('pdfs.get', { id })) as PdfState).state === 'here';
  await until(async () => (await Promise.all(ids.map(isHere))).every(Boolean), 'the PDFs to be here');

  const printed = await PDFDocument.create();
  printed.addPage([400, 300]);
  const path = join(folder, 'pack.pdf');
  const made = (await engine.call('pack.make', {
    pages: new Uint8Array(await printed.save()),
    requisitions: ids,
    password: 'a password of the test',
    path,
    replaces: true,
    zone: 'UTC',
  })) as Result<{ pages: number; missing: readonly string[] }>;
  expect(unwrap(made).missing).toEqual([ids[1]]);
  expect(unwrap(made).pages).toBeGreaterThanOrEqual(3);
  expect(statSync(path).size).toBeGreaterThan(0);
  expect(states).toEqual(['running']);
  unwrap(await engine.call('sync.health', {}));
});

/** A parent that has a process write a pack, writes the id of that process, and kills itself when the file is begun. */
const WRITING_PARENT = `
const { fork } = require('node:child_process');
const [entry, pdf, path, replaces] = process.argv.slice(1);
const child = fork(entry, ['--role', 'pack', '--heap-megabytes', '512'], {
  serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
});
process.stdout.write(child.pid + '\\n');
child.on('message', ({ t, name, payload }) => {
  if (t === 'event' && name === 'incompleteFile' && payload !== null) process.kill(process.pid, 'SIGKILL');
});
child.send({ t: 'call', id: 1, name: 'begin', input: { title: 'Pack', pages: new Uint8Array(require('node:fs').readFileSync(pdf)) } });
const input = { password: 'a password of the test', path, replaces: replaces === 'true' };
child.once('message', () => child.send({ t: 'call', id: 2, name: 'write', input }));
`;

it.each([
  ['a draft beside the file that it replaces', true],
  ['a new file', false],
])(
  'a process that writes %s ends with its killed parent, and leaves no part of it',
  async (_what, replaces) => {
    const folder = createFolder();
    const large = await PDFDocument.create();
    const content = large.context.stream(randomBytes(6_000_000));
    large.addPage([400, 300]).node.set(PDFName.of('Contents'), large.context.register(content));
    const pdf = join(createFolder(), 'large.pdf');
    writeFileSync(pdf, await large.save());
    const path = join(folder, 'pack.pdf');
    if (replaces) writeFileSync(path, 'the pack before');
    const args = ['-e', WRITING_PARENT, fileURLToPath(PDF_PROCESS_URL), pdf, path, String(replaces)];
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(parent, 'exit');
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    await ended;
    await until(() => !isProcessAlive(Number(String(line))), 'the process of the PDF to end');
    const left = readdirSync(folder);
    const text = left.includes('pack.pdf') ? readFileSync(path, 'latin1') : null;
    // The file may have become complete just before.
    const isWhole = text !== null && text.slice(-8).includes('%%EOF');
    expect(isWhole || text === (replaces ? 'the pack before' : null)).toBe(true);
    expect(left).toEqual(text === null ? [] : ['pack.pdf']);
  },
  120_000,
);

/** A parent that has a process join this PDF, writes the id of that process, and waits. */
const PARENT = `
const { fork } = require('node:child_process');
const [entry, pdf] = process.argv.slice(1);
const child = fork(entry, ['--role', 'pack', '--heap-megabytes', '512'], {
  serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
});
const bytes = new Uint8Array(Buffer.from(pdf, 'base64'));
child.send({ t: 'call', id: 1, name: 'begin', input: { title: 'Pack', pages: new Uint8Array(4) } });
// It has answered once, so it runs.
child.on('message', () => {
  child.send({ t: 'call', id: 2, name: 'begin', input: { title: 'Pack', pages: bytes } });
  process.stdout.write(child.pid + '\\n');
});
setInterval(() => {}, 60_000);
`;

it('a process that a PDF keeps busy without an end ends with its parent, also where that was killed', async () => {
  const hostile = Buffer.from(DOUBLING_PDF).toString('base64');
  const parent = spawn(process.execPath, ['-e', PARENT, fileURLToPath(PDF_PROCESS_URL), hostile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isProcessAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until(() => !isProcessAlive(pid), 'the process of the PDF to end');
});
