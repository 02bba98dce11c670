import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A display for windows that are not looked at. */
export interface Display {
  /** The value for the variable DISPLAY. */
  readonly name: string;
  close(): Promise<void>;
}

/** The display of this session where there is one, otherwise a virtual one. */
export async function openDisplay(): Promise<Display> {
  const own = process.env['DISPLAY'] ?? '';
  if (own !== '' || process.platform !== 'linux') return { name: own, close: async () => {} };
  return openVirtualDisplay();
}

/** Starts an X server without a screen. */
export async function openVirtualDisplay(): Promise<Display> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x950x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const [number] = (await once(child.stdout, 'data')) as [Buffer]; // Xvfb writes it there when it is ready
  return {
    name: `:${number.toString().trim()}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
