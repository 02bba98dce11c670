/** A network between the product and a clinic on this computer: latency, and segments that are lost. */
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom } from '#main/base/random.ts';

/** How slow a network is. */
export interface NetworkDelays {
  /** Milliseconds from a request to the first byte of its response, besides the service's own time. */
  readonly latency: number;
  /** Share of the segments that are lost and sent again, 0 to 1. */
  readonly loss: number;
}

/** The payload of a TCP segment over Ethernet, in bytes. */
const SEGMENT_BYTES = 1_460;

/** The address behind the network. */
export interface SlowNetwork {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Returns how many milliseconds the last byte of a piece takes in one direction: half of the latency, and a whole latency
 * for each round in which at least one of its segments was lost and sent again.
 * @param random returns a number in [0, 1)
 */
export function getDelay(bytes: number, { latency, loss }: NetworkDelays, random: () => number): number {
  let missing = Math.max(1, Math.ceil(bytes / SEGMENT_BYTES));
  let delay = latency / 2;
  for (;;) {
    let lost = 0;
    for (let segment = 0; segment < missing; segment += 1) if (random() < loss) lost += 1;
    if (lost === 0) return delay;
    missing = lost;
    delay += latency;
  }
}

/** The two sockets of one direction, and what has to be over before the first byte. */
interface Direction {
  readonly from: Socket;
  readonly to: Socket;
  readonly ready: Promise<void>;
}

/** Passes on what one socket receives to the other, later and in its order. */
function passOn({ from, to, ready }: Direction, delays: NetworkDelays, random: () => number): void {
  let before = ready;
  from.on('data', (chunk) => {
    const due = pause(getDelay(chunk.byteLength, delays, random));
    before = Promise.all([before, due]).then(() => void to.write(chunk));
  });
  from.on('close', () => {
    before = before.then(() => to.destroySoon());
  });
  from.on('error', () => from.destroy());
}

/** The options of a benchmark with a network: --latency MS (0), --loss PERCENT (0). */
export const NETWORK_OPTIONS = {
  latency: { type: 'string', default: '0' },
  loss: { type: 'string', default: '0' },
} as const;

const PERCENT = 100;

/**
 * Reads the options of a network.
 * @throws where they are not numbers, or everything would be lost
 */
export function readDelays(values: Readonly<Record<keyof typeof NETWORK_OPTIONS, string>>): NetworkDelays {
  const [latency, loss] = [Number(values.latency), Number(values.loss) / PERCENT];
  if (!(latency >= 0 && loss >= 0 && loss < 1))
    throw new Error('--latency is in milliseconds from 0, --loss in percent from 0 and below 100');
  return { latency, loss };
}

/**
 * Starts a network between callers and an address. It does not narrow the bandwidth: neither that of a line nor the one that
 * TCP itself lowers after a loss.
 * @param random returns a number in [0, 1)
 */
export async function startSlowNetwork(
  target: string,
  delays: NetworkDelays,
  random: () => number,
): Promise<SlowNetwork> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.setNoDelay(true);
    }
    passOn({ from: near, to: far, ready: pause(delays.latency) }, delays, random); // the handshake
    passOn({ from: far, to: near, ready: Promise.resolve() }, delays, random);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo; // a listening server on a port
  return {
    baseUrl: `http://127.0.0.1:${own}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Runs work with an address, behind a network where it is slow. */
export async function withNetwork<T>(
  target: string,
  delays: NetworkDelays,
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  if (delays.latency === 0 && delays.loss === 0) return work(target);
  const random = createSeededRandom(1);
  const network = await startSlowNetwork(target, delays, () => random.fraction());
  try {
    return await work(network.baseUrl);
  } finally {
    await network.close();
  }
}
