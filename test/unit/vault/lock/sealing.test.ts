import { expect, test } from 'vitest';
import { createRandomKey, encryptWithContext, decryptWithContext } from '#main/vault/lock/sealing.ts';

const SECRET = Buffer.from('a secret of any length');

test.each([SECRET, Buffer.alloc(0)])(
  'a sealed secret is opened by its key for its context alone: "%s"',
  (secret) => {
    const key = createRandomKey();
    const sealed = encryptWithContext(secret, key, 'mine');
    expect(decryptWithContext(sealed, key, 'mine')).toEqual(secret);
    expect(decryptWithContext(sealed, key, 'other')).toBeNull();
    expect(decryptWithContext(sealed, createRandomKey(), 'mine')).toBeNull();
  },
);

test('a sealed secret that was cut at any place opens nothing, and neither does a key of another length', () => {
  const key = createRandomKey();
  const sealed = Buffer.from(encryptWithContext(SECRET, key, 'mine'), 'base64');
  for (let length = 0; length < sealed.length; length += 1)
    expect(decryptWithContext(sealed.subarray(0, length).toString('base64'), key, 'mine')).toBeNull();
  for (const length of [0, 1, key.length - 1])
    expect(decryptWithContext(sealed.toString('base64'), key.subarray(0, length), 'mine')).toBeNull();
});
