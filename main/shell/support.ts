import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallOutput } from '#contract/api.ts';
import { formatCheckLine } from '#contract/computer-check.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { accountSyncHealthSchema } from '#contract/sync-health.ts';
import type { Clock } from '#main/base/clock.ts';
import { redact } from '#main/base/log.ts';
import type { ComputerCheckResult } from '#main/doctor/check-line.ts';
import { writeReport } from '#main/doctor/write-report.ts';

/** How much of the end of the log a support file holds, in bytes and in lines. */
const MAX_LOG_BYTES = 200_000;
const MAX_LOG_LINES = 400;

export interface SupportDeps {
  readonly info: CallOutput<'app.info'>;
  readonly settings: { readonly get: () => Settings };
  readonly checkComputer: () => Promise<readonly ComputerCheckResult[]>;
  readonly engine: { call(name: 'sync.health', input: unknown): Promise<Result<unknown>> };
  /** The folder of the log files. */
  readonly logFolder: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Reads the last lines of the log; none where there is no log. The first line may be cut, so it is left out. */
async function readEndOfLog(folder: string): Promise<readonly string[]> {
  try {
    const file = await open(join(folder, 'intray.log'));
    try {
      const { size } = await file.stat();
      const from = Math.max(0, size - MAX_LOG_BYTES);
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - from), position: from });
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      return lines
        .slice(from === 0 ? 0 : 1)
        .filter((line) => line !== '')
        .slice(-MAX_LOG_LINES);
    } finally {
      await file.close();
    }
  } catch {
    return [];
  }
}

/** What is known of the open account: counts and states, never an address, a user or a record. */
function describeHealth(health: Result<unknown>): readonly string[] {
  if (!health.ok) return [`not known (${health.error.code})`];
  const parsed = accountSyncHealthSchema.safeParse(health.value);
  if (!parsed.success) return ['not known (invalid)'];
  const { account, connection, error, outbox, localStore, missing, kinds } = parsed.data;
  const { saved, sending, uncertain, needsYou, rejected } = outbox;
  return [
    `account: ${account === null ? 'none is open' : account === 'demo' ? 'the demo clinic' : 'one of a service'}`,
    `connection: ${connection}${error === null ? '' : ` (${error.code})`}`,
    `outbox: ${saved} saved, ${sending} sending, ${uncertain} uncertain, ${needsYou} to decide, ${rejected} rejected`,
    `local store: ${localStore.state}`,
    `missing records: ${missing.held} to confirm, ${missing.beingChecked} being checked, ${missing.open} open`,
    ...kinds.map(
      ({ kind, state, cached, quarantined, suspected, order, error: failure }) =>
        `${kind}: ${state}, ${cached} cached, ${quarantined} quarantined, ${suspected} suspected, order ${order ?? 'unknown'}` +
        (failure === null ? '' : `, error ${failure.code}`),
    ),
  ];
}

function formatSection(title: string, lines: readonly string[]): string {
  return [`[${title}]`, ...lines.map(redact), ''].join('\n');
}

/**
 * Handles the procedure that collects the text of a support file. Every line is redacted once more, also those of the log,
 * which were redacted when they were written. Nothing is saved: the page shows the text, and the user chooses the file.
 */
export function createSupportHandlers(deps: SupportDeps) {
  const { info, settings, checkComputer, engine, logFolder, clock } = deps;
  const prepare = async (): Promise<Result<CallOutput<'support.prepare'>>> => {
    const [findings, health, log] = await Promise.all([
      checkComputer(),
      engine.call('sync.health', {}),
      readEndOfLog(logFolder),
    ]);
    // As the log, the file is in English, whatever the language of the window: support reads it.
    const lines = writeReport(findings, 'en').map((line) => formatCheckLine(line));
    const { version, host, platform, packaged } = info;
    const program = `Intray ${version}, ${host}, ${platform}, ${packaged ? 'packaged' : 'not packaged'}`;
    const chosen = Object.entries(settings.get()).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const text = [
      formatSection(`Support file of ${new Date(clock.now()).toISOString()}`, [program]),
      formatSection('Settings', chosen),
      formatSection('Check of the computer', lines),
      formatSection('Open account', describeHealth(health)),
      formatSection(`Log, last ${log.length} lines`, log),
    ].join('\n');
    return ok({ text });
  };
  return { 'support.prepare': prepare };
}
