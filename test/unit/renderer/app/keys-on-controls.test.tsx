import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SCREENS, type Screen } from '#contract/screens.ts';
import type { Settings } from '#contract/settings.ts';
import type { AnyCommandId } from '#renderer/app/command.ts';
import { APP_COMMANDS } from '#renderer/app/command-keys.ts';
import { isSingleCharacterKey } from '#renderer/app/key-bindings.ts';
import { inStatus, reviewAsked, sentOrder, visitNotification } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../support/values.ts';

usePage();

/** How the control of a command is reached from a screen, the worklist if none is named, and how it is found then. */
interface Control {
  readonly screen?: Screen;
  readonly reach: () => Promise<unknown>;
  readonly find: () => HTMLElement;
}

const getButton = (name: RegExp): HTMLElement => screen.getByRole('button', { name });
const getRail = () => within(screen.getByRole('navigation', { name: 'Navigation' }));
const showList = (): Promise<unknown> => screen.findByRole('option', { name: /Ferritin/ });
const pressKey = (key: string, own: object = {}): boolean =>
  fireEvent.keyDown(document.body, { key, ...own });

/** Opens the record of a row. */
async function open(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await screen.findByRole('heading', { name, level: 2 });
}

/** Selects all notifications. */
async function selectNotifications(): Promise<void> {
  await screen.findByRole('option', { name: /Fasting reminder/ });
  pressKey('a', { ctrlKey: true });
  await screen.findByRole('toolbar', { name: 'Actions for the selection' });
}

/** Goes to another screen, so that there is one to go back to. */
async function goElsewhere(): Promise<void> {
  await showList();
  fireEvent.click(getRail().getByRole('button', { name: /^Settings/ }));
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  await waitFor(() => expect(getButton(/^Back$/).getAttribute('aria-disabled')).toBeNull());
}

const ofRequisition = (name: RegExp): Control => ({
  reach: () => open('Ferritin'),
  find: () => getButton(name),
});
const ofSelectedNotifications = (name: RegExp): Control => ({
  screen: 'notifications',
  reach: selectNotifications,
  find: () => getButton(name),
});

type PlaceCommandId = Extract<AnyCommandId, `go.${string}`>;

/**
 * The control of each command; the reason where it has none. A new command needs a line here, and its control a key that it shows.
 */
const CONTROLS: Readonly<Record<Exclude<AnyCommandId, PlaceCommandId>, Control | string>> = {
  'list.next': 'it acts on rows, which have no button',
  'list.previous': 'it acts on rows, which have no button',
  'list.extendNext': 'it acts on rows, which have no button',
  'list.extendPrevious': 'it acts on rows, which have no button',
  'list.pickAll': 'it acts on rows, which have no button',
  'row.pick': 'it acts on rows, which have no button',
  'record.open': 'it acts on rows, which have no button',
  'pane.next': 'it moves the focus',
  'pane.previous': 'it moves the focus',
  'window.close': 'the system draws the frame of the window',
  'help.open': 'only the native menu and the palette have it',
  'help.keys': 'its button is in a dialog, which takes all keys',
  'account.switch': 'it has no key',
  'help.news': 'it has no key',
  'help.about': 'it has no key',
  'help.support': 'it has no key',
  'help.tour': 'it has no key',
  'help.check': 'it has no key',
  'help.updates': 'it has no key',
  'search.focus': { reach: showList, find: () => screen.getByRole('searchbox') },
  'list.goToDate': {
    reach: async () => {
      await showList();
      fireEvent.click(getButton(/^Sort the list/));
    },
    find: () => screen.getByText('Go to a date').closest<HTMLElement>('[role^="menuitem"]') ?? document.body,
  },
  'record.back': ofRequisition(/^Close the record/),
  'record.wide': ofRequisition(/^Widen/),
  'record.window': ofRequisition(/^Open in its own window/),
  'record.print': ofRequisition(/^Print the record/),
  'record.new': ofRequisition(/^New requisition/),
  'review.mark': ofRequisition(/^Mark my review as completed|^Complete my review|^Mark as reviewed/),
  'review.add': { reach: () => open('Lipid panel'), find: () => getButton(/^Add my review/) },
  'review.showMine': {
    screen: 'home',
    reach: () => screen.findByRole('button', { name: /My overdue reviews/ }),
    find: () => getButton(/My overdue reviews/),
  },
  'mark.undo': {
    screen: 'notifications',
    reach: async () => {
      await selectNotifications();
      fireEvent.click(getButton(/^Mark as read/));
      await screen.findByRole('button', { name: /^Undo/ });
    },
    find: () => getButton(/^Undo/),
  },
  'notification.read': ofSelectedNotifications(/^Mark as read/),
  'notification.unread': ofSelectedNotifications(/^Mark as unread/),
  'notification.snooze': ofSelectedNotifications(/^Snooze/),
  'history.back': { reach: goElsewhere, find: () => getButton(/^Back$/) },
  'history.forward': {
    reach: async () => {
      await goElsewhere();
      fireEvent.click(getButton(/^Back$/));
      await waitFor(() => expect(getButton(/^Forward$/).getAttribute('aria-disabled')).toBeNull());
    },
    find: () => getButton(/^Forward$/),
  },
  'rail.toggle': { reach: showList, find: () => getButton(/^Collapse the navigation/) },
  'palette.open': { reach: showList, find: () => getButton(/^Find/) },
  'sync.now': { reach: showList, find: () => getButton(/^Sync now/) },
  'window.lock': {
    screen: 'settings',
    reach: () => screen.findByRole('button', { name: /^Lock now/ }),
    find: () => getButton(/^Lock now/),
  },
};

