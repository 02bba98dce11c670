import { expect, it } from 'vitest';
import { MAX_RELEASE_NOTES_LENGTH } from '#contract/updates.ts';
import { sanitizeReleaseNotes } from '#main/updates/manifest.ts';

it('release notes keep their words and line breaks', () => {
  expect(sanitizeReleaseNotes('Faster lists\r\n- of forms\r- of requisitions\n')).toBe(
    'Faster lists\n- of forms\n- of requisitions',
  );
});

it('release notes lose characters that hide or reverse text', () => {
  expect(sanitizeReleaseNotes('a\u0000b\u001b[31mc\u202ed\u200be\ufefff\u2066g\ud800h')).toBe(
    'ab[31mcdefg\ufffdh',
  );
});

it('markup in release notes stays text', () => {
  expect(sanitizeReleaseNotes('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
});

it('long release notes are cut', () => {
  const notes = sanitizeReleaseNotes('a'.repeat(MAX_RELEASE_NOTES_LENGTH + 1));
  expect(notes).toHaveLength(MAX_RELEASE_NOTES_LENGTH);
  expect(notes.endsWith('…')).toBe(true);
});
