/** The page of the inbox, as its tests open it and find things on it. */
import { screen } from '@testing-library/react';
import type { PageStart, Steering, TestPage } from '../../../../support/page/page.ts';
import { showApp } from '../../../../support/page/render.tsx';

/** Shows the inbox. */
export const openInbox = (start: PageStart, own: Steering = {}): TestPage =>
  showApp({ screen: 'notifications', ...start }, own);

/** Counts the unread notifications. */
export const unread = async (page: TestPage) => (await page.ask('inbox.unread', {})).count;

/** What makes a notification one about this message. */
export const aboutMessage = (id = 'mesg_1') => ({ props: { object: 'message', id } });

/** Waits for the row of this accessible name. */
export const toRow = (name: RegExp): Promise<HTMLElement> => screen.findByRole('option', { name });
