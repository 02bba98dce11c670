import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountsState } from '#contract/accounts.ts';
import type { EventPayload, CallInput, CallOutput } from '#contract/api.ts';
import type { RemovalReceipt, RemovalRequest } from '#contract/removal.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** The known accounts and the current one, the state of the engine, and facts about the program. */
export interface SessionState {
  readonly phase: 'starting' | 'ready' | 'failed';
  /** The error of the first call at startup. */
  readonly error: AppError | null;
  readonly accounts: AccountsState;
  readonly engine: EventPayload<'engine'>['state'];
  readonly app: CallOutput<'app.info'> | null;
  /** What was deleted last from this computer, until the user closes it. */
  readonly receipts: readonly RemovalReceipt[];
  /** The account that could not be opened when the user switched to it last, and why; null for none. */
  readonly failedSwitch: { readonly account: string; readonly error: AppError } | null;
}

export interface SessionStore {
  readonly store: StoreApi<SessionState>;
  /** Loads the session and the known accounts. */
  readonly load: () => Promise<void>;
  readonly adopt: (accounts: AccountsState) => void;
  readonly setEngine: (state: SessionState['engine']) => void;
  readonly openDemo: () => Promise<AppError | null>;
  readonly switchTo: (id: string) => Promise<AppError | null>;
  /** Tries again to open the account. */
  readonly reopen: () => Promise<AppError | null>;
  /** Renames the files that no key opens, and starts with new ones. */
  readonly moveAway: (id: string) => Promise<AppError | null>;
  readonly signIn: (input: CallInput<'accounts.signIn'>) => Promise<AppError | null>;
  /** Confirms that the tokens of the environment belong to the user of this account. */
  readonly confirmUser: (id: string) => Promise<AppError | null>;
  /** Names an account on this computer, or removes its name (null). */
  readonly setLabel: (id: string, label: string | null) => Promise<AppError | null>;
  /** What would be lost with the files of an account, or of all (null). */
  readonly listContents: (account: string | null) => Promise<Result<CallOutput<'accounts.listContents'>>>;
  /** Deletes an account, or all, from this computer. */
  readonly remove: (request: RemovalRequest) => Promise<AppError | null>;
  /** Loads what was deleted last: the page that asked for it has ended where it showed that account's records. */
  readonly loadReceipts: () => Promise<void>;
  readonly dismissReceipts: () => void;
  /** Exports the local store of an account; a dialog of the system asks for the place. */
  readonly exportAccount: (
    account: string,
    passphrase: string,
  ) => Promise<Result<CallOutput<'accounts.export'>>>;
  /** Exports every account whose files can be read; a dialog of the system asks for the place. */
  readonly exportAllAccounts: (passphrase: string) => Promise<Result<CallOutput<'accounts.exportAll'>>>;
  /** Imports an export file into an account; a dialog of the system asks for the file. */
  readonly importAccount: (
    account: string,
    passphrase: string,
    isSameUser: boolean,
  ) => Promise<Result<CallOutput<'accounts.import'>>>;
  readonly renewTokens: (input: CallInput<'accounts.renewTokens'>) => Promise<AppError | null>;
  /** Gives up a question of the system's keychain; the state comes as an event. */
  readonly cancelKeychain: () => Promise<void>;
}

const SIGNED_OUT: AccountsState = {
  accounts: [],
  current: null,
  session: 'closed',
  secrets: null,
  error: null,
  isKeychainAsking: false,
};

const STARTING: SessionState = {
  phase: 'starting',
  error: null,
  accounts: SIGNED_OUT,
  engine: 'running',
  app: null,
  receipts: [],
  failedSwitch: null,
};

/** The id of the account whose records may be shown, or null if none is open. */
export function getOpenAccountId({ current, session }: AccountsState): string | null {
  return session === 'open' ? current : null;
}

/** The accounts that can be opened instead of the current one. */
export function listOtherAccounts({ accounts, current }: AccountsState): AccountsState['accounts'] {
  return accounts.filter(({ id }) => id !== current);
}

/** The user id of the open account, or null if unknown. */
export function getOwnUserId({ accounts, current }: AccountsState): string | null {
  return accounts.find(({ id }) => id === current)?.userId ?? null;
}

