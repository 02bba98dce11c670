import { win32 } from 'node:path';
import { getSystemRoot } from '#main/base/windows-folder.ts';
import {
  createAttentionResult,
  createPassedResult,
  createSkippedResult,
  type ComputerCheckResult,
} from './check-line.ts';
import type { RunCheckedProgram } from './program-output.ts';

const WITHOUT = { key: 'printing.advice' } as const;

/** Returns the full path of a program of Windows: one that is named alone would first be looked for in the current folder. */
function getWindowsProgram(...names: readonly string[]): string {
  return win32.join(getSystemRoot(), 'System32', ...names);
}

/** Looks how many printers the system has. Their names are not read. */
export async function checkPrinting(
  platform: NodeJS.Platform,
  run: RunCheckedProgram,
): Promise<ComputerCheckResult> {
  const asked =
    platform === 'win32'
      ? await run(getWindowsProgram('WindowsPowerShell', 'v1.0', 'powershell.exe'), [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          'Get-Printer | Select-Object -ExpandProperty Name',
        ])
      : await run('lpstat', ['-e']);
  if (asked.state === 'absent')
    return createAttentionResult('printing', { key: 'printing.noSystem' }, WITHOUT);
  // `lpstat` fails where the printing system does not run and where there is no printer.
  const names = asked.state === 'done' ? asked.output.split('\n').filter((line) => line.trim() !== '') : [];
  if (asked.state === 'failed' && platform === 'win32')
    return createSkippedResult('printing', { key: 'printing.unreadable' });
  if (names.length === 0) return createAttentionResult('printing', { key: 'printing.noPrinter' }, WITHOUT);
  return createPassedResult('printing', { key: 'printing.printers', values: { count: names.length } });
}

/** Looks whether a program opens PDFs. */
export async function checkPdfProgram(
  platform: NodeJS.Platform,
  run: RunCheckedProgram,
): Promise<ComputerCheckResult> {
  // macOS comes with a program that opens PDFs.
  if (platform === 'darwin') return createPassedResult('pdf-program', { key: 'pdfProgram.system' });
  const asked =
    platform === 'win32'
      ? await run(getWindowsProgram('cmd.exe'), ['/d', '/c', 'assoc', '.pdf'])
      : await run('xdg-mime', ['query', 'default', 'application/pdf']);
  const name = asked.state === 'done' ? asked.output.trim() : '';
  return name === ''
    ? createAttentionResult('pdf-program', { key: 'pdfProgram.none' }, { key: 'pdfProgram.noneAdvice' })
    : createPassedResult('pdf-program', name.replace(/^\.pdf=/i, '').slice(0, 100));
}
