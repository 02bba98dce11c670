import type { FastifyRequest } from 'fastify';
import type { DemoClinicState } from '../clinic.ts';
import type { DemoResponse } from '../http/responses.ts';
import { createBaseServer, type BaseServer, type BaseServerDeps } from '../http/base-server.ts';
import { type QueryParameters, readTextParameter } from '../http/query.ts';
import { getRequisitionOrThrowNotFound } from '../rules/requisitions.ts';
import { renderRequisitionPdf } from './document.ts';
import type { PdfLinkSigner } from './links.ts';

type DocumentRequest = FastifyRequest & { readonly params: { readonly id: string } };

async function createPdfAnswer(clinic: DemoClinicState, id: string): Promise<DemoResponse> {
  const body = await renderRequisitionPdf(getRequisitionOrThrowNotFound(clinic, id), clinic.seedData);
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${encodeURIComponent(id)}.pdf"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200, headers, body };
}

/** Creates the server of signed links. It has another origin than the service and requires no token. */
export function createPdfServer(
  clinic: DemoClinicState,
  links: PdfLinkSigner,
  parts: Omit<BaseServerDeps, 'origin' | 'admit'>,
): BaseServer {
  const front = createBaseServer({ ...parts, origin: 'pdf', admit: () => {} });
  front.route('GET', '/documents/:id', (request) => {
    const { id } = (request as DocumentRequest).params; // The path has this parameter.
    const query = request.query as QueryParameters; // Fastify's parser returns an object.
    links.check(id, readTextParameter(query, 'expires') ?? '', readTextParameter(query, 'signature') ?? '');
    return createPdfAnswer(clinic, id);
  });
  return front;
}
