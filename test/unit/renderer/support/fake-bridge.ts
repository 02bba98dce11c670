import type { AccountsState } from '#contract/accounts.ts';
import type { Bridge, EventPayload } from '#contract/api.ts';
import type { CompletionRow } from '#contract/completion-requests.ts';
import type { DayAppointment } from '#contract/day.ts';
import type { FormListRow } from '#contract/forms.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import { EVENT_NAMES, type EventName } from '#contract/names.ts';
import type { NotificationRow } from '#contract/notifications.ts';
import type { PendingOperation, Quarantined, AcknowledgedOperation } from '#contract/outbox.ts';
import { err, ok } from '#contract/result.ts';
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings.ts';
import type { DirectoryEntry, Draft, FollowUp, SavedView } from '#contract/local-data.ts';
import type { Pdf } from '#contract/pdfs.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import { createLocalDataCalls, pdfCalls } from './fake-local-data.ts';
import { formCalls } from './fake-forms.ts';
import { inboxCalls } from './fake-inbox.ts';
import { worklistCalls } from './fake-worklist.ts';
import { aForm, aHealth, aNotification, aRequisition, NOON, openDemo } from './builders.ts';

type Calls = Bridge['call'];

/** The data behind the fake bridge. A test may change it and then emit the event. */
export interface FakeStores {
  accounts: AccountsState;
  settings: Settings;
  requisitions: readonly WorklistRow[];
  forms: readonly FormListRow[];
  requests: readonly CompletionRow[];
  day: readonly DayAppointment[];
  notifications: readonly NotificationRow[];
  waiting: readonly PendingOperation[];
  acknowledged: readonly AcknowledgedOperation[];
  quarantined: readonly Quarantined[];
  missing: readonly MissingRecord[];
  names: readonly DirectoryEntry[];
  views: readonly SavedView[];
  followUps: readonly FollowUp[];
  drafts: readonly Draft[];
  pdfs: readonly Pdf[];
}

export interface FakeBridge {
  readonly bridge: Bridge;
  readonly app: FakeStores;
  /** Every call, in order. */
  readonly asked: { readonly name: string; readonly input: unknown }[];
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}

