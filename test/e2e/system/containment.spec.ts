import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownAddress } from '../../host/addresses.ts';
import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

/** A server and a socket that count the requests that reach them. */
async function stranger(): Promise<{
  readonly http: string;
  readonly stun: string;
  readonly reached: () => readonly string[];
  readonly close: () => void;
}> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket) => {
    reached.push(request.url ?? '');
    socket.destroy();
  });
  await once(server, 'listening');
  const socket = createSocket('udp4', () => reached.push('datagram')).bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    http: `127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    stun: `stun:127.0.0.1:${socket.address().port}`,
    reached: () => reached,
    close: () => {
      server.closeAllConnections();
      server.close();
      socket.close();
    },
  };
}

type Probe = (target: string) => unknown;

/** Ways for a page to send data. Each runs in the page, with the address of a foreign server. */
const PROBES: Readonly<Record<string, Probe>> = {
  fetch: (target) => fetch(`http://${target}/fetch`, { mode: 'no-cors' }).catch(() => {}),
  XMLHttpRequest: (target) => {
    const request = new XMLHttpRequest();
    request.open('GET', `http://${target}/xhr`);
    request.send();
  },
  beacon: (target) => navigator.sendBeacon(`http://${target}/beacon`, 'x'),
  WebSocket: (target) => void new WebSocket(`ws://${target}/socket`),
  EventSource: (target) => void new EventSource(`http://${target}/events`),
  image: (target) => {
    new Image().src = `http://${target}/image`;
  },
  stylesheet: (target) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: `http://${target}/style` });
    document.head.append(link);
  },
  '@import': (target) => {
    const style = document.createElement('style');
    style.textContent = `@import url(http://${target}/import);`;
    document.head.append(style);
  },
  'style attribute': (target) => {
    document.body.style.backgroundImage = `url(http://${target}/background)`;
  },
  font: (target) => new FontFace('Stranger', `url(http://${target}/font)`).load().catch(() => {}),
  prefetch: (target) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', href: `http://${target}/prefetch` });
    document.head.append(link);
  },
  preload: (target) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', href: `http://${target}/preload` });
    document.head.append(link);
  },
  frame: (target) => {
    const frame = document.createElement('iframe');
    frame.src = `http://${target}/frame`;
    document.body.append(frame);
  },
  object: (target) => {
    const object = document.createElement('object');
    object.data = `http://${target}/object`;
    document.body.append(object);
  },
  media: (target) => {
    const video = document.createElement('video');
    video.src = `http://${target}/video`;
    document.body.append(video);
  },
  form: (target) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: `http://${target}/form` });
    document.body.append(form);
    form.submit();
  },
  ping: (target) => {
    const link = document.createElement('a');
    Object.assign(link, { href: '#', ping: `http://${target}/ping` });
    document.body.append(link);
    link.click();
  },
  base: (target) => {
    const base = document.createElement('base');
    base.href = `http://${target}/base/`;
    document.head.append(base);
    new Image().src = 'relative.png';
  },
  'module script': (target) => import(/* @vite-ignore */ `http://${target}/module`).catch(() => {}),
  'window.open': (target) => void window.open(`http://${target}/open`),
  'new window by link': (target) => {
    const link = document.createElement('a');
    Object.assign(link, { href: `http://${target}/blank`, target: '_blank' });
    document.body.append(link);
    link.click();
  },
  location: (target) => location.assign(`http://${target}/location`),
  'meta refresh': (target) => {
    const meta = document.createElement('meta');
    Object.assign(meta, { httpEquiv: 'refresh', content: `0;url=http://${target}/refresh` });
    document.head.append(meta);
  },
};

test('Nothing that a page can do reaches a foreign server', async ({ startApp }) => {
  // The light browser has no policy for the addresses that WebRTC reveals.
  const { page } = await startApp({ hasWholeBrowser: true });
  await expect(browser(page).rows.first()).toBeVisible();
  const { http, stun, reached, close } = await stranger();
  for (const [name, probe] of Object.entries(PROBES)) {
    await page.evaluate(probe, http).catch((thrown: unknown) => {
      // A policy that throws has worked.
      expect(String(thrown), name).toMatch(/TrustedScript|Content Security Policy|SecurityError|Refused/);
    });
  }
  await page.evaluate(async (server) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: server }] });
    connection.createDataChannel('x');
    await connection.setLocalDescription();
    await new Promise<void>((resolve) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') resolve();
      });
    });
  }, stun);
  // The page has not navigated, and still works.
  await browser(page).open();
  expect(ownAddress(page.url())).toMatch(/^app:\/\/intray\/index\.html#?$/);
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(reached()).toEqual([]);
  close();
});

