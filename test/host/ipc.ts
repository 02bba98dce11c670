import { ownAddress } from './addresses.ts';
import { createStrictObject } from './strict.ts';

export type InvokeHandler = (event: unknown, ...args: readonly unknown[]) => unknown;

/** A frame as the main bundle sees it. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: SenderFrame | null;
}

interface PageFrame {
  url(): string;
  parentFrame(): PageFrame | null;
}

/** The sender of a call, with the address as the main bundle knows it. */
export function senderFrame(frame: PageFrame): SenderFrame {
  const parent = frame.parentFrame();
  return { url: ownAddress(frame.url()), parent: parent === null ? null : senderFrame(parent) };
}

/**
 * Creates `electron.ipcMain`, also for unit tests.
 * @param handlers receives the handlers, by channel
 */
export function createIpcMain(
  handlers: Map<string, InvokeHandler>,
  onHandle: (channel: string) => void = () => {},
) {
  return createStrictObject('ipcMain', {
    handle: (channel: string, handler: InvokeHandler): void => {
      // As in Electron, which takes one handler for each channel.
      if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
      onHandle(channel);
      handlers.set(channel, handler);
    },
  });
}

const handlers = new Map<string, InvokeHandler>();

export const ipcMain = createIpcMain(handlers);

/** Handles a call of a page as Electron does: arguments and result are copies. */
export async function answerInvoke(
  sender: unknown,
  frame: PageFrame,
  channel: string,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`no handler registered for ${channel}`);
  return structuredClone(
    await handler({ sender, senderFrame: senderFrame(frame) }, ...structuredClone(args)),
  );
}

/** Messages to be fetched by a page, in order. */
export interface Outbound {
  send(channel: string, args: readonly unknown[]): void;
  /**
   * Resolves with all messages since the last call, as soon as there is one. A newer call replaces an older
   * one.
   */
  next(): Promise<readonly unknown[]>;
  /** Another page is being loaded; the old one's result is dropped. */
  forget(): void;
}

/** Creates the queue of messages from the main bundle to one page. */
export function createOutbound(): Outbound {
  let waiting: unknown[] = [];
  let deliver: ((messages: readonly unknown[]) => void) | null = null;
  const flush = (): void => {
    if (deliver === null || waiting.length === 0) return;
    deliver(waiting);
    deliver = null;
    waiting = [];
  };
  return {
    send: (channel, args) => {
      waiting.push({ channel, args });
      flush();
    },
    next: () =>
      new Promise((resolve) => {
        deliver = resolve;
        flush();
      }),
    forget: () => {
      deliver = null;
      waiting = [];
    },
  };
}
