/**
 * The engine's entry with two meters in the same process: the bytes that its sockets received, and the delay
 * of timers on its main thread. A message `{ meter: 'read' }` returns the values since the last one.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Reading } from './metered-app.ts';

const RESOLUTION_MS = 1;
const NANOSECONDS = 1e6;

const sockets = new Set<Socket>();
let told = 0;
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: unknown }; // as Node's documentation says
  if (socket instanceof Socket) sockets.add(socket);
});
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** The delay of a timer; the meter itself counts from the timer before. */
function lateness(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
}

function read(): Reading {
  const all = [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
  const reading = { bytes: all - told, p99Ms: lateness(delay.percentile(99)), worstMs: lateness(delay.max) };
  told = all;
  delay.reset();
  return reading;
}

process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'meter' in message)
    process.send?.({ meter: read() });
});

await import('#main/engine/index.ts');