function typicalCalls(app: FakeStores): Calls {
  const accounts = () => Promise.resolve(ok(app.accounts));
  const health = () => Promise.resolve(ok(aHealth()));
  const found = <R extends Pick<WorklistRow, 'id' | 'pending'>, Rec>(
    rows: readonly R[],
    id: string,
    build: (row: R) => Rec,
  ) => {
    const row = rows.find((each) => each.id === id);
    return Promise.resolve(
      row === undefined
        ? err('not-found')
        : ok({ record: build(row), id, fetchedAt: NOON, pending: row.pending }),
    );
  };
  const done = () => Promise.resolve(ok({}));
  return {
    'app.info': () =>
      Promise.resolve(
        ok({ version: '0.1.0', host: 'stand-in', platform: 'linux', packaged: false, baseUrlHint: null }),
      ),
    'app.reportFault': done,
    'accounts.list': accounts,
    'accounts.signIn': accounts,
    'accounts.openDemo': accounts,
    'accounts.switch': accounts,
    'accounts.reopen': accounts,
    'accounts.moveAway': accounts,
    'accounts.renewTokens': accounts,
    'accounts.confirmUser': accounts,
    'settings.get': () => Promise.resolve(ok(app.settings)),
    'settings.set': (patch) => {
      app.settings = { ...app.settings, ...patch } as Settings; // a patch of known fields keeps the shape
      return Promise.resolve(ok(app.settings));
    },
    'requisitions.get': ({ id }) => found(app.requisitions, id, (row) => aRequisition(pickShared(row))),
    'forms.get': ({ id }) => found(app.forms, id, ({ name }) => aForm({ id, name })),
    'notifications.get': ({ id }) =>
      found(app.notifications, id, ({ title, read }) => aNotification({ id, title, read })),
    'records.raw': ({ id }) => Promise.resolve(ok({ raw: JSON.stringify({ id }), fetchedAt: NOON })),
    'records.refresh': () => Promise.resolve(ok({ state: 'fresh' })),
    'writes.save': () => Promise.resolve(ok({ number: 1, id: 'req_1' })),
    'outbox.list': ({ of }) =>
      Promise.resolve(
        ok({ items: app.waiting.filter(({ id }) => of === undefined || of.id === id), next: null }),
      ),
    'outbox.acknowledged': () => Promise.resolve(ok({ items: app.acknowledged, next: null })),
    'outbox.edit': ({ number }) => {
      const write = app.waiting.find((each) => each.number === number);
      return Promise.resolve(write === undefined ? err('not-found') : ok(write));
    },
    'outbox.retry': done,
    'outbox.discard': ({ number }) => Promise.resolve(ok({ discarded: [number] })),
    'outbox.resolve': done,
    'quarantine.list': () => Promise.resolve(ok({ items: app.quarantined })),
    'sync.health': health,
    'sync.run': health,
    'sync.cancel': () => Promise.resolve(ok({})),
    ...worklistCalls(app),
    ...formCalls(app),
    ...inboxCalls(app),
    ...createLocalDataCalls(app),
    ...pdfCalls(app),
    'missing.list': ({ state }) =>
      Promise.resolve(ok({ items: app.missing.filter((each) => each.state === state), next: null })),
    'missing.get': ({ id }) => {
      const record = app.missing.find((each) => each.id === id);
      return Promise.resolve(
        record === undefined
          ? err('not-found')
          : ok({ record, raw: record.reason === 'gone' ? JSON.stringify({ id }) : null, fetchedAt: NOON }),
      );
    },
    'missing.confirm': ({ ids }) => Promise.resolve(ok({ confirmed: ids.length })),
    'day.get': () => Promise.resolve(ok({ appointments: app.day, isCut: false, asOf: NOON })),
    'links.openCall': () => Promise.resolve(ok({ isOpened: true })),
    'pack.save': ({ requisitions }) =>
      Promise.resolve(ok({ isSaved: true, pages: 2, missing: requisitions })),
  };
}

function pickShared({ id, name, type, patient, status, needsReview }: WorklistRow) {
  return { id, name, type, patient, status, needsReview };
}

/**
 * A bridge over an engine in memory. `own` replaces single procedures, for results that fail or come late.
 */
export function fakeBridge(start: Partial<FakeStores> = {}, own: Partial<Calls> = {}): FakeBridge {
  const app: FakeStores = {
    accounts: openDemo(),
    settings: DEFAULT_SETTINGS,
    requisitions: [],
    forms: [],
    requests: [],
    day: [],
    notifications: [],
    waiting: [],
    acknowledged: [],
    quarantined: [],
    missing: [],
    names: [],
    views: [],
    followUps: [],
    drafts: [],
    pdfs: [],
    ...start,
  };
  const asked: FakeBridge['asked'] = [];
  const calls = { ...typicalCalls(app), ...own };
  const recorded = Object.entries(calls).map(([name, call]) => [
    name,
    (input: never) => {
      asked.push({ name, input });
      return call(input);
    },
  ]);
  const listeners = new Map<EventName, Set<(payload: never) => void>>(
    EVENT_NAMES.map((name) => [name, new Set()]),
  );
  const on = EVENT_NAMES.map((name) => [
    name,
    (listener: (payload: never) => void) => {
      listeners.get(name)?.add(listener);
      return () => listeners.get(name)?.delete(listener);
    },
  ]);
  return {
    app,
    asked,
    // One entry per name, each with that name's own types.
    bridge: { call: Object.fromEntries(recorded) as Calls, on: Object.fromEntries(on) as Bridge['on'] },
    emit: (name, payload) => listeners.get(name)?.forEach((listener) => listener(payload as never)), // see above
  };
}
