/**
 * The setup of the tests of the page. React's production build has no `act`, which the testing library calls around
 * everything that it does: it draws what was changed before it returns, and what effects change from there.
 */
import React, { type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import client, { type Root } from 'react-dom/client';

/** The page's own: a test may hold the timers. */
const { setImmediate } = globalThis;
/** Effects change what is drawn, whose effects change something again. */
const TURNS = 3;

/** What each root shows. */
const shown = new Map<Root, ReactNode>();

const { createRoot } = client;

function createKnownRoot(...given: Parameters<typeof createRoot>): Root {
  const root = createRoot(...given);
  const [render, unmount] = [root.render.bind(root), root.unmount.bind(root)];
  return Object.assign(root, {
    render: (node: ReactNode) => {
      shown.set(root, node);
      render(node);
    },
    unmount: () => {
      shown.delete(root);
      unmount();
    },
  });
}

/** Draws what is to be drawn: an urgent change takes all others of its root along. */
function draw(): void {
  for (let turn = 0; turn < TURNS; turn++)
    flushSync(() => {
      for (const [root, node] of shown) root.render(node);
    });
}

/** Draws also what is drawn in later tasks. */
async function drawLater(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    draw();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return value !== null && typeof value === 'object' && 'then' in value;
}

function act(callback: () => unknown): PromiseLike<unknown> {
  const result = flushSync(callback);
  draw();
  const finish = async (): Promise<unknown> => {
    const value = await result;
    await drawLater();
    return value;
  };
  if (isThenable(result)) return finish();
  // oxlint-disable-next-line no-thenable -- as React's own: nothing runs later where nobody waits
  return { then: (onDone, onFailed) => finish().then(onDone, onFailed) };
}

Object.assign(client, { createRoot: createKnownRoot });
Object.assign(React, { act });
