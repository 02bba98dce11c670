import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Handles one request to the server of a test. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface UpdateServer {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly address: string;
  /** The paths that were asked for, in their order. */
  readonly asked: readonly string[];
  /** What each path answers; any other is not found. */
  readonly answers: Map<string, Answer>;
  close(): Promise<void>;
}

/** Starts a server on the loopback interface that has what a test puts into it. */
export async function startUpdateServer(): Promise<UpdateServer> {
  const asked: string[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An answer with this body. */
export function body(content: string | Buffer): Answer {
  return (_request, response) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content);
}

/** A compressed answer that unpacks to more than this body. */
export function compressed(content: Buffer): Answer {
  const packed = gzipSync(Buffer.concat([content, content]));
  return (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
  };
}

/** An answer that names another address. */
export function redirect(location: string): Answer {
  return (_request, response) => response.writeHead(302, { location }).end();
}

/** An answer that stops after this many bytes of its body, with the connection closed. */
export function cutShort(content: Buffer, bytes: number): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, bytes), () => response.socket?.destroy());
  };
}

/** An answer without an end: the same chunk for as long as it is read. */
export function endless(): Answer {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  return (_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };
}
