import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCopyTextHandlers, ClipboardWriter } from '#main/shell/clipboard.ts';
import { silentLog, type Log } from '#main/base/log.ts';
import { electron, resetElectron } from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const { clipboard } = electron;
afterEach(() => {
  clipboard.clear();
  resetElectron();
});

function setUp(log: Log = silentLog) {
  const clock = manualClock();
  const copied = new ClipboardWriter({ clock, log });
  const copy = (text: string, isPrivate = true) =>
    createCopyTextHandlers(copied)['app.copyText']({ text, isPrivate });
  return { clock, copied, copy };
}

describe('a copied id', () => {
  it('is in the clipboard for a minute and then removed', async () => {
    const { clock, copy } = setUp();
    expect(await copy('user_ada')).toEqual({ ok: true, value: {} });
    await clock.pass(59_000);
    expect(await clipboard.readText()).toBe('user_ada');
    await clock.pass(1_000);
    expect(await clipboard.readText()).toBe('');
  });

  it('is left alone if another program has copied something since', async () => {
    const { clock, copy } = setUp();
    await copy('user_ada');
    await clipboard.writeText('user_ada and more');
    await clock.pass(60_000);
    expect(await clipboard.readText()).toBe('user_ada and more');
  });

  it('is logged as not removed, and not itself, where the clipboard cannot be read', async () => {
    const lines: string[] = [];
    const write = (...line: readonly unknown[]): void => void lines.push(JSON.stringify(line));
    const { clock, copy } = setUp({ ...silentLog, warn: write, error: write });
    await copy('user_ada');
    vi.spyOn(clipboard, 'readText').mockRejectedValueOnce(new Error('no owner of user_ada'));
    await clock.pass(60_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('could not be removed');
    expect(lines[0]).not.toContain('user_ada');
  });

  it('is kept for a whole minute if it is copied again', async () => {
    const { clock, copy } = setUp();
    await copy('user_ada');
    await clock.pass(40_000);
    await copy('user_ada');
    await clock.pass(40_000);
    expect(await clipboard.readText()).toBe('user_ada');
    await clock.pass(20_000);
    expect(await clipboard.readText()).toBe('');
  });

  it('is removed at the end of the program, and something else is not', async () => {
    const { copied, copy } = setUp();
    await copy('user_ada');
    await copied.remove();
    expect(await clipboard.readText()).toBe('');
    await clipboard.writeText('user_ada');
    await copied.remove();
    expect(await clipboard.readText()).toBe('user_ada');
  });
});

it('a text that is not private stays in the clipboard', async () => {
  const { clock, copied, copy } = setUp();
  await copy('user_ada');
  await copy('the report', false);
  await clock.pass(60_000);
  await copied.remove();
  expect(await clipboard.readText()).toBe('the report');
});
