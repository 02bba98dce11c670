import { describe, expect, it } from 'vitest';
import { codeLabel, findMoment } from '#renderer/shared/code-label.ts';
import { text } from '#renderer/text/text.ts';

describe('a code of the service', () => {
  it('has the label that lists and records show', () => {
    expect(codeLabel(text, 'type', 'lab')).toBe('Lab');
    expect(codeLabel(text, 'status', 'results_received')).toBe('Results received');
    expect(codeLabel(text, 'status', 'reviewed')).toBe('Reviewed');
  });

  it('that the document does not name is only spaced and capitalised', () => {
    expect(codeLabel(text, 'status', 'specimen_rejected')).toBe('Specimen rejected');
  });

  it('is no label in a field of free text, nor where nothing is given', () => {
    expect(codeLabel(text, 'name', 'lab')).toBeNull();
    expect(codeLabel(text, 'type', '')).toBeNull();
    expect(codeLabel(text, 'type', null)).toBeNull();
  });
});

describe('a moment in a field', () => {
  it('is read from the time of the service', () => {
    expect(findMoment('review_deadline', '2026-03-12T12:00:00Z')).toBe(Date.UTC(2026, 2, 12, 12));
    expect(findMoment('created_at', '2026-03-12T14:00:00.123456+02:00')).toBe(
      Date.UTC(2026, 2, 12, 12, 0, 0, 123),
    );
  });

  it('is none in a field of text or where the text is no time', () => {
    expect(findMoment('comment', '2026-03-12T12:00:00Z')).toBeNull();
    expect(findMoment('created_at', 'yesterday')).toBeNull();
  });
});
