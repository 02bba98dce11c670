import { fireEvent, screen } from '@testing-library/react';
import type { PendingChange } from '#contract/outbox.ts';
import type { PendingChangeInput } from '../pending.ts';
import type { TestPage } from './page.ts';
import { showApp } from './render.tsx';

/** An update of a requisition, without its fields. */
export const UPDATE = {
  operation: 'requisitions.update',
  target: 'req_1',
  label: 'Complete blood count',
} as const;

/** A pending change of a requisition's name. */
export const RENAME: PendingChangeInput = {
  ...UPDATE,
  data: { name: 'Complete blood count' },
  base: { name: 'Blood count' },
};

/** Renders the page and goes to the screen of pending changes. */
export async function openActivity(...setUp: Parameters<typeof showApp>): Promise<TestPage> {
  const page = showApp(...setUp);
  fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
  await screen.findByRole('heading', { name: 'Activity', level: 1 });
  return page;
}

/** A pending change as the user sees it: its number and its version. */
export function toSeen(change: PendingChange | undefined): Pick<PendingChange, 'number' | 'version'> {
  return { number: change?.number ?? 0, version: change?.version ?? '' };
}

/** The pending changes, oldest first. */
export async function pendingChanges({ ask }: TestPage) {
  return (await ask('outbox.list', {})).items;
}
