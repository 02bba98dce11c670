import { onTestFinished, expect, test } from 'vitest';
import type { UnfinishedRemoval } from '#contract/removal.ts';
import { openRemovalsFile } from '#main/removal/removals-file.ts';
import { temporaryFolder, unwrap } from '../../support/engine.ts';

const removal: UnfinishedRemoval = {
  what: 'sign-out',
  account: 'a1b2c3d4e5f60718',
  baseUrl: 'https://clinic.example.org',
  userId: null,
  since: '2026-01-01T00:00:00.000Z',
  discarded: [3],
  files: ['accounts/a1b2c3d4e5f60718/cache.db', 'accounts/a1b2c3d4e5f60718'],
  needsKeychain: true,
};

test('a removal that is asked for again before it is finished keeps what the first one may have deleted', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const file = openRemovalsFile(folder.path, () => 0);
  const other = { ...removal, account: 'f'.repeat(16) };
  unwrap(file.begin([removal, other]));
  const files = ['accounts/a1b2c3d4e5f60718'];
  unwrap(file.begin([{ ...removal, what: 'remove', discarded: [], files, needsKeychain: false }]));
  expect(unwrap(file.listOpen())).toEqual([other, { ...removal, what: 'remove' }]);
});
