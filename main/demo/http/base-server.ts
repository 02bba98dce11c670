import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { type FaultAction, type FaultInjector, preventsRequestArrival } from '../faults.ts';
import type { RequestJournal, RequestJournalEntry } from '../write-log.ts';
import {
  createNotFoundProblem,
  ServiceProblem,
  type DemoResponse,
  createErrorResponseInDialect,
} from './responses.ts';
import { sendResponseWithFault, type DeliveryDeps } from './delivery.ts';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes a server off the network and back again at the same address. */
interface NetworkSwitch {
  /** Ends every connection; no client can connect until the server is plugged in again. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

/**
 * Creates the switch.
 * @param server a server that listens on a port
 */
function createNetworkSwitch(server: Server): NetworkSwitch {
  let address: AddressInfo | null = null;
  return {
    unplug: async () => {
      address = server.address() as AddressInfo; // The server listens on a port.
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    plugIn: async () => {
      if (address === null) return;
      const listening = once(server, 'listening');
      server.listen(address.port, address.address);
      await listening;
    },
  };
}

/** The common part of both servers: logging of requests, faults, errors as JSON. */
export interface BaseServerDeps {
  readonly origin: RequestJournalEntry['origin'];
  readonly faults: FaultInjector;
  readonly journal: RequestJournal;
  readonly delivery: DeliveryDeps;
  /** Throws a `ServiceProblem` for a request that is not admitted. */
  readonly admit: (request: FastifyRequest) => void;
}

export interface BaseServer extends NetworkSwitch {
  route(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    serve: (request: FastifyRequest) => DemoResponse | Promise<DemoResponse>,
  ): void;
  /** Listens on loopback and returns the origin. Port 0: any free port. */
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** Maximum length of a path parameter: an identifier of 255 characters, percent-encoded. */
const MAX_PARAM_LENGTH = 4_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

function toProblem(error: FastifyError): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  const status = error.statusCode ?? 500;
  return new ServiceProblem(status, status < 500 ? error.message : 'The service failed.');
}

/** Creates a server on loopback that is not listening yet. */
export function createBaseServer({ origin, faults, journal, delivery, admit }: BaseServerDeps): BaseServer {
  const emit = (problem: ServiceProblem): DemoResponse =>
    createErrorResponseInDialect(problem, delivery.choices);
  const struck = new WeakMap<FastifyRequest, FaultAction>();
  const finish = (request: FastifyRequest, reply: FastifyReply, answer: DemoResponse): void => {
    reply.hijack();
    const fault = struck.get(request) ?? null;
    sendResponseWithFault(delivery, reply.raw, answer, fault).catch(() => reply.raw.destroy());
  };

  const app: FastifyInstance = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    journal.noteRequest(origin, request.method, request.url, request.headers);
    const fault = faults.takeActionFor(request.method, request.url);
    if (fault?.kind === 'meanwhile') fault.happens();
    if (fault !== null) struck.set(request, fault);
    if (fault !== null && preventsRequestArrival(fault)) {
      finish(request, reply, emit(new ServiceProblem(500, 'The request was not served.')));
    } else admit(request);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    finish(request, reply, emit(toProblem(error)));
  });
  app.setNotFoundHandler((request, reply) => {
    finish(request, reply, emit(createNotFoundProblem('address')));
  });

  return {
    route: (method, url, serve) => {
      app.route({
        method,
        url,
        handler: async (request, reply) => finish(request, reply, await serve(request)),
      });
    },
    listen: (port) => app.listen({ host: LOOPBACK, port }),
    ...createNetworkSwitch(app.server),
    close: () => app.close(),
  };
}
