import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { splitRequestTarget } from '../write-log.ts';
import { checkTokenHeaders, type DemoTokens } from '../tokens.ts';
import { type DemoResponse, createJsonResponse, type EndpointResult } from './responses.ts';
import type { Endpoint } from './endpoint.ts';
import { createRequestLimit } from './request-limit.ts';
import { createBaseServer, type BaseServer, type BaseServerDeps } from './base-server.ts';
import type { ListingBehaviour } from './listing.ts';

export interface DemoServiceDeps extends Omit<BaseServerDeps, 'origin' | 'admit'> {
  readonly endpoints: readonly Endpoint[];
  readonly tokens: DemoTokens;
  readonly behaviour: () => ListingBehaviour;
}

type RouteRequest = FastifyRequest & { readonly params: { readonly id?: string } };

function serve(endpoint: Endpoint, request: FastifyRequest): EndpointResult {
  const { params } = request as RouteRequest; // The id is the only parameter in the paths of section 4.
  const query = request.query as Readonly<Record<string, unknown>>; // Fastify's parser returns an object.
  const served = endpoint.answer({ id: params.id ?? '', query, body: request.body });
  return Buffer.isBuffer(served) ? { status: 200, json: served, id: '' } : served;
}

/** Returns the response unchanged, or 304 where the client's If-None-Match names its ETag. */
function withEtag(answer: DemoResponse, known: string | undefined): DemoResponse {
  const etag = `"${createHash('sha1').update(answer.body).digest('base64url')}"`;
  const headers = { ...answer.headers, etag };
  return known === etag ? { status: 304, headers, body: Buffer.alloc(0) } : { ...answer, headers };
}

/**
 * Creates the service itself: every endpoint behind both headers (the service's document, sections 4 and 5).
 */
export function createDemoService({ endpoints, tokens, behaviour, ...parts }: DemoServiceDeps): BaseServer {
  const countRequest = createRequestLimit(parts.delivery.choices, parts.delivery.clock);
  const front = createBaseServer({
    ...parts,
    origin: 'service',
    admit: (request) => {
      countRequest();
      checkTokenHeaders(tokens, request.headers);
    },
  });
  for (const endpoint of endpoints) {
    front.route(endpoint.method, endpoint.path, (request) => {
      const { status, json, id } = serve(endpoint, request);
      const answer = createJsonResponse(status, json);
      if (endpoint.method !== 'GET') {
        parts.journal.noteWrite({
          method: endpoint.method,
          path: splitRequestTarget(request.url)[0],
          body: request.body,
          id,
        });
        return answer;
      }
      return behaviour().etagSupport === true ? withEtag(answer, request.headers['if-none-match']) : answer;
    });
  }
  return front;
}
