import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryPath } from '#main/base/write-file.ts';
import {
  INCOMPLETE_PACK_FILE_EVENT,
  IncompletePackFileTracker,
  readIncompletePackFileMessage,
} from '#main/engine/downtime-pack/incomplete-file.ts';
import { temporaryFolder } from '../../../support/engine.ts';

const DRAFT = path.basename(createTemporaryPath('pack.pdf'));

/** Notes these events, removes the file, and returns whether a file of this name is still there. */
async function isLeft(
  name: string,
  { replaces = true, later = [] as readonly (readonly [string, unknown])[] } = {},
): Promise<boolean> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const file = path.join(folder.path, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'a part of a pack');
  const incomplete = new IncompletePackFileTracker();
  incomplete.note(INCOMPLETE_PACK_FILE_EVENT, file);
  for (const [event, payload] of later) incomplete.note(event, payload);
  incomplete.remove({ path: path.join(folder.path, 'pack.pdf'), replaces });
  return existsSync(file);
}

test.each([
  ['a draft beside the pack', DRAFT, {}, false],
  ['a draft, after an event about something else', DRAFT, { later: [['log', null]] }, false],
  ['the new file itself', 'pack.pdf', { replaces: false }, false],
  ['the file that is to be replaced', 'pack.pdf', {}, true],
  ['a draft that was completed', DRAFT, { later: [[INCOMPLETE_PACK_FILE_EVENT, null]] }, true],
  ['a draft in another folder', `other/${DRAFT}`, {}, true],
  ['a file of another name', 'notes.part', {}, true],
  ['a file whose name only ends like a draft', `my${DRAFT}`, {}, true],
] as const)(
  'of a process that was killed, %s is there afterwards: %#',
  async (_what, name, options, left) => {
    expect(await isLeft(name, options)).toBe(left);
  },
);

test('a file that cannot be removed, or is gone, is no error', () => {
  const incomplete = new IncompletePackFileTracker();
  const target = { path: '/missing/pack.pdf', replaces: true };
  incomplete.note(INCOMPLETE_PACK_FILE_EVENT, `/missing/${DRAFT}`);
  expect(() => incomplete.remove(target)).not.toThrow();
});

test.each([
  ['the path', { t: 'event', name: INCOMPLETE_PACK_FILE_EVENT, payload: '/pack.pdf' }, '/pack.pdf'],
  ['no file', { t: 'event', name: INCOMPLETE_PACK_FILE_EVENT, payload: null }, null],
  ['another event', { t: 'event', name: 'log', payload: '/pack.pdf' }, undefined],
  ['a reply', { t: 'reply', id: 1, name: INCOMPLETE_PACK_FILE_EVENT, payload: '/pack.pdf' }, undefined],
  ['no message', null, undefined],
])('a message of the thread says: %s', (_what, message, expected) => {
  expect(readIncompletePackFileMessage(message)).toBe(expected);
});
