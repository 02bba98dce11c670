import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../../scripts/system-parts.ts';
import { standInCommand, startStandIn, type RunningProgram } from '../../host/start-stand-in.ts';
import { installProgram, type InstalledProgram } from './program.ts';

interface AppWindow {
  readonly program: {
    readonly echo: (value: unknown) => Promise<unknown>;
    readonly news: () => readonly number[];
    readonly onNews: (listener: () => void) => void;
  };
}

const PATIENCE = { timeout: 50_000, interval: 50 };

const start = ({ main, environment }: InstalledProgram): Promise<RunningProgram> =>
  startStandIn({ main, words: [], environment });

/** The lines of the program, by their first word. */
function printed(running: RunningProgram, what: string): readonly (readonly unknown[])[] {
  return running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line) => JSON.parse(line) as readonly unknown[]) // the program writes nothing else there
    .filter(([first]) => first === what);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process of Chromium, which ends where the display server does. */
async function getBrowserId(running: RunningProgram): Promise<number> {
  const session = await running.page.context().browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const found = answer?.processInfo.find(({ type }) => type === 'browser');
  if (found === undefined) throw new Error('a browser without a process');
  return found.id;
}

async function getChild(
  running: RunningProgram,
): Promise<{ pid: number; words: string[]; variables: string[] }> {
  await vi.waitUntil(() => printed(running, 'child').length > 0, PATIENCE);
  return printed(running, 'child')[0]?.[1] as { pid: number; words: string[]; variables: string[] }; // as the child sends
}

describe.skipIf(findChromium('headless') === null)('The stand-in host', () => {
  let program: InstalledProgram;
  let running: RunningProgram;
  beforeAll(async () => {
    program = installProgram();
    running = await start(program);
    await running.page.waitForFunction(() => 'program' in window);
  });
  afterAll(async () => {
    await running.kill();
    program.remove();
  });

  test('serves the page from the handler of its scheme, under its own address', () => {
    expect(printed(running, 'asked')).toEqual([
      ['asked', 'GET', 'app://program/index.html'],
      ['asked', 'GET', 'app://program/page.js'],
    ]);
  });

  test('carries a call to the program and its result back, as copies', async () => {
    const sent = {
      text: 'ä',
      none: undefined,
      list: [1, null],
      when: new Date(0),
      bytes: new Uint8Array([1, 2]),
    };
    const answer = await running.page.evaluate((value) => {
      const { program: app } = window as unknown as AppWindow;
      return app.echo(value);
    }, sent);
    expect(answer).toEqual({ value: sent, url: 'app://program/index.html', isTop: true, isOurs: true });
  });

  test('refuses to carry what cannot be copied', async () => {
    const outcomes = await running.page.evaluate(async () => {
      const { program: app } = window as unknown as AppWindow;
      const attempt = async (value: unknown): Promise<string> => {
        try {
          await app.echo(value);
          return 'carried';
        } catch {
          return 'refused';
        }
      };
      return Promise.all([() => {}, document.body, Symbol('x')].map(attempt));
    });
    expect(outcomes).toEqual(['refused', 'refused', 'refused']);
  });

  test('delivers events in order, none lost', async () => {
    await running.page.waitForFunction(() => (window as unknown as AppWindow).program.news().length === 3);
    expect(await running.page.evaluate(() => (window as unknown as AppWindow).program.news())).toEqual([
      1, 2, 3,
    ]);
  });

  test('carries bytes both ways as bytes', async () => {
    const answer = await running.page.evaluate(async () => {
      const { program: app } = window as unknown as AppWindow;
      const { value } = (await app.echo(Uint8Array.of(37, 0, 255))) as { readonly value: Uint8Array };
      return { isBytes: value instanceof Uint8Array, bytes: [...value] };
    });
    expect(answer).toEqual({ isBytes: true, bytes: [37, 0, 255] });
  });

  test('exposes to the page only what the preload script exposes', async () => {
    const names = await running.page.evaluate(() => Object.getOwnPropertyNames(window));
    for (const name of ['require', 'process', 'module', '__standInHost']) expect(names).not.toContain(name);
  });

  test('throws, by name, if the program uses a missing member', async () => {
    const answer = await running.page.evaluate(() =>
      (window as unknown as AppWindow).program.echo('missing'),
    );
    expect(answer).toEqual([
      'the stand-in host has no app.dock',
      'the stand-in host has no event continue-activity of app',
      'the stand-in host has no option kiosk of BrowserWindow',
      'the stand-in host has no electron.screen',
    ]);
  });

  test('tells the program when the user comes and goes, and when the computer has slept', async () => {
    const before = printed(running, 'attention').length;
    await running.page.evaluate(() => {
      for (const name of ['blur', 'focus']) window.dispatchEvent(new Event(name));
    });
    await vi.waitUntil(() => printed(running, 'attention').length === before + 2, PATIENCE);
    expect(printed(running, 'attention').slice(before)).toEqual([
      ['attention', 'blur'],
      ['attention', 'focus'],
    ]);
    const echo = (word: string): Promise<unknown> =>
      running.page.evaluate((value) => (window as unknown as AppWindow).program.echo(value), word);
    await echo('sleep');
    await vi.waitUntil(() => printed(running, 'woke').length === 1, PATIENCE);
    expect(await echo('network')).toBe(true);
  });

  test('asks the program before a page goes elsewhere, and keeps it', async () => {
    await running.page.evaluate(() => location.assign('http://127.0.0.1:9/elsewhere'));
    await vi.waitUntil(() => printed(running, 'navigates').length > 0, PATIENCE);
    expect(printed(running, 'navigates')).toEqual([['navigates', 'http://127.0.0.1:9/elsewhere']]);
    expect(await running.page.textContent('p')).toBe('Here');
  });

  test('asks the program once whether pages may open windows, and allows none', async () => {
    expect(printed(running, 'opens')).toHaveLength(1);
    await running.page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: 'http://127.0.0.1:9/', target: '_blank', textContent: 'Away' });
      document.body.append(link);
    });
    await running.page.getByRole('link').click();
    expect(await running.page.evaluate(() => window.open('http://127.0.0.1:9/'))).toBe(null);
    expect(running.page.context().pages()).toHaveLength(1);
    expect(await running.page.textContent('p')).toBe('Here');
  });

  test('reports new titles to the program and those it sets to the test', async () => {
    await running.page.evaluate(() => {
      document.title = 'Second';
    });
    await vi.waitUntil(async () => (await running.titles()).length === 2, PATIENCE);
    expect(await running.titles()).toEqual(['First!', 'Second!']);
  });

  test('gives a utility process its port, its arguments and only the given environment', async () => {
    const child = await getChild(running);
    expect(child).toMatchObject({ early: true, words: ['one', 'two'] });
    expect(child.variables).toContain('MARK');
    expect(child.variables).not.toContain('SECRET');
  });

  test('gives no lock to a second start on the same profile, and notifies the first', async () => {
    const [command, ...args] = standInCommand(program.main, ['--debug-port', '0']);
    const second = spawnSync(command, args, { env: program.environment, encoding: 'utf8', timeout: 50_000 });
    expect(second.status).toBe(3);
    expect(second.stdout).toContain('second');
    await vi.waitUntil(() => printed(running, 'called').length > 0, PATIENCE);
  });
});

