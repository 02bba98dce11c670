import type { Locator, Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';

/** A form as the service has it, with the fields of completion requests. */
export interface AskedForm {
  readonly id: string;
  readonly name: string;
  readonly request_completion_from: readonly {
    readonly patient: string;
    readonly requested_by: string;
    readonly requested_at: string;
  }[];
}

/** The forms of a clinic as they are now, with the patients each asks. */
export function askedForms(clinic: DemoServer): readonly AskedForm[] {
  return [...clinic.listResources('form')] as unknown as readonly AskedForm[]; // as the service's document has them
}

/** How many requests are open over all forms. */
export function openCount(clinic: DemoServer): number {
  return askedForms(clinic).reduce((sum, form) => sum + form.request_completion_from.length, 0);
}

/** The form that asks most patients. */
export function mostAsked(clinic: DemoServer): AskedForm {
  const [first] = askedForms(clinic).toSorted(
    (left, right) => right.request_completion_from.length - left.request_completion_from.length,
  );
  if (first === undefined) throw new Error('the clinic has no form');
  return first;
}

/** The screen of completion requests: every request to a patient, over all forms. */
export interface Requests {
  readonly grid: Locator;
  readonly rows: Locator;
  readonly row: (words: string | RegExp) => Locator;
  readonly tab: (name: 'Open' | 'Reminder due' | 'Ended' | 'All') => Locator;
  readonly count: Locator;
  readonly search: Locator;
}

/** The requests on screen. */
export function requests(page: Page): Requests {
  const pane = page.getByRole('region', { name: 'Requests', exact: true });
  const grid = pane.getByRole('grid');
  // Those of the former query, which are shown until the rows of a new one arrive, are not among them.
  const rows = pane.locator('[role="grid"]:not([aria-busy])').getByRole('row');
  return {
    grid,
    rows,
    row: (words) => rows.filter({ hasText: words }),
    tab: (name) =>
      pane
        .getByRole('radiogroup', { name: 'Requests by status' })
        .getByRole('radio', { name: new RegExp(`^[\\d,]+ ${name}$`) }),
    count: pane.locator('[data-part="count"]').filter({ hasText: /\d/ }),
    search: pane.getByRole('searchbox'),
  };
}
