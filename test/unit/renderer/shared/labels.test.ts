import { afterEach, describe, expect, it } from 'vitest';
import { getAboutKindLabel, getAppointmentStatusLabel } from '#renderer/shared/labels.ts';
import { humanizeCode } from '#renderer/shared/humanize-code.ts';
import { switchPageToLocale, translate } from '#renderer/text/text.ts';

afterEach(async () => switchPageToLocale('en-GB'));

describe('a code of the service', () => {
  it('is made readable, and unchanged if it is not a code', () => {
    expect(humanizeCode('refill_request')).toBe('Refill request');
    expect(['', '__proto__', 'No-Show', 'a__b'].map(humanizeCode)).toEqual([
      '',
      '__proto__',
      'No-Show',
      'a__b',
    ]);
  });

  it.each([
    ['en-GB', 'Scheduled', 'Prescription'],
    ['de-DE', 'Vereinbart', 'Rezept'],
    ['ar-EG', 'مجدول', 'وصفة طبية'],
  ])(
    'that is known has its label in the language of %s; any other is shown as sent',
    async (locale, status, kind) => {
      await switchPageToLocale(locale);
      expect(getAppointmentStatusLabel(translate, 'scheduled')).toBe(status);
      expect(getAboutKindLabel(translate, 'prescription')).toBe(kind);
      expect(getAppointmentStatusLabel(translate, 'no_show')).toBe('No show');
      expect(getAboutKindLabel(translate, 'invoice_sent')).toBe('Invoice sent');
    },
  );
});
