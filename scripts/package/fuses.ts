/** The fuses of the packaged program, every one by name. */
import { FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

const ALWAYS = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

/** The fuses for a platform. Electron checks the archive against a hash on macOS and Windows only. */
export function getFuses(platform: string): FuseV1Config & { readonly strictlyRequireAllFuses: true } {
  return {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changed bytes invalidate the signature that an Apple processor requires of every program.
    resetAdHocDarwinSignature: platform === 'darwin',
    ...ALWAYS,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== 'linux',
  };
}
