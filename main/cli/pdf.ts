import path from 'node:path';
import { z } from 'zod';
import type { EventPayload } from '#contract/api.ts';
import { recordIdSchema } from '#contract/record-schemas.ts';
import type { RecordId } from '#contract/records.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { checkPdfSavingAllowed } from '#main/policy/limits.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { withOpenedAccount, type EmitEngineEvent, type CliAppWithOpenAccount } from './session.ts';

interface PdfInput {
  readonly id: RecordId<'requisition'>;
  readonly out: string;
}

/** Creates a signal on which callers wait until the next event; each event wakes all of them. */
function createWakeSignal() {
  let rung = createDeferredPromise<void>();
  return {
    ring: (): void => {
      rung.resolve();
      rung = createDeferredPromise<void>();
    },
    next: (): Promise<void> => rung.promise,
  };
}

type WakeSignal = ReturnType<typeof createWakeSignal>;

/** Waits until the PDF is stored or could not be fetched. */
async function waitForPdf(
  app: CliAppWithOpenAccount,
  id: PdfInput['id'],
  wakeSignal: WakeSignal,
): Promise<Result<PdfState>> {
  for (;;) {
    const news = wakeSignal.next();
    const pdf = await app.call('pdfs.get', { id });
    if (!pdf.ok) return pdf;
    const { state, error } = pdf.value;
    if (state === 'here') return pdf;
    if (state === 'none') return err('cancelled');
    if (state === 'failed') return error === null ? err('internal') : { ok: false, error };
    await news;
  }
}

/** Fetches the PDF, unless its current version is stored. 'cancelled' where an interrupt comes meanwhile. */
async function fetchUnlessInterrupted(
  app: CliAppWithOpenAccount,
  { environment }: CommandContext,
  id: PdfInput['id'],
  wakeSignal: WakeSignal,
): Promise<Result<PdfState>> {
  const cancel = (): Promise<unknown> => app.call('pdfs.cancel', { ids: [id] });
  const interruption = new AbortController();
  const removeListener = environment.onInterrupt(() => {
    interruption.abort();
    void cancel();
  });
  const asked = await app.call('pdfs.fetch', { ids: [id] });
  // What the interrupt should cancel may not have been queued yet.
  if (interruption.signal.aborted) await cancel();
  const arrived = asked.ok ? await waitForPdf(app, id, wakeSignal) : asked;
  removeListener();
  // An older version may be stored, which would be taken for the current one on paper.
  return interruption.signal.aborted ? err('cancelled') : arrived;
}

/** A download whose progress is shown until it is over. */
interface RunningDownload {
  readonly wakeSignal: WakeSignal;
  isOver: boolean;
}

async function fetchAndWrite(
  app: CliAppWithOpenAccount,
  context: CommandContext,
  { id, out }: PdfInput,
  download: RunningDownload,
): Promise<Result<void>> {
  const { output, isJson } = context;
  const allowed = checkPdfSavingAllowed(app.policy);
  if (!allowed.ok) return allowed;
  const arrived = await fetchUnlessInterrupted(app, context, id, download.wakeSignal);
  download.isOver = true;
  output.progress('');
  if (!arrived.ok) return arrived;
  const file = path.resolve(out);
  const copied = await app.control('pdfs.copyTo', { id, path: file, purpose: 'saved', replaces: true });
  if (!copied.ok) return copied;
  const { hash, version } = arrived.value;
  const { bytes } = copied.value;
  await output.write(
    isJson
      ? `${JSON.stringify({ file, bytes, hash, version })}\n`
      : `${file}: ${formatCountWithNoun(bytes, 'byte', 'bytes')}\n`,
  );
  return ok(undefined);
}

/**
 * Fetches the PDF of a requisition, unless its current version is stored, and writes it to a file that only
 * this user can read.
 */
function runPdfCommand(context: CommandContext, input: PdfInput): Promise<Result<void>> {
  const download: RunningDownload = { wakeSignal: createWakeSignal(), isOver: false };
  const emit: EmitEngineEvent = (name, payload) => {
    if (name !== 'pdfs') return;
    const { items } = payload as EventPayload<'pdfs'>; // The contract defines its payload.
    const [item] = items;
    // The engine may tell of the last bytes after the download has ended: they would stand before the outcome.
    if (item !== undefined && !download.isOver) context.output.progress(`${item.received} bytes`);
    download.wakeSignal.ring();
  };
  return withOpenedAccount(context, (app) => fetchAndWrite(app, context, input, download), emit);
}

export const PDF_COMMAND: CliCommand = defineCommand({
  name: ['pdf'],
  about: 'Fetch the PDF of a requisition and write it to a file that only you can read.',
  parameters: [{ usage: '<id>', about: 'identifier of the requisition' }],
  options: [{ usage: '--out <file>', about: 'the file to write; an existing file is replaced' }],
  input: z.strictObject({
    id: recordIdSchema('requisition'),
    out: z.string('expected --out FILE').min(1, 'expected --out FILE'),
  }),
  run: runPdfCommand,
});
