import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { type FaultAction, type Faults, strikesBefore } from '../faults.ts';
import type { Journal, RequestEntry } from '../write-log.ts';
import { notFound, ServiceProblem, type Answer, problemAnswer } from './responses.ts';
import { deliver, type Outlet } from './delivery.ts';
import { networkSwitch, type NetworkSwitch } from './network-switch.ts';

/** The common part of both servers: logging of requests, faults, errors as JSON. */
export interface FrontParts {
  readonly origin: RequestEntry['origin'];
  readonly faults: Faults;
  readonly journal: Journal;
  readonly outlet: Outlet;
  /** Throws a `ServiceProblem` for a request that is not admitted. */
  readonly admit: (request: FastifyRequest) => void;
}

export interface Front extends NetworkSwitch {
  route(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    serve: (request: FastifyRequest) => Answer | Promise<Answer>,
  ): void;
  /** Listens on loopback and returns the origin. Port 0: any free port. */
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** An identifier of 255 characters, percent-encoded. */
const MAX_PARAM_LENGTH = 4_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

function asProblem(error: FastifyError): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  const status = error.statusCode ?? 500;
  return new ServiceProblem(status, status < 500 ? error.message : 'The service failed.');
}

/** Creates a server on loopback that is not listening yet. */
export function createFront({ origin, faults, journal, outlet, admit }: FrontParts): Front {
  const emit = (problem: ServiceProblem): Answer => problemAnswer(problem, outlet.choices);
  const struck = new WeakMap<FastifyRequest, FaultAction>();
  const finish = (request: FastifyRequest, reply: FastifyReply, answer: Answer): void => {
    reply.hijack();
    const fault = struck.get(request) ?? null;
    deliver(outlet, reply.raw, answer, fault).catch(() => reply.raw.destroy());
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
    const fault = faults.take(request.method, request.url);
    if (fault?.kind === 'meanwhile') fault.happens();
    if (fault !== null) struck.set(request, fault);
    if (fault !== null && strikesBefore(fault)) {
      finish(request, reply, emit(new ServiceProblem(500, 'The request was not served.')));
    } else admit(request);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    finish(request, reply, emit(asProblem(error)));
  });
  app.setNotFoundHandler((request, reply) => {
    finish(request, reply, emit(notFound('address')));
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
    ...networkSwitch(app.server),
    close: () => app.close(),
  };
}
