import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Screen } from '#contract/screens.ts';
import { err, ok } from '#contract/result.ts';
import { BUTTONS_OF_OTHER_SCREENS } from '#renderer/app/palette-actions.ts';
import { listPageActions, readButtonName } from '#renderer/app/page-actions.ts';
import { getPageMenu } from '#renderer/ui/page-menus.ts';
import { translate } from '#renderer/text/text.ts';
import {
  formatServiceTime,
  inStatus,
  NOON,
  publishedForm,
  rawForm,
  rawRequest,
  sentOrder,
  visitNotification,
} from '../../../support/builders.ts';
import type { PageStart } from '../../../support/page/page.ts';
import { getElement, openPalette, pressKey } from '../../../support/page/palette.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { CLINIC_ACCOUNT, openDemo } from '../../../support/values.ts';

usePage();

const PATIENT = 'user_okonkwo';
const today = formatServiceTime(Date.now());
const START: PageStart = {
  names: { [PATIENT]: 'Amara Okonkwo' },
  requisitions: [
    sentOrder({ id: 'req_1', name: 'Ferritin', patient: PATIENT, ...inStatus('results_received') }),
    sentOrder({ id: 'req_2', name: 'Lipid panel', patient: PATIENT }),
  ],
  forms: [
    publishedForm({
      id: 'form_1',
      name: 'Fasting diary',
      request_completion_from: [rawRequest(PATIENT, today)],
    }),
    rawForm({ id: 'form_2', name: 'Consent' }),
  ],
  notifications: [
    visitNotification({ id: 'notf_1', title: 'Fasting reminder' }, { start_time: today, end_time: today }),
    visitNotification(
      { id: 'notf_2', title: 'Blood draw' },
      { id: 'appt_2', name: 'Blood draw', start_time: today, end_time: today },
    ),
  ],
  at: NOON,
};

/** Opens a screen with the first row of its list, and waits until it is there. */
const STATES: readonly {
  readonly state: string;
  readonly screen: Screen;
  readonly reach: () => Promise<unknown>;
}[] = [
  {
    state: 'home',
    screen: 'home',
    reach: () => screen.findByRole('button', { name: 'Print handover sheet' }),
  },
  {
    state: 'the worklist',
    screen: 'requisitions',
    reach: () => screen.findByRole('option', { name: /Ferritin/ }),
  },
  {
    state: 'a requisition',
    screen: 'requisitions',
    reach: async () => {
      fireEvent.click(await screen.findByRole('option', { name: /Ferritin/ }));
      await screen.findByRole('heading', { name: 'Ferritin', level: 2 });
    },
  },
  {
    state: 'selected requisitions',
    screen: 'requisitions',
    reach: async () => {
      await screen.findByRole('option', { name: /Ferritin/ });
      pressKey('a', { ctrlKey: true });
      await screen.findByRole('toolbar', { name: 'Actions for the selection' });
    },
  },
  {
    state: 'the editor of a requisition',
    screen: 'requisitions',
    reach: async () => {
      await screen.findByRole('option', { name: /Ferritin/ });
      pressKey('n');
      await screen.findByRole('heading', { name: 'New requisition', level: 1 });
    },
  },
  {
    state: 'a form',
    screen: 'forms',
    reach: async () => {
      fireEvent.click(await screen.findByRole('option', { name: /Consent/ }));
      await screen.findByRole('heading', { name: 'Consent', level: 2 });
    },
  },
  {
    state: 'the completion requests',
    screen: 'completion-requests',
    reach: async () => fireEvent.click(await screen.findByRole('row', { name: /Fasting diary/ })),
  },
  {
    state: 'a notification',
    screen: 'notifications',
    reach: async () => {
      fireEvent.click(await screen.findByRole('option', { name: /Fasting reminder/ }));
      await screen.findByRole('heading', { name: 'Fasting reminder', level: 2 });
    },
  },
  {
    state: 'selected notifications',
    screen: 'notifications',
    reach: async () => {
      await screen.findByRole('option', { name: /Fasting reminder/ });
      pressKey('a', { ctrlKey: true });
      await screen.findByRole('toolbar', { name: 'Actions for the selection' });
    },
  },
  {
    state: 'the day',
    screen: 'day',
    reach: async () => {
      const day = within(await screen.findByRole('main'));
      await waitFor(() =>
        expect(day.getByRole('button', { name: 'Downtime pack' }).getAttribute('aria-disabled')).toBeNull(),
      );
    },
  },
];

/**
 * The buttons that are no actions: what opens a record or a list by its own name, tabs, what opens or closes a part of the screen,
 * and the parts of fields. Any other button has to be in the palette.
 */
const NO_ACTIONS = [
  '[data-queue]',
  '[aria-pressed]',
  '[role="radio"]',
  '[aria-expanded][slot="trigger"]',
  '[data-look="inline"], [data-look="block"], [data-look="strong"]',
  '[class*="_bar_"], [class*="Line_"]',
].join(', ');

