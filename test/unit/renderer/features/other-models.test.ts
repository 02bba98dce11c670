import { describe, expect, it } from 'vitest';
import { groupLabel } from '#renderer/features/inbox/InboxRows.tsx';
import { utcText } from '#renderer/features/inbox/inbox-filters.ts';
import { headline } from '#renderer/features/inbox/model.ts';
import { zoneChoices } from '#renderer/features/settings/SettingsScreen.tsx';
import { serviceLabel } from '#renderer/shared/labels.ts';
import { text } from '#renderer/text/text.ts';
import { createFormat } from '#renderer/ui/format.ts';
import { epochMs } from '#contract/time.ts';
import { hasFilter, whyEmpty } from '#renderer/shared/query/QueryStatus.tsx';
import { NOON } from '../../../support/builders.ts';
import { aHealth, aKindHealth } from '../../../support/page-values.ts';

describe('a notification', () => {
  it('is named by its title, otherwise by the first line of its text', () => {
    expect(headline({ title: 'Title', text: 'Text' })).toBe('Title');
    expect(headline({ title: ' ', text: ' First\nsecond' })).toBe('First');
    expect(headline({ title: '', text: '' })).toBe('');
  });

  it('is grouped under its day in the chosen time zone', () => {
    const now = epochMs(Date.UTC(2026, 2, 12, 23, 30));
    const heading = (zone: string, createdAt: number | null, unreadFirst = false) => {
      const format = createFormat(zone);
      const row = { unread: 1, createdAt: createdAt === null ? null : epochMs(createdAt) };
      return groupLabel(text, row, { format, today: format.isoDay(now), unreadFirst });
    };
    expect(heading('UTC', Date.UTC(2026, 2, 12, 0, 10))).toBe('Today');
    expect(heading('Europe/Berlin', Date.UTC(2026, 2, 12, 0, 10))).toBe('Yesterday');
    expect(heading('America/New_York', Date.UTC(2026, 2, 12, 0, 10))).toBe('Yesterday');
    expect(heading('UTC', Date.UTC(2026, 1, 1))).toBe('1 Feb 2026');
    expect(heading('UTC', null)).toBe('Without a date');
    expect(heading('UTC', null, true)).toBe('Unread');
  });

  it('is filtered by instants in UTC', () => {
    expect(utcText('2026-03-12T00:00:00.000Z')).toBe('2026-03-12 00:00 UTC');
    expect(utcText('2026-03-12T08:30:15.250+01:00')).toBe('2026-03-12 07:30:15.250 UTC');
  });
});

describe('a code of the service', () => {
  it('is made readable, and unchanged if it is not a code', () => {
    expect(serviceLabel('refill_request')).toBe('Refill request');
    expect(['', '__proto__', 'No-Show', 'a__b'].map(serviceLabel)).toEqual([
      '',
      '__proto__',
      'No-Show',
      'a__b',
    ]);
  });
});

describe('an empty list', () => {
  const first = aHealth({
    kinds: [aKindHealth({ kind: 'requisition', state: 'running', lastSuccessAt: null })],
  });
  const never = aHealth({
    connection: 'offline',
    kinds: [aKindHealth({ kind: 'requisition', state: 'failed', lastSuccessAt: null, cached: 0 })],
  });

  it('is empty because of the search once everything is here', () => {
    expect(whyEmpty({ search: 'x' }, NOON, aHealth(), 'requisition')).toBe('no-match');
    expect(whyEmpty({ search: 'x' }, null, first, 'requisition')).toBe('first-sync');
    const some = aKindHealth({ kind: 'requisition', state: 'incomplete', lastSuccessAt: null, cached: 3 });
    expect(whyEmpty({ search: 'x' }, null, aHealth({ kinds: [some] }), 'requisition')).toBe('no-match-yet');
    expect(hasFilter({ search: '', type: undefined })).toBe(false);
    expect(hasFilter({ shareWithPatient: false })).toBe(true);
  });

  it('says when the first records are being fetched, or cannot be fetched', () => {
    expect(whyEmpty({}, null, first, 'requisition')).toBe('first-sync');
    expect(whyEmpty({}, null, never, 'requisition')).toBe('offline');
    expect(whyEmpty({}, null, { ...never, connection: 'online' }, 'requisition')).toBe('never');
  });

  it('is truly empty after a complete sync', () => {
    expect(whyEmpty({}, NOON, aHealth(), 'requisition')).toBe('none');
  });

  it('does not count as empty before it was read after that sync, nor before the sync state is known', () => {
    expect(whyEmpty({}, null, aHealth(), 'requisition')).toBe('reading');
    expect(whyEmpty({}, epochMs(NOON - 1), aHealth(), 'requisition')).toBe('reading');
    expect(whyEmpty({}, null, null, 'requisition')).toBe('unknown');
  });
});

describe('the list of time zones', () => {
  it('starts with the system’s, and contains each zone once', () => {
    const ids = zoneChoices('System').map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['system', 'UTC']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('Europe/Berlin');
  });
});
