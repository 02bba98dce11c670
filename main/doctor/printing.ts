import type { CheckLine } from '#contract/computer-check.ts';
import { createAttentionCheckLine, createPassedCheckLine, createSkippedCheckLine } from './check-line.ts';
import type { RunProgram } from './program-output.ts';

const WITHOUT = 'Lists, day sheets and PDFs cannot be printed; add a printer in the settings of the system.';

/** Looks how many printers the system has. Their names are not read. */
export async function checkPrinting(platform: NodeJS.Platform, run: RunProgram): Promise<CheckLine> {
  const asked =
    platform === 'win32'
      ? await run('powershell.exe', [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          'Get-Printer | Select-Object -ExpandProperty Name',
        ])
      : await run('lpstat', ['-e']);
  if (asked.state === 'absent')
    return createAttentionCheckLine('printing', 'No printing system is installed.', WITHOUT);
  // `lpstat` fails where the printing system does not run and where there is no printer.
  const names = asked.state === 'done' ? asked.output.split('\n').filter((line) => line.trim() !== '') : [];
  if (asked.state === 'failed' && platform === 'win32')
    return createSkippedCheckLine('printing', 'The list of printers could not be read.');
  if (names.length === 0) return createAttentionCheckLine('printing', 'No printer was found.', WITHOUT);
  return createPassedCheckLine('printing', names.length === 1 ? 'One printer.' : `${names.length} printers.`);
}

/** Looks whether a program opens PDFs. */
export async function checkPdfProgram(platform: NodeJS.Platform, run: RunProgram): Promise<CheckLine> {
  // macOS comes with a program that opens PDFs.
  if (platform === 'darwin') return createPassedCheckLine('pdf-program', 'The one of the system.');
  const asked =
    platform === 'win32'
      ? await run('cmd.exe', ['/d', '/c', 'assoc', '.pdf'])
      : await run('xdg-mime', ['query', 'default', 'application/pdf']);
  const name = asked.state === 'done' ? asked.output.trim() : '';
  return name === ''
    ? createAttentionCheckLine(
        'pdf-program',
        'No program opens PDFs.',
        '“Open” does not work; PDFs are shown in the window and can be saved. Install a PDF program.',
      )
    : createPassedCheckLine('pdf-program', name.replace(/^\.pdf=/i, '').slice(0, 100));
}
