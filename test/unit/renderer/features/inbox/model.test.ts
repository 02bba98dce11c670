import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { formatGroupHeadingOfRow } from '#renderer/features/inbox/InboxRows.tsx';
import { createInboxFilterMenus, formatUtcTime } from '#renderer/features/inbox/inbox-filters.ts';
import { getNotificationHeadline } from '#renderer/state/inbox/notification-headline.ts';
import { toggleFilterChoice } from '#renderer/shared/query/query-menus.ts';
import { translate } from '#renderer/text/text.ts';
import { createDateFormat } from '#renderer/ui/format.ts';

describe('a notification', () => {
  it('is named by its title, otherwise by the first line of its text', () => {
    expect(getNotificationHeadline({ title: 'Title', text: 'Text' })).toBe('Title');
    expect(getNotificationHeadline({ title: ' ', text: ' First\nsecond' })).toBe('First');
    expect(getNotificationHeadline({ title: '', text: '' })).toBe('');
  });

  it('is grouped under its day in the chosen time zone', () => {
    const now = toEpochMs(Date.UTC(2026, 2, 12, 23, 30));
    const heading = (zone: string, createdAt: number | null, unreadFirst = false) => {
      const format = createDateFormat(zone);
      const row = { unread: 1, isBack: false, createdAt: createdAt === null ? null : toEpochMs(createdAt) };
      return formatGroupHeadingOfRow(translate, row, { format, today: format.isoDay(now), unreadFirst });
    };
    expect(heading('UTC', Date.UTC(2026, 2, 12, 0, 10))).toBe('Today');
    expect(heading('Europe/Berlin', Date.UTC(2026, 2, 12, 0, 10))).toBe('Yesterday');
    expect(heading('America/New_York', Date.UTC(2026, 2, 12, 0, 10))).toBe('Yesterday');
    expect(heading('UTC', Date.UTC(2026, 1, 1))).toBe('1 Feb 2026');
    expect(heading('UTC', null)).toBe('Without a date');
    expect(heading('UTC', null, true)).toBe('Unread');
  });

  it('is filtered by instants in UTC', () => {
    expect(formatUtcTime('2026-03-12T00:00:00.000Z')).toBe('2026-03-12 00:00 UTC');
    expect(formatUtcTime('2026-03-12T08:30:15.250+01:00')).toBe('2026-03-12 07:30:15.250 UTC');
  });
});

describe('the filter “For” of the inbox', () => {
  const menus = createInboxFilterMenus(
    { text: translate, idLabels: (id) => id },
    ['user_me', 'user_a', 'user_b'],
    'user_me',
  );
  const choose = (query: string, label: string): string => {
    const choice = menus.flatMap(({ choices }) => choices).find((each) => each.label === label);
    if (choice === undefined) throw new Error(`no choice ${label}`);
    return toggleFilterChoice(query, choice);
  };

  it('replaces an earlier choice, which would contradict it, and leaves other filters', () => {
    const own = choose('unread:yes', 'You');
    expect(own).toBe('unread:yes mine:yes');
    const one = choose(own, 'user_a');
    expect(one).toBe('unread:yes to:user_a');
    expect(choose(one, 'user_b')).toBe('unread:yes to:user_b');
    expect(choose(one, 'You')).toBe('unread:yes mine:yes');
    expect(choose(one, 'user_a')).toBe('unread:yes');
  });
});
