import type { BrowserWindow, PrintToPDFOptions } from 'electron';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import {
  type InternalProcedureInput,
  type InternalProcedureOutput,
  internalProcedures,
} from '#contract/internal-procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { showSaveDialog } from './dialogs.ts';
import { getMainLocale } from './text.ts';

export interface PackMakerDeps {
  readonly engine: {
    call(name: 'pack.make', input: InternalProcedureInput<'pack.make'>): Promise<Result<unknown>>;
  };
  /** The window whose page is printed and which shows the dialog. */
  readonly window: () => BrowserWindow | null;
  /** The time zone of the settings: IANA name, or `system`. */
  readonly zone: () => string;
  /** Whether the window shows the records of an account: a print may end after the window was locked. */
  readonly showsRecords: () => boolean;
  readonly clock: Clock;
}

/** Maximum time for printing to memory: a page process that hangs never answers. */
const PRINT_TIME = 2 * MINUTE;

const SHEETS: PrintToPDFOptions = {
  pageSize: 'A4',
  printBackground: true,
  displayHeaderFooter: false,
  // Page margins in inches. The bottom margin leaves room for a stamp.
  margins: { top: 0.4, bottom: 0.5, left: 0.5, right: 0.5 },
};

/** Returns a time zone name that this computer knows; its own zone where it does not know the wanted one. */
function toKnownZone(wanted: string): string {
  const own = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  if (wanted === 'system') return own;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone;
  } catch {
    return own;
  }
}

/** Returns the page's print view as a PDF in memory; null where it cannot be printed. */
async function printPage(window: BrowserWindow, clock: Clock): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const printed = await waitForPromiseAtMost(window.webContents.printToPDF(SHEETS), PRINT_TIME, clock);
    return printed.isOverdue ? null : new Uint8Array(printed.value);
  } catch {
    return null;
  }
}

/** Which pack is made of the window's print view, and where it is written. */
export interface PackPathAndContent extends Pick<ValidatedInput<'pack.save'>, 'password' | 'requisitions'> {
  /** Full path; a file there is replaced once the pack is complete. */
  readonly path: string;
  /** Whether the password is that of the schedule. Default: it was typed for this pack. */
  readonly isPasswordStored?: boolean;
}

/**
 * Makes a downtime pack of the window's print view. Nothing is written to the disk before it is encrypted.
 * @returns 'internal' where the page cannot be printed, 'cancelled' where the window was locked meanwhile, or the engine's
 * error
 */
export async function makePackFromPrintView(
  { password, requisitions, path, isPasswordStored = false }: PackPathAndContent,
  shown: BrowserWindow,
  { engine, zone, clock, showsRecords }: Omit<PackMakerDeps, 'window'>,
): Promise<Result<InternalProcedureOutput<'pack.make'>>> {
  const pages = await printPage(shown, clock);
  if (pages === null) return err('internal', { detail: 'the page could not be printed' });
  // What was printed may be the lock screen, or another account's.
  if (!showsRecords()) return err('cancelled');
  const asked = { pages, requisitions: [...requisitions], password, path, isPasswordStored, replaces: true };
  const made = await engine.call('pack.make', {
    ...asked,
    zone: toKnownZone(zone()),
    locale: getMainLocale(),
  });
  return made.ok ? ok(internalProcedures['pack.make'].output.parse(made.value)) : made;
}

/** Handles the procedure that makes a downtime pack where the user chooses. */
export function createSavePackHandler({ window, ...deps }: PackMakerDeps) {
  const save = async (input: ValidatedInput<'pack.save'>): Promise<Result<CallOutput<'pack.save'>>> => {
    const shown = window();
    if (shown === null) return err('internal', { detail: 'no window' });
    const path = await showSaveDialog(input.suggestedName, shown);
    if (path === null) return ok({ isSaved: false, pages: 0, missing: [] });
    const made = await makePackFromPrintView({ ...input, path }, shown, deps);
    return made.ok ? ok({ isSaved: true, ...made.value }) : made;
  };
  return { 'pack.save': save };
}
