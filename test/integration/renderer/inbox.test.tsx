import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import {
  chooseEntry,
  findRow,
  pick,
  press,
  pressKey,
  searchFor,
  see,
  seeCount,
  seeNothingPending,
  seeStatus,
  seeSynced,
  syncNow,
  typeDay,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

type Raw = Readonly<Record<string, unknown>>;

const ofService = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('notification')];
const isUnread = ({ read }: Raw): boolean => read === false;
/** Whether a notification is for the user of the clinic's account. */
const isOwn = ({ userId }: DemoServer, { user }: Raw): boolean => user === userId;
const countUnread = (clinic: DemoServer): number =>
  ofService(clinic).filter((each) => isUnread(each) && isOwn(clinic, each)).length;
/** The kind of object that a notification is about. */
const getKind = ({ props }: Raw): unknown => (props as Raw)['object'];
/** The day of UTC on which a notification was created. */
const getUtcDay = ({ created_at: at }: Raw): string => String(at).slice(0, 'YYYY-MM-DD'.length);

/** Shows the inbox of a synced clinic, whose network is cut if asked. */
async function showInbox(notifications: number, isOffline = false): Promise<DemoServer> {
  const { clinic } = await showClinic({ notifications, requisitions: 12 }, { screen: 'notifications' });
  await seeSynced();
  if (isOffline) clinic.faults.add({ match: {}, action: { kind: 'close' } });
  return clinic;
}

/** Waits until the navigation shows this number of unread notifications. */
const seeUnread = (count: number): Promise<unknown> =>
  screen.findByRole('button', { name: new RegExp(`^Inbox ${count} unread`) });

/** Waits until the progress of the bulk marking contains a text. */
async function seeMarked(text: string): Promise<void> {
  await waitFor(() =>
    expect(document.querySelector('[data-part="mark-strip"]')?.textContent).toContain(text),
  );
}

describe.each([
  ['with a network', false],
  ['without a network', true],
] as const)('notifications, %s,', (_where, isOffline) => {
  it('are marked as read one by one, several at once and all that a search has found', async () => {
    const clinic = await showInbox(300, isOffline);
    // Read before anything is marked: marks reach the service while the test goes on.
    const before = countUnread(clinic);
    const messages = ofService(clinic).filter((each) => getKind(each) === 'message');
    const unread = messages.filter((each) => isUnread(each) && isOwn(clinic, each)).length;
    const countOthers = (of: readonly Raw[]): number => of.filter((each) => !isOwn(clinic, each)).length;
    const ofOthers = countOthers(ofService(clinic));
    await seeCount(`300 notifications · ${before} unread · ${ofOthers} for others`);
    await seeUnread(before);

    await searchFor('mine:yes');
    fireEvent.click(await findRow('Unread'));
    await screen.findByRole('button', { name: 'Mark as read' });
    await seeUnread(before);
    pressKey('I', { shiftKey: true });
    await seeUnread(before - 1);
    pressKey('z', { ctrlKey: true });
    await seeCount(`${300 - ofOthers} notifications · ${before} unread`);

    await searchFor('mine:yes unread:no');
    await seeCount(/^\d+ notifications · 0 unread$/);
    await press('Mark as unread', await pick(3));
    await seeMarked('3 are marked as unread.');
    await seeUnread(before + 3);
    pressKey('z', { ctrlKey: true });
    await seeMarked('3 are restored.');
    await seeUnread(before);

    await searchFor('about:message');
    await seeCount(
      `${messages.length} notifications · ${unread} unread · ${countOthers(messages)} for others`,
    );
    await chooseEntry('Mark found', `Mark all ${unread} that were found as read`);
    await seeMarked(`${unread} are marked as read.`);
    await seeUnread(before - unread);
    await press(/^Undo/);
    await seeMarked(`${unread} are restored.`);
    expect(await seeUnread(before)).toBeDefined();
  });
});

describe('the inbox', () => {
  it('sends marks that were made without a network, and nothing else', async () => {
    const clinic = await showInbox(60, true);
    await chooseEntry('Mark all', /as read$/);
    await seeMarked('marked as read');
    const before = countUnread(clinic);
    expect(before).toBeGreaterThan(0);
    await seeStatus(`${before} pending changes`);
    clinic.faults.clear();
    await syncNow();
    await seeNothingPending();
    expect(countUnread(clinic)).toBe(0);
    expect(clinic.writeLog().filter(({ path }) => !path.startsWith('/v2/notifications/'))).toEqual([]);
  });

  it('finds by date what the service finds; a UTC day excludes other date filters', async () => {
    const clinic = await showInbox(300);
    const all = ofService(clinic);
    const day = getUtcDay(all[40] ?? {});
    const seeFound = (found: readonly Raw[]) => seeCount(new RegExp(`^${found.length} notifications? · `));
    const onDay = all.filter((each) => getUtcDay(each) === day);
    expect(onDay.length).toBeLessThan(all.length);
    await searchFor(`search_on:${day}`);
    await seeFound(onDay);
    await searchFor(`search_from:${day}`);
    await seeFound(all.filter((each) => getUtcDay(each) >= day));
    await searchFor(`search_until:${day}`);
    await seeFound(all.filter((each) => getUtcDay(each) < day));

    await searchFor('');
    await press('Dates in UTC');
    const dates = within(await screen.findByRole('dialog'));
    const readYear = (): string | null =>
      within(dates.getByRole('group', { name: 'After' })).getByRole('spinbutton', { name: /^year/ })
        .textContent;
    await typeDay('After', '2020-01-01');
    expect(readYear()).toBe('2020');
    await typeDay('On one UTC day', day);
    expect(readYear()).not.toBe('2020');
    fireEvent.click(dates.getByRole('button', { name: 'Show' }));
    const search = screen.getByRole('searchbox');
    await waitFor(() => expect(search).toHaveProperty('value', `search_on:${day}`));
    await searchFor(`search_on:${day} search_from:2020-01-01`);
    await see(/With “On the UTC day”/);
    await seeFound(onDay);
  });
});