function isPartOfDateField(button: Element): boolean {
  return (button.parentElement?.querySelector('[role="spinbutton"]') ?? null) !== null;
}

function listButtonsOfScreen(): readonly HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('main button:not(:disabled)')].filter(
    (button) => button.tabIndex !== -1 && !button.matches(NO_ACTIONS) && !isPartOfDateField(button),
  );
}

describe('the actions of the palette', () => {
  it.each(STATES)(
    'are all buttons of the screen, by their names and with their reasons: $state',
    async (on) => {
      showApp({ ...START, screen: on.screen });
      await on.reach();
      const buttons = listButtonsOfScreen();
      expect(buttons.length).toBeGreaterThan(0);
      const { type, list } = await openPalette();
      for (const button of buttons) {
        const menu = getPageMenu(button);
        // The values of a setting of the list, such as its order, are listed once something is typed.
        type(menu?.isChoice === true ? menu.label : '');
        const names = menu?.groups.flatMap(({ choices }) =>
          choices.map(({ label }) => `${menu.label}: ${label}`),
        );
        const offered = list().map((item) => ({
          name: item.textContent,
          isDisabled: item.getAttribute('aria-disabled') === 'true',
        }));
        for (const name of names ?? [readButtonName(button)]) {
          const found = offered.filter((each) => each.name.startsWith(name));
          expect(found.length, `“${name}” is in the palette`).toBeGreaterThan(0);
          if (button.getAttribute('aria-disabled') !== 'true') continue;
          const reason =
            document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
          expect(reason).not.toBe('');
          expect(found.some((each) => each.isDisabled && each.name.includes(reason))).toBe(true);
        }
      }
    },
  );

  it('say which is meant where two have the same name; those that nothing tells apart are left out', () => {
    onTestFinished(() => document.body.replaceChildren());
    document.body.innerHTML = `<main>
      <section><h3>PDF</h3><button data-size="small">Print</button></section>
      <div role="toolbar" aria-label="Selection"><button data-size="small">Print</button></div>
      <button data-size="small">Open</button><button data-size="small">Open</button>
      <button data-size="small" disabled>Save</button>
    </main>`;
    expect(listPageActions(translate).map(({ label }) => label)).toEqual([
      'Print (PDF)',
      'Print (Selection)',
    ]);
  });

  it('are offered once where a key does the same, in the words of the button', async () => {
    showApp(START);
    await screen.findByRole('option', { name: /Ferritin/ });
    const { list } = await openPalette();
    const withKey = list().filter(({ textContent }) => /[a-z]N$/.test(textContent));
    expect(withKey.map(({ textContent }) => textContent)).toEqual(['New requisitionN']);
  });

  it('do what the button does, with the question that it asks, and give the focus back to it', async () => {
    const page = showApp(START);
    fireEvent.click(await screen.findByRole('option', { name: /Lipid panel/ }));
    const button = await screen.findByRole('button', { name: 'Share with patient' });
    const ask = async () => {
      const { type, choose } = await openPalette();
      type('share');
      await choose('Share with patient');
      return within(await screen.findByRole('alertdialog'));
    };
    fireEvent.click((await ask()).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(document.activeElement).toBe(button));
    fireEvent.click((await ask()).getByRole('button', { name: 'Share it' }));
    await waitFor(async () => {
      const outbox = await page.bridge.call['outbox.list']({});
      expect(outbox.ok && outbox.value.items.map(({ id, operation }) => [id, operation])).toEqual([
        ['req_2', 'requisitions.update'],
      ]);
    });
  });

  it('do not act where the button cannot', async () => {
    const page = showApp({ ...START, screen: 'day', notifications: [] });
    await waitFor(() => getElement('main [data-part="freshness"]'));
    await waitFor(() => expect(document.body.textContent).toContain('0 appointments'));
    const { type, choose } = await openPalette();
    type('print');
    const item = await choose('PrintThere is nothing to print.');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeDefined();
    expect(page.shell.accounts.session).toBe('open');
  });
});

