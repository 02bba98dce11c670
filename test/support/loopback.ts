import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server on loopback whose responses a test writes by hand. */
export interface Loopback {
  readonly origin: string;
  /** Method and path of every request that arrived. */
  readonly seen: string[];
  /** Returns the number of connections that are open. */
  countConnections(): number;
  close(): Promise<void>;
}

/** Starts one; open sockets are cut when it closes, so that a test never waits for an idle one. */
export async function startLoopback(
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<Loopback> {
  const seen: string[] = [];
  const server = createServer(options, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  return listen(server, 'http', seen);
}

/** Binds any server to a free port of 127.0.0.1. */
export async function listen(
  server: Server,
  scheme: 'http' | 'https',
  seen: string[] = [],
): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    seen,
    countConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}
