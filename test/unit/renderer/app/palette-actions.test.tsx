import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Screen } from '#contract/screens.ts';
import { err, ok } from '#contract/result.ts';
import { BUTTONS_OF_OTHER_SCREENS } from '#renderer/app/palette-actions.ts';
import { readButtonName } from '#renderer/app/page-actions.ts';
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
import type { PageStart, Steering } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { anAccount, openDemo, openService } from '../../../support/values.ts';

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
      { id: 'appt_2', start_time: today, end_time: today },
    ),
  ],
  at: NOON,
};

const pressKey = (key: string, own: object = {}): boolean =>
  fireEvent.keyDown(document.body, { key, ...own });

async function openPalette() {
  pressKey('k', { ctrlKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Find' });
  const field = within(dialog).getByRole<HTMLInputElement>('searchbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const entry = (name: string | RegExp) => within(dialog).findByRole('menuitem', { name });
  const list = () => within(dialog).getAllByRole('menuitem');
  return { dialog, field, type, entry, list };
}

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
      await screen.findByRole('toolbar', { name: 'Actions for the selected rows' });
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
      await screen.findByRole('toolbar', { name: 'Actions for the selected rows' });
    },
  },
  {
    state: 'the day',
    screen: 'day',
    reach: async () => {
      const day = within(await screen.findByRole('main'));
      await waitFor(() => expect(day.getByRole('button', { name: 'Downtime pack' }).ariaDisabled).toBeNull());
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
  '[data-look="name"], [data-look="id"]',
].join(', ');

function listButtonsOfScreen(): readonly HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('main button:not(:disabled)')].filter(
    (button) => button.tabIndex !== -1 && !button.matches(NO_ACTIONS),
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
        const names = menu?.groups.flatMap(({ choices }) =>
          choices.map(({ label }) => `${menu.label}: ${label}`),
        );
        for (const name of names ?? [readButtonName(button)]) {
          type(name);
          const found = list().filter(({ textContent }) => textContent.startsWith(name));
          expect(found.length, `“${name}” is in the palette`).toBeGreaterThan(0);
          if (button.ariaDisabled !== 'true') continue;
          const reason =
            document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
          expect(reason).not.toBe('');
          expect(
            found.some((item) => item.ariaDisabled === 'true' && item.textContent.includes(reason)),
          ).toBe(true);
        }
      }
    },
  );
});
