/** Signing and notarising of packages, from environment variables. */

/** The systems that Intray is packaged for. */
export const SYSTEMS = ['linux', 'macos', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that belong together; one complete group of a list is enough. */
interface VariableGroup {
  readonly names: readonly string[];
  readonly purpose: string;
}

const NEEDED: Readonly<Record<System, readonly (readonly VariableGroup[])[]>> = {
  // The package manager checks the signature of the repository, not of the package.
  linux: [],
  macos: [
    [
      {
        names: ['CSC_LINK', 'CSC_KEY_PASSWORD'],
        purpose: 'a Developer ID certificate (.p12) and its password',
      },
      { names: ['CSC_NAME'], purpose: 'the name of a certificate in the keychain' },
    ],
    [
      {
        names: ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
        purpose: 'a key of App Store Connect, for notarising',
      },
      {
        names: ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
        purpose: 'an Apple account, for notarising',
      },
    ],
  ],
  windows: [
    [
      {
        names: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
        purpose: 'a code signing certificate (.pfx) and its password',
      },
    ],
  ],
};

/** Options of the packer, or a sentence about what is missing. */
export type Signing = { readonly options: readonly string[] } | { readonly problem: string };

const SIGNED: Readonly<Record<System, readonly string[]>> = {
  linux: [],
  macos: ['-c.mac.forceCodeSigning=true', '-c.mac.notarize=true'],
  windows: ['-c.win.forceCodeSigning=true'],
};

const ADHOC = 'scripts/package/resources/entitlements.adhoc.plist';
const UNSIGNED: Readonly<Record<System, readonly string[]>> = {
  linux: [],
  // Ad hoc: Apple processors run nothing without a signature.
  macos: [
    '-c.mac.identity=-',
    '-c.mac.notarize=false',
    `-c.mac.entitlements=${ADHOC}`,
    `-c.mac.entitlementsInherit=${ADHOC}`,
  ],
  windows: ['-c.win.signExecutable=false'],
};

function isComplete({ names }: VariableGroup, variables: Variables): boolean {
  return names.every((name) => (variables[name] ?? '') !== '');
}

function describe({ names, purpose }: VariableGroup, variables: Variables): string {
  const missing = names.filter((name) => (variables[name] ?? '') === '');
  return `${missing.join(', ')} (${purpose})`;
}

/**
 * Decides how a package is signed.
 * @param isUnsigned a package for trying out: without a certificate, on macOS with an ad-hoc signature
 */
export function decideSigning(system: System, variables: Variables, isUnsigned: boolean): Signing {
  if (isUnsigned) return { options: UNSIGNED[system] };
  const missing = NEEDED[system].filter((groups) => !groups.some((group) => isComplete(group, variables)));
  if (missing.length === 0) return { options: SIGNED[system] };
  const lines = missing.map((groups) => groups.map((group) => describe(group, variables)).join(', or '));
  return {
    problem: `A package for ${system} is signed. Missing: ${lines.join('; ')}. For a package to try out: --unsigned`,
  };
}
