/** A temporary folder for Electron's user data, where the data folder is not to hold it or cannot. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { isProcessAlive } from '#main/base/process-alive.ts';

/** The name of such a folder: the process to which it belongs, and random letters. */
const PROFILE = /^intray-command-(\d+)-\w{6}$/;

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // On Windows a file that Chromium still holds cannot be removed: a later process removes the folder.
  }
}

/** Removes the folders that earlier processes left because they ended abnormally. */
function removeLeftProfiles(temporary: string): void {
  for (const name of readdirSync(temporary)) {
    const pid = PROFILE.exec(name)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid))) removeFolder(join(temporary, name));
  }
}

let profile: string | null = null;

/**
 * Lets Electron keep its user data in a new temporary folder of this process. Has an effect only before Electron is ready.
 * @throws the system's error where there is no temporary folder to write to
 */
export function useTemporaryProfile(temporary: string = tmpdir()): void {
  removeLeftProfiles(temporary);
  profile = mkdtempSync(join(temporary, `intray-command-${process.pid}-`));
  app.setPath('userData', profile);
}

/** Ends the program at once, and removes its temporary folder where it has one. */
export function removeTemporaryProfileAndExit(exitCode: number): void {
  if (profile !== null) removeFolder(profile);
  app.exit(exitCode);
}
