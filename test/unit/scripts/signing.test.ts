import { describe, expect, it } from 'vitest';
import { decideSigning } from '../../../scripts/package/signing.ts';

const CERTIFICATE = { CSC_LINK: 'file.p12', CSC_KEY_PASSWORD: 'p' };
const API_KEY = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };

describe('signing a package', () => {
  it('names every missing variable with its purpose and how to pack without a signature', () => {
    expect(decideSigning('windows', {}, false)).toEqual({
      problem:
        'A package for windows is signed. Missing: WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD (a code signing certificate (.pfx) and its password). For a package to try out: --unsigned',
    });
  });

  it('treats an empty variable as missing', () => {
    const signing = decideSigning('windows', { WIN_CSC_LINK: 'file.pfx', WIN_CSC_KEY_PASSWORD: '' }, false);
    expect(signing).toHaveProperty('problem', expect.stringContaining('Missing: WIN_CSC_KEY_PASSWORD ('));
  });

  it('asks on macOS for a certificate and for a way of notarising', () => {
    expect(decideSigning('macos', CERTIFICATE, false)).toHaveProperty(
      'problem',
      expect.stringMatching(/^A package for macos is signed\. Missing: APPLE_API_KEY, .*, or APPLE_ID, /),
    );
    expect(decideSigning('macos', { ...CERTIFICATE, ...API_KEY }, false)).toEqual({
      options: ['-c.mac.forceCodeSigning=true', '-c.mac.notarize=true'],
    });
  });

  it('signs a package for trying out ad hoc on macOS, with entitlements that fit', () => {
    expect(decideSigning('macos', {}, true)).toHaveProperty(
      'options',
      expect.arrayContaining([
        '-c.mac.identity=-',
        '-c.mac.entitlements=scripts/package/resources/entitlements.adhoc.plist',
      ]),
    );
  });

  it('needs nothing on Linux, where the repository is signed', () => {
    expect(decideSigning('linux', {}, false)).toEqual({ options: [] });
  });
});
