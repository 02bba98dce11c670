/** A clinic's forms, as the tests of their screens need them. */
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import { goOffline, goOnline, seeNothingPending, seeStatus, seeSynced } from './actions.ts';
import { showClinic } from './clinic-page.tsx';

export type RawForm = Readonly<Record<string, unknown>>;

export const EMPTY_USER_SETS = { medical_centers: [], specializations: [], peer_groups: [], individuals: [] };
export const WITH_AND_WITHOUT_NETWORK = [
  ['with a network', false],
  ['without a network', true],
] as const;

export const getForms = (clinic: DemoServer): readonly RawForm[] => [...clinic.listResources('form')];

/** The patients who are asked to complete a form of the service. */
export const askedFor = (form: RawForm): readonly string[] =>
  (form['request_completion_from'] as readonly RawForm[]).map(({ patient }) => String(patient));

export function formNamed(clinic: DemoServer, name: string): RawForm {
  const form = getForms(clinic).find((each) => each['name'] === name);
  if (form === undefined) throw new Error(`the service has no form ${name}`);
  return form;
}

/** The name of the form that has completion requests and that everyone may use. */
export const askedForm = (clinic: DemoServer): string =>
  String(getForms(clinic).find((form) => askedFor(form).length > 1)?.['name']);

/** What reached the service: method and path without the id, and the body. */
export const getSent = (clinic: DemoServer) =>
  clinic.writeLog().map(({ method, path, body }) => ({
    what: `${method} ${path.replace(/form_[^/]+/, ':id')}`,
    body,
  }));

/** Shows the forms of a synced clinic, without a network if asked. */
export async function showSynced(isOffline: boolean): Promise<DemoServer> {
  const { clinic } = await showClinic({ requisitions: 12 }, { screen: 'forms' });
  await seeSynced();
  if (isOffline) await goOffline(clinic);
  return clinic;
}

/** Brings the network back; nothing has reached the service before. */
async function reconnect(clinic: DemoServer): Promise<void> {
  await seeStatus(/\d pending changes?/);
  expect(clinic.writeLog()).toEqual([]);
  await goOnline(clinic);
}

/** Waits until everything pending has reached the service; without a network, nothing has before. */
export async function arrive(clinic: DemoServer, isOffline: boolean): Promise<void> {
  if (isOffline) await reconnect(clinic);
  await waitFor(() => expect(clinic.writeLog().length).toBeGreaterThan(0));
  await seeNothingPending();
}

/** Types into a list of ids and confirms it. */
export async function choose(label: string, typed: string): Promise<void> {
  const field = await screen.findByRole('combobox', { name: label });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.keyDown(field, { key: 'Enter' });
}
