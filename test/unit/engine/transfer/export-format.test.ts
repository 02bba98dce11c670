import { hash, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveExportKeyAndProof } from '#main/engine/transfer/export-format.ts';

test('each guess at the passphrase of an export file costs 128 MB of memory, and its Unicode form does not matter', async () => {
  const salt = Buffer.alloc(16, 7);
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  const bytes = scryptSync('réveille-matin'.normalize('NFC'), salt, 64, cost);
  expect(await deriveExportKeyAndProof('réveille-matin'.normalize('NFD'), salt)).toEqual({
    key: bytes.subarray(0, 32),
    check: hash('sha256', bytes.subarray(32)),
  });
});
