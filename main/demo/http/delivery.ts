import type { ServerResponse } from 'node:http';
import type { Clock } from '#main/base/clock.ts';
import type { FaultAction } from '../faults.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';
import { type DemoResponse, createErrorResponseWithStatus, createJsonResponse } from './responses.ts';

/** What sending a response needs, with or without a fault. */
export interface DeliveryDeps {
  readonly clock: Clock;
  /** Aborts when the service closes. */
  readonly signal: AbortSignal;
  readonly choices: DialectChoices;
}

/** Sends a response, changed by the fault where there is one. */
export async function sendResponseWithFault(
  delivery: DeliveryDeps,
  response: ServerResponse,
  answer: DemoResponse,
  fault: FaultAction | null,
): Promise<void> {
  response.sendDate = false;
  response.setHeader('date', new Date(delivery.clock.now()).toUTCString());
  if (fault === null) return send(response, answer);
  await deliverFaulty(delivery, response, answer, fault);
}

async function deliverFaulty(
  { clock, signal, choices }: DeliveryDeps,
  response: ServerResponse,
  answer: DemoResponse,
  fault: FaultAction,
): Promise<void> {
  switch (fault.kind) {
    case 'answer':
      return send(response, createScriptedAnswer(fault, choices));
    case 'close':
      response.destroy();
      return;
    case 'stall':
      return;
    case 'truncate':
      return truncate(response, answer, fault);
    case 'announce':
      response.writeHead(answer.status, { ...answer.headers, 'content-length': String(fault.bytes) });
      response.end(answer.body);
      return;
    case 'trickle':
      return sendSlowly(response, answer, () => clock.wait(fault.everyMs, signal), fault.bytes);
    case 'delay':
      await clock.wait(fault.ms, signal);
      return send(response, answer);
    case 'meanwhile':
      return send(response, answer);
    case 'replace':
      return send(response, transformBody(answer, fault.body));
    case 'date':
      if (fault.value === null) response.removeHeader('date');
      else response.setHeader('date', fault.value);
      return send(response, answer);
  }
}

/** Statuses of responses that have no body, and no header that announces one. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

function open(response: ServerResponse, { status, headers, body }: DemoResponse): void {
  const length = BODILESS.has(status) ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...headers, ...length });
}

function send(response: ServerResponse, answer: DemoResponse): void {
  open(response, answer);
  response.end(answer.body);
}

function createScriptedAnswer(
  { status, headers = {}, body }: FaultAction & { readonly kind: 'answer' },
  choices: DialectChoices,
): DemoResponse {
  const plain =
    body === undefined
      ? createErrorResponseWithStatus(status, `Status ${status}, as arranged.`, choices)
      : createJsonResponse(status, body);
  return { ...plain, headers: { ...plain.headers, ...headers } };
}

function transformBody(answer: DemoResponse, change: (parsed: unknown) => unknown): DemoResponse {
  const parsed: unknown = JSON.parse(answer.body.toString());
  return { ...answer, body: Buffer.from(JSON.stringify(change(parsed))) };
}

function truncate(
  response: ServerResponse,
  answer: DemoResponse,
  { keepBytes, ending = 'close' }: FaultAction & { readonly kind: 'truncate' },
): void {
  open(response, answer);
  response.write(answer.body.subarray(0, keepBytes), () => {
    if (ending === 'close') response.destroy();
  });
}

async function sendSlowly(
  response: ServerResponse,
  answer: DemoResponse,
  pause: () => Promise<void>,
  bytes: number,
): Promise<void> {
  open(response, answer);
  for (let from = 0; from < answer.body.length && !response.destroyed; from += bytes) {
    response.write(answer.body.subarray(from, from + bytes));
    await pause();
  }
  response.end();
}
