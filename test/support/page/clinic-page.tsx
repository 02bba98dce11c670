import { configure } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { signInSchema } from '#contract/accounts.ts';
import type { CallContext, EventPayload, PreloadBridge } from '#contract/api.ts';
import { EVENT_NAMES, type EventName } from '#contract/ipc-names.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { procedures } from '#contract/procedures.ts';
import { validateCall } from '#contract/validate-call.ts';
import type { Result } from '#contract/result.ts';
import { getScreenCommandId, type Screen } from '#contract/screens.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { systemClock } from '#main/base/clock.ts';
import { startDemoServer, type DemoServer, type DemoServerOptions } from '#main/demo/server.ts';
import { createSessionHandlers } from '#main/session/handlers.ts';
import { createRunningPageReads } from '#main/shell/running-page-reads.ts';
import { readUserIdHintFromJwt } from '#main/vault/accounts.ts';
import { App } from '#renderer/app/App.tsx';
// The page reads it later. Its sources are transformed with the test, not while one waits for what it shows.
import '#renderer/app/later-code.ts';
import { openTestApp, type TestApp } from '../app.ts';
import { memoryKeychain } from '../memory-keychain.ts';
import { NO_POLICY } from '../policy.ts';
import { unwrap } from '../results.ts';
import { SIGNED_OUT } from '../values.ts';
import { PACKS_OFF, shellCalls } from './shell.ts';

const ROOM_PX = 600;

// A bound for what hangs, never a measure of speed: a busy machine is late.
configure({ asyncUtilTimeout: 60_000 });

type Answer = (input: unknown) => Promise<Result<unknown>>;
type Listener = (payload: never) => void;

const SIZES = { requisitions: 60, forms: 8, notifications: 20 };

/** Signs in to a clinic with its own tokens, as the sign-in fields does. */
async function signIn(app: TestApp, { baseUrl, accessToken, jwt }: DemoServer): Promise<void> {
  const entry = signInSchema.parse({ baseUrl, accessToken, jwt, userId: readUserIdHintFromJwt(jwt) });
  unwrap(await app.session().signIn(entry));
}

/** Returns the bridge of a page: calls run in the session, in a shell without dialogs, or in the engine. */
function createBridge(
  app: TestApp,
  listeners: ReadonlyMap<EventName, Set<Listener>>,
  screen: Screen,
): PreloadBridge {
  const settings = { ...DEFAULT_SETTINGS, isIntroduced: true };
  const shell = { accounts: SIGNED_OUT, settings, policy: NO_POLICY, check: [], packs: PACKS_OFF };
  const own = new Map<string, unknown>(
    Object.entries({ ...shellCalls(shell), ...createSessionHandlers(app.session()) }),
  );
  const reads = createRunningPageReads();
  const call = PROCEDURE_NAMES.map((name) => [
    name,
    async (input: unknown, { ticket, account }: CallContext = {}) => {
      const here = own.get(name) as Answer | undefined; // each name has types of its own
      if (here === undefined)
        return reads.run(reads, ticket, (signal) =>
          app.engine().handle(name, structuredClone(input), { signal, account }),
        );
      const checked = validateCall(procedures[name], input);
      return checked.ok ? here(checked.value) : checked;
    },
  ]);
  const on = EVENT_NAMES.map((name) => [
    name,
    (listener: Listener) => {
      listeners.get(name)?.add(listener);
      if (name === 'command') queueMicrotask(() => listener({ id: getScreenCommandId(screen) } as never)); // its own type
      return () => listeners.get(name)?.delete(listener);
    },
  ]);
  const abandon = (ticket: number): void => reads.abandon(reads, ticket);
  return { call: Object.fromEntries(call), reads: { abandon }, on: Object.fromEntries(on) };
}

interface ShowOptions {
  /** Whether the account of the clinic is open, the default; otherwise the page shows the sign-in. */
  readonly isSignedIn?: boolean;
  /** The screen that the page shows first; default: the list of requisitions, which is not where Intray starts. */
  readonly screen?: Screen;
  /** Changes the clinic before the page asks it for anything. */
  readonly prepare?: (clinic: DemoServer) => void;
}

/**
 * Renders the whole page over a session and an engine in this thread, and a demo clinic on loopback. What the page sends
 * reaches the clinic.
 * @param sizes what differs from the usual clinic
 */
export async function showClinic(
  sizes: DemoServerOptions = {},
  { isSignedIn = true, screen = 'requisitions', prepare = () => {} }: ShowOptions = {},
): Promise<TestApp> {
  const listeners = new Map<EventName, Set<Listener>>(EVENT_NAMES.map((name) => [name, new Set()]));
  const onEvent = <N extends EventName>(name: N, payload: EventPayload<N>): void =>
    queueMicrotask(() => listeners.get(name)?.forEach((listener) => listener(payload as never)));
  const clinic = await startDemoServer({ ...SIZES, ...sizes });
  onTestFinished(() => clinic.close());
  prepare(clinic);
  const app = await openTestApp(clinic, {
    hasSession: true,
    keychain: memoryKeychain(),
    clock: systemClock,
    onEvent,
  });
  if (isSignedIn) await signIn(app, clinic);
  // The test's DOM has no layout, and a list without height renders no rows.
  for (const side of ['clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(ROOM_PX);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(<App bridge={createBridge(app, listeners, screen)} />);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    vi.restoreAllMocks();
  });
  return app;
}
