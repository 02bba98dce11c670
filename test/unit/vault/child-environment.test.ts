import { describe, expect, it } from 'vitest';
import { createChildEnvironment } from '#main/vault/child-environment.ts';
import { copyEnvironmentAndDropSecrets } from '#main/vault/variables.ts';

it('secrets of the environment are removed once they have been read, and nothing else', () => {
  const environment: Record<string, string | undefined> = {
    PATH: '/bin',
    INTRAY_ACCESS_TOKEN: 'a',
    INTRAY_JWT: 'b',
    INTRAY_CACHE_KEY: 'c',
    INTRAY_POLICY_FILE: '/p',
  };
  const before = { ...environment };
  expect(copyEnvironmentAndDropSecrets(environment)).toEqual(before);
  expect(environment).toEqual({ PATH: '/bin', INTRAY_POLICY_FILE: '/p' });
});

describe('the environment of a child', () => {
  const ENVIRONMENT = {
    PATH: '/bin',
    HOME: '/home/desk',
    INTRAY_ACCESS_TOKEN: 'a',
    INTRAY_JWT: 'b',
    INTRAY_CACHE_KEY: 'c',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--inspect',
    SSLKEYLOGFILE: '/tmp/keys',
    NAPI_RS_NATIVE_LIBRARY_PATH: '/tmp/other.node',
    NAPI_RS_FORCE_WASI: '1',
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_ENABLE_LOGGING: '1',
    intray_jwt: 'b',
    HTTPS_PROXY: 'http://ada:secret@proxy.example.org:3128',
    http_proxy: 'http://ada:secret@proxy.example.org:3128',
    GONE: undefined,
  };

  it('never contains a secret, in whatever case its name is written, or the password of a proxy', () => {
    const names = Object.keys(createChildEnvironment(ENVIRONMENT, false));
    expect(names.filter((name) => /^intray|proxy$/i.test(name))).toEqual([]);
    expect(createChildEnvironment({ HTTPS_PROXY: 'http://proxy:3128' }, true)).toHaveProperty('HTTPS_PROXY');
  });

  it('contains nothing that weakens it when strict', () => {
    expect(createChildEnvironment(ENVIRONMENT, true)).toEqual({ PATH: '/bin', HOME: '/home/desk' });
  });

  it("keeps a developer's settings otherwise", () => {
    expect(createChildEnvironment(ENVIRONMENT, false)).toMatchObject({ NODE_OPTIONS: '--inspect' });
  });
});