/** The place in the navigation that a command opens. */
function toPlaceControl(id: string): Control | undefined {
  const place = SCREENS.find((each) => id === `go.${each.id}`);
  return place === undefined
    ? undefined
    : {
        reach: showList,
        find: () => getRail().getByRole('button', { name: new RegExp(`^${place.label}`) }),
      };
}

const controls: ReadonlyMap<string, Control | string> = new Map(Object.entries(CONTROLS));
const WITH_CONTROL = APP_COMMANDS.flatMap(({ id, keys }) => {
  const control = toPlaceControl(id) ?? controls.get(id);
  const [key] = keys;
  return typeof control === 'object' && key !== undefined ? [{ id, key, control }] : [];
});

function show(at: Screen | undefined, settings: Partial<Settings> = {}): void {
  showApp({
    screen: at ?? 'requisitions',
    settings,
    accounts: OWN_ACCOUNT,
    requisitions: [
      sentOrder({
        id: 'req_1',
        name: 'Ferritin',
        ...inStatus('results_received'),
        ...reviewAsked({ reviewer: 'user_me' }),
      }),
      sentOrder({
        id: 'req_2',
        name: 'Lipid panel',
        ...inStatus('results_received'),
        ...reviewAsked({ reviewer: 'user_other' }),
      }),
    ],
    notifications: [visitNotification({ id: 'notf_1', title: 'Fasting reminder' })],
  });
}

/** Returns what a control shows as keys: beside its words, in its description, or in its tooltip while it has the focus. */
async function readShownKeys(control: HTMLElement): Promise<readonly string[]> {
  if (control.matches('[role^="menuitem"]'))
    return [...control.children].map(({ textContent }) => textContent);
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ');
  const descriptions = described.map((id) => document.getElementById(id)?.textContent ?? '');
  pressKey('Tab');
  fireEvent.keyUp(document.body, { key: 'Tab' });
  // The tooltip of what has the focus by the keyboard opens at once.
  await act(async () => control.focus());
  const kbds = [...control.querySelectorAll('kbd'), ...document.querySelectorAll('[role="tooltip"] kbd')];
  return [...descriptions, ...kbds.map(({ textContent }) => textContent)];
}

/** Writes a key of the registry as the page shows it in English. */
const toShown = (key: string): string => key.replace('ArrowLeft', '←').replace('ArrowRight', '→');

describe('a command that has a key and a control on the screen', () => {
  it('has a line in the table, like every other command', () => {
    const known = APP_COMMANDS.filter(({ id }) => toPlaceControl(id) !== undefined || controls.has(id));
    expect(known).toHaveLength(APP_COMMANDS.length);
    expect(WITH_CONTROL.length).toBeGreaterThan(20);
  });

  it.each(WITH_CONTROL)('shows its key there: $id', async ({ key, control }) => {
    show(control.screen);
    await control.reach();
    expect(await readShownKeys(control.find())).toContain(toShown(key));
  });

  it.each(WITH_CONTROL.filter(({ key }) => isSingleCharacterKey(key)))(
    'does not show it there where single letters are turned off: $id',
    async ({ id, key, control }) => {
      show(control.screen, { singleKeys: false });
      await control.reach();
      const shown = await readShownKeys(control.find());
      expect(shown).not.toContain(toShown(key));
      // The search has another key, which is no letter.
      expect(shown.includes('Ctrl+F')).toBe(id === 'search.focus');
    },
  );

  it('shows the key that the user has chosen', async () => {
    show('requisitions', { keys: { 'rail.toggle': 'Ctrl+Insert' } });
    await showList();
    expect(await readShownKeys(getButton(/^Collapse the navigation/))).toContain('Ctrl+Insert');
  });
});

describe('the keys that a part of the window handles itself', () => {
  it('are shown by the buttons of an editor', async () => {
    show('requisitions');
    await showList();
    fireEvent.click(getButton(/^New requisition/));
    await screen.findByRole('heading', { name: 'New requisition', level: 1 });
    expect(await readShownKeys(getButton(/^Save requisition/))).toContain('Ctrl+S');
    getButton(/^Save requisition/).blur();
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(await readShownKeys(getButton(/^Close/))).toContain('Escape');
  });
});

describe('the key of the search field', () => {
  it('is in a tooltip under the pointer, and not while the user types there', async () => {
    show('requisitions');
    await showList();
    const field = screen.getByRole('searchbox');
    fireEvent.pointerMove(document.body, { pointerType: 'mouse' });
    fireEvent.pointerEnter(field, { pointerType: 'mouse' });
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('/'));
    pressKey('/');
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    fireEvent.change(field, { target: { value: 'ferr' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(field).toHaveProperty('value', ''));
  });
});
