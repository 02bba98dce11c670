import { FuseV1Options } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import { getFuses } from '../../../scripts/package/fuses.ts';

/** Every fuse by name. */
function getNamed(platform: string): Readonly<Record<string, unknown>> {
  const fuses: Readonly<Record<string, unknown>> = getFuses(platform);
  const names = Object.entries(FuseV1Options).filter(([, place]) => typeof place === 'number');
  return Object.fromEntries(names.map(([name, place]) => [name, fuses[String(place)]]));
}

const ON_LINUX = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: false,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

describe('the fuses of the packaged program', () => {
  it('let nothing but its own archive run, and none is left to chance', () => {
    expect(getNamed('linux')).toEqual(ON_LINUX);
    expect(getFuses('linux').strictlyRequireAllFuses).toBe(true);
  });

  it.each(['win32', 'darwin'])('check the archive against its hash on %s', (platform) => {
    expect(getNamed(platform)).toEqual({ ...ON_LINUX, EnableEmbeddedAsarIntegrityValidation: true });
  });
});