test('Texts become neither markup nor code', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(browser(page).rows.first()).toBeVisible();
  const refused = await page.evaluate(() => {
    const attempt = (work: () => void): string => {
      try {
        work();
        return 'done';
      } catch (thrown) {
        return String(thrown);
      }
    };
    return [
      attempt(() => {
        document.createElement('div').innerHTML = '<b>x</b>';
      }),
      attempt(() => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "taken"';
        document.head.append(script);
      }),
      attempt(() => void new Worker('data:text/javascript,1')),
      attempt(() => document.write('<b>x</b>')),
    ];
  });
  for (const answer of refused) expect(answer).not.toBe('done');
});

test('The window requests nothing except from Intray itself', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(ownAddress(request.url())));
  await page.reload();
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');
  for (const place of ['Forms', 'Inbox', 'Accounts', 'Settings', 'Requisitions'] as const) {
    await frame(page).goTo(place);
  }
  await browser(page).open();
  expect(asked.length).toBeGreaterThan(0);
  for (const address of asked) expect(address).toMatch(/^app:\/\/intray\//);
});

test('The page reaches Intray only through named calls', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(browser(page).rows.first()).toBeVisible();
  const found = await page.evaluate(() => {
    const { intray } = window as unknown as { intray: Record<string, Record<string, unknown>> };
    const names = Object.getOwnPropertyNames(window);
    return {
      parts: Object.keys(intray),
      kinds: Object.values(intray).flatMap((part) => Object.values(part).map((each) => typeof each)),
      isFrozen: Object.isFrozen(intray) && Object.values(intray).every((part) => Object.isFrozen(part)),
      leaked: names.filter((name) =>
        ['require', 'process', 'Buffer', 'ipcRenderer', 'module'].includes(name),
      ),
    };
  });
  expect(found.parts).toEqual(['call', 'reads', 'on']);
  expect(new Set(found.kinds)).toEqual(new Set(['function']));
  expect(found.isFrozen).toBe(true);
  expect(found.leaked).toEqual([]);
});

test('Built-in functions that the page has replaced get nothing of the bridge, which works as before', async ({
  startApp,
  host,
}) => {
  test.skip(
    host !== 'electron',
    'only Electron’s own program runs the bridge in a world of its own; the stand-in host has one world for both',
  );
  const { page } = await startApp({ ownProgram: true });
  await expect(browser(page).rows.first()).toBeVisible();
  const { taken, answer } = await page.evaluate(async () => {
    const found: string[] = [];
    /** Whether a value is the way to the main process, or names it. */
    const isOfBridge = (value: unknown): boolean =>
      value === 'intray:call' ||
      (typeof value === 'object' && value !== null && typeof Reflect.get(value, 'invoke') === 'function');
    const replace = (owner: object, name: string): void => {
      const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown; // the names below are functions
      const wrapper = function (this: unknown, ...args: unknown[]): unknown {
        if (isOfBridge(this)) found[found.length] = name;
        for (let index = 0; index < args.length; index += 1)
          if (isOfBridge(args[index])) found[found.length] = name;
        return Reflect.apply(original, this, args);
      };
      Object.defineProperty(owner, name, { value: wrapper, configurable: true, writable: true });
    };
    for (const name of ['then', 'catch']) replace(Promise.prototype, name);
    for (const name of ['call', 'apply', 'bind']) replace(Function.prototype, name);
    for (const name of ['get', 'set', 'has']) replace(Map.prototype, name);
    for (const name of ['map', 'forEach', 'push']) replace(Array.prototype, name);
    for (const name of ['freeze', 'keys', 'entries', 'fromEntries']) replace(Object, name);
    replace(window, 'queueMicrotask');
    const { intray } = window as unknown as {
      intray: { call: Record<string, (input: object) => Promise<unknown>> };
    }; // the preload script puts it there
    const result = await intray.call['accounts.list']?.({});
    return { taken: found, answer: result };
  });
  expect(answer).toMatchObject({ ok: true });
  expect(taken).toEqual([]);
});