describe('the actions of other screens', () => {
  const all = BUTTONS_OF_OTHER_SCREENS.flatMap(({ screen: at, labels }) =>
    labels.map((label) => ({ at, label })),
  );

  it.each(all)(
    'are offered from the screen of names or the home screen: $label of $at',
    async ({ at, label }) => {
      showApp({ ...START, screen: at === 'home' ? 'settings' : 'home' });
      await screen.findByRole('heading', { level: 1 });
      const action = translate(label);
      const { choose } = await openPalette();
      await choose(`${action} (${translate(`screen.${at}`)})`);
      await waitFor(() =>
        expect([...document.querySelectorAll('main button')].map(readButtonName)).toContain(action),
      );
    },
  );

  it('press the button once it is there', async () => {
    showApp({ ...START, screen: 'home' });
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    const { type, choose } = await openPalette();
    type('downtime pack day');
    await choose('Downtime pack (Day)');
    expect(await screen.findByRole('dialog', { name: /Downtime pack/ })).toBeDefined();
  });

  it('press no button of the screen that is left, whatever its name', async () => {
    const saved: unknown[] = [];
    showApp(
      { ...START, screen: 'notifications' },
      {
        'files.saveText': async ({ suggested }) => {
          saved.push(suggested);
          return ok({ isSaved: false, path: '' });
        },
      },
    );
    await screen.findByRole('option', { name: /Fasting reminder/ });
    expect([...document.querySelectorAll('main button')].map(readButtonName)).toContain('Export CSV');
    const { type, choose } = await openPalette();
    type('csv requests');
    await choose('Export CSV (Requests)');
    await waitFor(() => expect(saved).toEqual(['completion-requests.csv']));
    expect(getElement('main').getAttribute('data-screen')).toBe('completion-requests');
  });

  it('show the reason where the button cannot act', async () => {
    showApp({ ...START, screen: 'home', notifications: [] });
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    const { type, choose } = await openPalette();
    type('csv inbox');
    await choose('Export');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true'));
  });

  it('change theme, text size and language by the settings, but for the values that are chosen', async () => {
    const page = showApp({ ...START, settings: { theme: 'light' } });
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, choose, read } = await openPalette();
    type('theme:');
    expect(read()).not.toContain('Theme: Light');
    await choose('Theme: Dark');
    await waitFor(() => expect(page.shell.settings.theme).toBe('dark'));
    const again = await openPalette();
    again.type('130');
    await again.choose('Text size: 130');
    await waitFor(() => expect(page.shell.settings.zoomLevel).toBeGreaterThan(0));
    const last = await openPalette();
    last.type('deutsch');
    await last.choose('Language of Intray: Deutsch');
    await waitFor(() => expect(page.shell.settings.language).toBe('de'));
  });

  it('open a saved view of another list', async () => {
    showApp({
      ...START,
      screen: 'home',
      views: [
        {
          name: 'Lipids',
          screen: 'requisitions',
          query: { text: 'lipid', tab: 'all', order: { by: 'updated', descending: true } },
        },
      ],
    });
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    const { type, choose } = await openPalette();
    type('lipids requisitions');
    await choose('Saved views: Lipids (Requisitions)');
    expect(await screen.findByRole('option', { name: /Lipid panel/ })).toBeDefined();
    expect(screen.queryByRole('option', { name: /Ferritin/ })).toBeNull();
  });
});

describe('switching the account', () => {
  const ward = { ...CLINIC_ACCOUNT, id: 'b1b2c3d4e5f60718', label: 'Ward', userId: 'user_ward01' };
  const night = { ...ward, id: 'c1b2c3d4e5f60718', userId: 'user_night01' };
  const accounts = openDemo({ accounts: [...openDemo().accounts, CLINIC_ACCOUNT, ward, night] });

  it('is one entry for each other account, told apart by host and user', async () => {
    showApp({ ...START, accounts });
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, read } = await openPalette();
    type('switch to');
    expect(read()).toEqual([
      'Switch to clinic.example.org',
      'Switch to Ward (clinic.example.org, user_ward01)',
      'Switch to Ward (clinic.example.org, user_night01)',
    ]);
  });

  it('opens the account, from the palette and from the status bar', async () => {
    const opened: string[] = [];
    showApp(
      { ...START, accounts },
      {
        'accounts.switch': async ({ id }, real) => {
          opened.push(id);
          return real({ id });
        },
      },
    );
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, choose } = await openPalette();
    type('switch to night');
    await choose('Switch to Ward (clinic.example.org, user_night01)');
    await waitFor(() => expect(opened).toEqual([night.id]));
    const bar = within(screen.getByRole('contentinfo'));
    fireEvent.click(await bar.findByRole('button', { name: 'Switch account' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Switch to clinic.example.org' }));
    await waitFor(() => expect(opened).toEqual([night.id, CLINIC_ACCOUNT.id]));
  });

  it('shows the accounts with the reason where it fails', async () => {
    showApp({ ...START, accounts }, { 'accounts.switch': async () => err('keychain-locked') });
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, choose } = await openPalette();
    type('switch to night');
    await choose('Switch to Ward (clinic.example.org, user_night01)');
    expect((await screen.findByRole('alert')).textContent).toContain('keychain');
    expect(screen.getByRole('heading', { name: 'Accounts', level: 1 })).toBeDefined();
  });

  it('is offered by the native menu', async () => {
    const page = showApp({ ...START, accounts });
    await screen.findByRole('button', { name: 'Switch account' });
    page.emit('command', { id: 'account.switch' });
    expect(await screen.findByRole('menu', { name: 'Switch account' })).toBeDefined();
  });

  it('is offered nowhere without another account', async () => {
    showApp(START);
    await screen.findByRole('option', { name: /Ferritin/ });
    expect(screen.queryByRole('button', { name: 'Switch account' })).toBeNull();
    const { type, read } = await openPalette();
    type('switch');
    expect(read().filter((name) => name.startsWith('Switch'))).toEqual([]);
  });
});
