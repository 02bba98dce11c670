import { describe, expect, test } from 'vitest';
import { getProxyRule } from '#main/cli/proxy.ts';

const CLINIC = 'https://north.clinic.example.org';

describe('the proxy for a service', () => {
  test.each([
    [{}, 'DIRECT'],
    [{ HTTPS_PROXY: '' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://proxy.example.org:3128' }, 'PROXY proxy.example.org:3128'],
    [{ https_proxy: 'proxy.example.org:3128' }, 'PROXY proxy.example.org:3128'],
    [{ https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:2' }, 'PROXY small:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://large:2' }, 'PROXY large:2'],
    [{ HTTPS_PROXY: 'https://proxy.example.org:8443' }, 'HTTPS proxy.example.org:8443'],
    [{ HTTPS_PROXY: 'http://ada:p%40ss@proxy:3128' }, 'PROXY ada:p%40ss@proxy:3128'],
    [{ HTTP_PROXY: 'http://proxy.example.org:3128' }, 'DIRECT'],
  ])('with %j is %s', (variables, rule) => {
    expect(getProxyRule(CLINIC, variables)).toBe(rule);
  });

  test.each([
    ['*', true],
    ['clinic.example.org', true],
    ['.clinic.example.org', true],
    ['*.example.org', true],
    ['NORTH.CLINIC.EXAMPLE.ORG', true],
    ['other.org, example.org', true],
    ['other.org example.org', true],
    ['example.org:443', true],
    ['example.org:8443', false],
    ['inic.example.org', false],
    ['south.clinic.example.org', false],
    [' , .', false],
  ])('with NO_PROXY %j is not used: %s', (exempt, isDirect) => {
    const rule = getProxyRule(CLINIC, { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: exempt });
    expect(rule).toBe(isDirect ? 'DIRECT' : 'PROXY proxy:1');
  });

  test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'https://[::1]:4000'])(
    'is never used for this computer itself, %s',
    (baseUrl) => {
      expect(getProxyRule(baseUrl, { HTTPS_PROXY: 'http://proxy:1' })).toBe('DIRECT');
    },
  );

  test.each([
    ['socks5://proxy:1080', /^SOCKS5 /],
    ['http://', /^PROXY$/],
    ['::::', /^PROXY$/],
  ])('of the kind %s is reported as unsupported, never ignored', (proxy, rule) => {
    expect(getProxyRule(CLINIC, { HTTPS_PROXY: proxy })).toMatch(rule);
  });
});
