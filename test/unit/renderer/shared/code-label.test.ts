import { describe, expect, it } from 'vitest';
import { getCodeLabel, parseTimeField } from '#renderer/shared/code-label.ts';
import { translate } from '#renderer/text/text.ts';

describe('a code of the service', () => {
  it('has the label that lists and records show', () => {
    expect(getCodeLabel(translate, 'type', 'lab')).toBe('Lab');
    expect(getCodeLabel(translate, 'status', 'results_received')).toBe('Results received');
    expect(getCodeLabel(translate, 'status', 'reviewed')).toBe('Reviewed');
  });

  it('that the document does not name has its spacing and capitals changed only', () => {
    expect(getCodeLabel(translate, 'status', 'specimen_rejected')).toBe('Specimen rejected');
  });

  it('has no label in a free text field, nor without a value', () => {
    expect(getCodeLabel(translate, 'name', 'lab')).toBeNull();
    expect(getCodeLabel(translate, 'type', '')).toBeNull();
    expect(getCodeLabel(translate, 'type', null)).toBeNull();
  });
});

describe('a time in a field', () => {
  it('is read from the service’s time', () => {
    expect(parseTimeField('review_deadline', '2026-03-12T12:00:00Z')).toBe(Date.UTC(2026, 2, 12, 12));
    expect(parseTimeField('created_at', '2026-03-12T14:00:00.123456+02:00')).toBe(
      Date.UTC(2026, 2, 12, 12, 0, 0, 123),
    );
  });

  it('is null in a text field or if the text is no time', () => {
    expect(parseTimeField('comment', '2026-03-12T12:00:00Z')).toBeNull();
    expect(parseTimeField('created_at', 'yesterday')).toBeNull();
  });
});
