import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findUpdate,
  normalizeUpdateAddress,
  type FindUpdateOptions,
  type FindUpdateResult,
} from '#main/updates/find-update.ts';
import { createKeyPair } from '../../../scripts/package/update-manifest.ts';
import { makeManifest, RELEASE_KEY, signManifest } from '../../support/releases.ts';
import {
  body,
  redirect,
  cutShort,
  endless,
  startUpdateServer,
  type UpdateServer,
} from '../../support/update-server.ts';

const DESCRIPTION = '/intray-stable.json';

let server: UpdateServer;
beforeEach(async () => {
  server = await startUpdateServer();
});
afterEach(() => server.close());

function find(changes: Partial<FindUpdateOptions> = {}): Promise<FindUpdateResult> {
  return findUpdate({
    address: server.address,
    allowsHttp: true,
    channel: 'stable',
    current: '1.0.0',
    newest: null,
    keys: [RELEASE_KEY],
    system: 'windows-x64',
    fetchPage: fetch,
    ...changes,
  });
}

/** Lets the server answer with a signed description. */
function publish(changes: Readonly<Record<string, unknown>> = {}, privateKey?: string): void {
  server.answers.set(DESCRIPTION, body(signManifest(makeManifest(changes), privateKey)));
}

describe('a newer version that the built-in key has signed', () => {
  it('is found with its notes, and its file beside the description', async () => {
    publish();
    expect(await find()).toEqual({
      newest: '1.1.0',
      found: {
        update: { version: '1.1.0', notes: 'Faster lists.', releasedAt: Date.parse('2026-10-01T08:00:00Z') },
        download: expect.objectContaining({
          address: `${server.address}/Intray-1.1.0-x64-setup.exe`,
          size: 65_000,
        }),
      },
    });
  });

  it('is found without a file where this copy is installed by somebody else', async () => {
    publish();
    expect(await find({ system: null })).toMatchObject({ found: { download: null } });
  });

  it('may be signed with any of several built-in keys', async () => {
    publish();
    const keys = [createKeyPair().publicKey, RELEASE_KEY];
    expect(await find({ keys })).toMatchObject({ newest: '1.1.0' });
  });

  it('is looked for below the path of the address', async () => {
    server.answers.set('/mirror/intray-stable.json', body(signManifest(makeManifest())));
    expect(await find({ address: `${server.address}/mirror/` })).toMatchObject({
      found: { download: { address: `${server.address}/mirror/Intray-1.1.0-x64-setup.exe` } },
    });
  });
});

describe('a description that is not to be trusted', () => {
  it('is refused with the signature of another key', async () => {
    publish({}, createKeyPair().privateKey);
    expect(await find()).toEqual({ failure: 'wrong-signature' });
  });

  it('is refused where another key is named as the built-in one', async () => {
    const foreign = JSON.parse(signManifest(makeManifest(), createKeyPair().privateKey)) as object;
    const own = JSON.parse(signManifest(makeManifest())) as { key: string };
    server.answers.set(DESCRIPTION, body(JSON.stringify({ ...foreign, key: own.key })));
    expect(await find()).toEqual({ failure: 'wrong-signature' });
  });

  it('is refused with one changed byte', async () => {
    const signed = JSON.parse(signManifest(makeManifest())) as { payload: string };
    const changed = Buffer.from(signed.payload, 'base64').toString().replace('1.1.0', '9.1.0');
    const payload = Buffer.from(changed).toString('base64');
    server.answers.set(DESCRIPTION, body(JSON.stringify({ ...signed, payload })));
    expect(await find()).toEqual({ failure: 'wrong-signature' });
  });

  it.each([
    ['another channel', { channel: 'beta' }],
    ['another product', { product: 'other' }],
    ['no version', { version: 'newest' }],
    [
      'a file in another folder',
      { files: [{ system: 'windows-x64', name: '../x.exe', size: 1, sha512: 'A'.repeat(86) + '==' }] },
    ],
    [
      'a file on another server',
      { files: [{ system: 'windows-x64', name: '//evil/x.exe', size: 1, sha512: 'A'.repeat(86) + '==' }] },
    ],
    [
      'a huge file',
      { files: [{ system: 'windows-x64', name: 'x.exe', size: 2 ** 40, sha512: 'A'.repeat(86) + '==' }] },
    ],
  ])('is refused where it is signed and names %s', async (_what, changes) => {
    publish(changes);
    expect(await find()).toEqual({ failure: 'unreadable' });
  });

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in to the network</title>'],
    ['no object', 'null'],
    ['an object without a signature', '{"payload":"e30="}'],
  ])('is refused where the server sends %s', async (_what, content) => {
    server.answers.set(DESCRIPTION, body(content));
    expect(await find()).toEqual({ failure: 'unreadable' });
  });
});

describe('an older version', () => {
  it.each(['1.0.0', '0.9.0', '1.0.0-beta.3'])('%s is no update for 1.0.0', async (version) => {
    publish({ version });
    expect(await find()).toEqual({ newest: version, found: null });
  });

  it('is a failure where the server has offered a newer one before', async () => {
    publish({ version: '1.1.0' });
    expect(await find({ newest: '1.2.0' })).toEqual({ failure: 'older' });
  });

  it('compares numbers as numbers, and a release as newer than its trials', async () => {
    publish({ version: '1.10.0' });
    expect(await find({ current: '1.9.0' })).toMatchObject({ found: { update: { version: '1.10.0' } } });
    publish({ version: '1.1.0' });
    expect(await find({ current: '1.1.0-beta.2' })).toMatchObject({
      found: { update: { version: '1.1.0' } },
    });
  });
});

describe('a server that does not answer as it should', () => {
  it('is not followed to another address', async () => {
    server.answers.set(DESCRIPTION, redirect('/elsewhere.json'));
    server.answers.set('/elsewhere.json', body(signManifest(makeManifest())));
    expect(await find()).toEqual({ failure: 'redirected' });
    expect(server.asked).toEqual([DESCRIPTION]);
  });

  it('has no updates where it answers 404', async () => {
    expect(await find()).toEqual({ failure: 'no-answer' });
  });

  it('is left after more bytes than a description can have', async () => {
    server.answers.set(DESCRIPTION, endless());
    expect(await find()).toEqual({ failure: 'too-large' });
  });

  it('counts as unreachable where the answer is cut short', async () => {
    server.answers.set(DESCRIPTION, cutShort(Buffer.from(signManifest(makeManifest())), 100));
    expect(await find()).toEqual({ failure: 'offline' });
  });

  it('counts as unreachable where nothing listens', async () => {
    await server.close();
    expect(await find()).toEqual({ failure: 'offline' });
  });
});

describe('without a public key or a usable address', () => {
  it('no server is asked', async () => {
    publish();
    expect(await find({ keys: [] })).toEqual({ failure: 'no-key' });
    expect(await find({ allowsHttp: false })).toEqual({ failure: 'address' });
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['https://updates.example', 'https://updates.example'],
    ['https://updates.example/intray/', 'https://updates.example/intray'],
    ['http://updates.example', null],
    ['https://user:word@updates.example', null],
    ['https://updates.example/?channel=x', null],
    ['https://updates.example/#x', null],
    ['file:///etc', null],
    ['updates.example', null],
  ])('%s is read as %s', (address, folder) => {
    expect(normalizeUpdateAddress(address, false)).toBe(folder);
  });
});
