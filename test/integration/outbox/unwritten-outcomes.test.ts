import { expect, onTestFinished, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { seededRandom } from '#main/base/random.ts';
import type { Desk } from '#main/engine/desk/desk.ts';
import { Ground } from '#main/engine/outbox/ground.ts';
import { Pusher } from '#main/engine/outbox/pusher.ts';
import type { Http, HttpRequest, Reply } from '#main/engine/service/http.ts';
import { testDesk, type TestDesk } from '../../support/desk.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { steppingClock } from '../../support/stepping-clock.ts';

const FORM = {
  id: 'form_1',
  object: 'form',
  name: 'Intake',
  description: '',
  published_version: 'version_1',
  latest_version: 'version_2',
  has_unpublished_changes: false,
  usable_by: null,
  request_completion_from: [],
  created_by: 'user_me',
  created_at: '2026-01-01T00:00:00.000Z',
  last_updated_at: '2026-01-02T00:00:00.000Z',
};

interface Scene {
  readonly desk: TestDesk;
  /** Calls of the local store that fail for now, as on a full disk. */
  readonly failing: Set<string>;
  push(): Promise<void>;
  published(): number;
}

/** A publish that waits, a service that takes it, and a local store that may be full. */
async function scene(): Promise<Scene> {
  const folder = await temporaryFolder();
  const desk = testDesk(folder.path);
  onTestFinished(() => {
    desk.store.close();
    return folder.remove();
  });
  desk.save({ operation: 'forms.publish', data: { id: FORM.id } }, FORM);
  let published = 0;
  const failing = new Set<string>();
  const request = async ({ method }: HttpRequest): Promise<Reply> => {
    if (method === 'POST') published += 1;
    const form = published === 0 ? FORM : { ...FORM, published_version: FORM.latest_version };
    return ok({ status: 200, bytes: Buffer.from(JSON.stringify(form)), serverTime: null, etag: null });
  };
  const store = desk.store as unknown as Record<string, (input: unknown) => Result<never>>; // every call is a method
  const call = (async (name: string, input: unknown) =>
    failing.has(name)
      ? err('storage-full')
      : (store[name]?.call(store, input) ?? err('internal'))) as Desk['call'];
  const leaving: Desk['leaving'] = async (input) => {
    const left = desk.store.sending(input);
    return left.ok ? ok(null) : left;
  };
  const ground = new Ground({
    http: { request } as Http, // nothing else is asked of it
    cache: {
      read: async () => err('not-found'),
      storeOne: async () => ok(null as never), // nobody reads what it answers
      removeOne: async () => ok(null as never), // as above
    },
    desk: { call, leaving },
    hearing: () => () => {},
    clock: systemClock,
    userId: 'user_me',
  });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const pusher = new Pusher({
    ground,
    desk: { call },
    gate: { mayAsk: () => true, pausedUntil: null, isSignedOut: false },
    clock: steppingClock(),
    random: seededRandom(1),
    log: log as never, // nothing is read from it
    keepsLooking: false,
  });
  return { desk, failing, push: () => pusher.push(), published: () => published };
}

test('an answer that could not be written is written by the next run, and nothing is sent twice', async () => {
  const { desk, failing, push, published } = await scene();
  failing.add('settle').add('rest');
  await push();
  expect(desk.all()).toMatchObject([{ state: 'sending' }]);
  failing.clear();
  await push();
  expect(desk.all()).toEqual([]);
  expect(published()).toBe(1);
});

test('a write whose answer the store goes on refusing is looked for', async () => {
  const { desk, failing, push, published } = await scene();
  failing.add('settle');
  await push();
  await push();
  expect(desk.all()).toMatchObject([{ state: 'uncertain' }]);
  failing.clear();
  await push();
  expect(desk.all()).toEqual([]);
  expect(published()).toBe(1);
});