/** Reads the accounts, and facts about the program. */
async function readSession(calls: ProcedureCalls): Promise<Partial<SessionState>> {
  const [app, accounts] = await Promise.all([calls['app.info']({}), calls['accounts.list']({})]);
  if (!accounts.ok) return { phase: 'failed', error: accounts.error };
  return { phase: 'ready', error: null, accounts: accounts.value, app: app.ok ? app.value : null };
}

/** Creates the functions that take accounts off this computer, and their local data to files and back. */
function createRemovals(
  calls: ProcedureCalls,
  store: StoreApi<SessionState>,
  saveTyped: () => Promise<unknown>,
): Pick<
  SessionStore,
  | 'listContents'
  | 'remove'
  | 'loadReceipts'
  | 'dismissReceipts'
  | 'exportAccount'
  | 'exportAllAccounts'
  | 'importAccount'
> {
  return {
    listContents: async (account) => {
      // The next removal must not seem to be done by what was shown for an earlier one.
      store.setState({ receipts: [] });
      await saveTyped();
      return calls['accounts.listContents']({ account });
    },
    remove: async (request) => {
      const done = await calls['accounts.remove']({ ...request });
      if (done.ok) store.setState({ receipts: done.value.receipts });
      const listed = await calls['accounts.list']({});
      if (listed.ok) store.setState({ accounts: listed.value });
      return done.ok ? null : done.error;
    },
    loadReceipts: async () => {
      const last = await calls['accounts.getReceipts']({});
      if (last.ok) store.setState({ receipts: last.value.receipts });
    },
    dismissReceipts: () => {
      store.setState({ receipts: [] });
      void calls['accounts.dismissReceipts']({});
    },
    exportAccount: async (account, passphrase) => {
      await saveTyped();
      return calls['accounts.export']({ account, passphrase });
    },
    exportAllAccounts: async (passphrase) => {
      await saveTyped();
      return calls['accounts.exportAll']({ passphrase });
    },
    importAccount: async (account, passphrase, isSameUser) => {
      await saveTyped();
      return calls['accounts.import']({ account, passphrase, isSameUser });
    },
  };
}

/**
 * Creates the session store. Tokens are passed on and never stored here.
 * @param saveTyped saves the open editors' input; awaited before the account is switched
 */
export function createSessionStore(
  calls: ProcedureCalls,
  saveTyped: () => Promise<unknown> = async () => {},
): SessionStore {
  const store = createStore<SessionState>(() => STARTING);
  const adopt = (accounts: AccountsState): void => store.setState({ accounts });

  async function applyResult(answer: Promise<Result<AccountsState>>): Promise<AppError | null> {
    const result = await answer;
    if (result.ok) adopt(result.value);
    // 'locked' is no error here: the lock screen of an account with a PIN follows as an event.
    return result.ok || result.error.code === 'locked' ? null : result.error;
  }

  return {
    store,
    adopt,
    setEngine: (engine) => store.setState({ engine }),
    load: async () => store.setState(await readSession(calls)),
    openDemo: async () => {
      await saveTyped();
      return applyResult(calls['accounts.openDemo']({}));
    },
    switchTo: async (id) => {
      store.setState({ failedSwitch: null });
      await saveTyped();
      const error = await applyResult(calls['accounts.switch']({ id }));
      if (error !== null) store.setState({ failedSwitch: { account: id, error } });
      return error;
    },
    reopen: () => applyResult(calls['accounts.reopen']({})),
    moveAway: (id) => applyResult(calls['accounts.moveAway']({ id })),
    signIn: async (input) => {
      await saveTyped();
      const error = await applyResult(calls['accounts.signIn'](input));
      // The account that was removed may be here again, and its receipt may be no concern of who signs in now.
      if (error === null) store.setState({ receipts: [] });
      return error;
    },
    confirmUser: (id) => applyResult(calls['accounts.confirmUser']({ id })),
    setLabel: (id, label) => applyResult(calls['accounts.setLabel']({ id, label })),
    ...createRemovals(calls, store, saveTyped),
    renewTokens: (input) => applyResult(calls['accounts.renewTokens'](input)),
    cancelKeychain: async () => void (await calls['accounts.cancelKeychain']({})),
  };
}
