import { FuseV1Options } from '@electron/fuses';
import { Arch, type AfterPackContext } from 'electron-builder';
import { describe, expect, it } from 'vitest';
import { getFuses } from '../../../scripts/package/fuses.ts';
import { afterPack } from '../../../scripts/package/set-fuses.ts';

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

  it('are set once in the merged program for macOS, not in its halves, whose signatures would then differ', async () => {
    const pack = (arch: Arch): Promise<void> =>
      afterPack({
        appOutDir: '/nowhere',
        electronPlatformName: 'darwin',
        arch,
        packager: { appInfo: { productFilename: 'Intray' }, config: {} },
      } as unknown as AfterPackContext); // what it reads of the packer
    await pack(Arch.x64);
    await pack(Arch.arm64);
    await expect(pack(Arch.universal)).rejects.toThrow('/nowhere');
  });
});