describe.skipIf(findChromium('headless') === null)('The end of a program on the stand-in host', () => {
  test('on quit, it closes its windows, asks the program, and ends', async () => {
    const program = installProgram();
    const running = await start(program);
    const child = await getChild(running);
    expect(await running.quit()).toBe(0);
    expect(printed(running, 'will quit')).toHaveLength(1);
    expect(printed(running, 'all closed')).toHaveLength(0);
    await vi.waitUntil(() => !isAlive(child.pid), PATIENCE);
    program.remove();
  });

  test('on a kill, its processes end with it and the profile is free for the next', async () => {
    const program = installProgram();
    const first = await start(program);
    const child = await getChild(first);
    await first.kill();
    await vi.waitUntil(() => !isAlive(child.pid), PATIENCE);
    const next = await start(program);
    expect(printed(next, 'second')).toHaveLength(0);
    await next.kill();
    program.remove();
  });

  test('when the display is gone it ends at once, without an event, and its processes with it', async () => {
    const program = installProgram();
    const running = await start(program);
    const child = await getChild(running);
    process.kill(await getBrowserId(running), 'SIGKILL');
    expect(await running.ended).toBe(1);
    for (const event of ['all closed', 'will quit']) expect(printed(running, event)).toEqual([]);
    await vi.waitUntil(() => !isAlive(child.pid), PATIENCE);
    program.remove();
  });

  test('when the user closes the window the program is told that it was the last', async () => {
    const program = installProgram();
    const running = await start(program);
    await running.page.close();
    expect(await running.ended).toBe(0);
    expect(printed(running, 'all closed')).toHaveLength(1);
    program.remove();
  });
});
