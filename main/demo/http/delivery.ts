import type { ServerResponse } from 'node:http';
import type { Clock } from '#main/base/clock.ts';
import type { FaultAction } from '../faults.ts';
import type { Choices } from '../dialect/points.ts';
import { type Answer, errorAnswer, jsonAnswer } from './responses.ts';

/** What the delivery of responses needs. */
export interface Outlet {
  readonly clock: Clock;
  /** Aborts when the service closes. */
  readonly signal: AbortSignal;
  readonly choices: Choices;
}

/** Sends a response, changed by the fault where there is one. */
export async function deliver(
  outlet: Outlet,
  response: ServerResponse,
  answer: Answer,
  fault: FaultAction | null,
): Promise<void> {
  response.sendDate = false;
  response.setHeader('date', new Date(outlet.clock.now()).toUTCString());
  if (fault === null) return send(response, answer);
  await deliverFaulty(outlet, response, answer, fault);
}

async function deliverFaulty(
  { clock, signal, choices }: Outlet,
  response: ServerResponse,
  answer: Answer,
  fault: FaultAction,
): Promise<void> {
  switch (fault.kind) {
    case 'answer':
      return send(response, scripted(fault, choices));
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
      return trickle(response, answer, () => clock.wait(fault.everyMs, signal), fault.bytes);
    case 'delay':
      await clock.wait(fault.ms, signal);
      return send(response, answer);
    case 'meanwhile':
      return send(response, answer);
    case 'replace':
      return send(response, replaced(answer, fault.body));
    case 'date':
      if (fault.value === null) response.removeHeader('date');
      else response.setHeader('date', fault.value);
      return send(response, answer);
  }
}

function open(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 304 ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...headers, ...length });
}

function send(response: ServerResponse, answer: Answer): void {
  open(response, answer);
  response.end(answer.body);
}

function scripted(
  { status, headers = {}, body }: FaultAction & { readonly kind: 'answer' },
  choices: Choices,
): Answer {
  const plain =
    body === undefined
      ? errorAnswer(status, `Status ${status}, as arranged.`, choices)
      : jsonAnswer(status, body);
  return { ...plain, headers: { ...plain.headers, ...headers } };
}

function replaced(answer: Answer, change: (parsed: unknown) => unknown): Answer {
  const parsed: unknown = JSON.parse(answer.body.toString());
  return { ...answer, body: Buffer.from(JSON.stringify(change(parsed))) };
}

function truncate(
  response: ServerResponse,
  answer: Answer,
  { keepBytes, ending = 'close' }: FaultAction & { readonly kind: 'truncate' },
): void {
  open(response, answer);
  response.write(answer.body.subarray(0, keepBytes), () => {
    if (ending === 'close') response.destroy();
  });
}

async function trickle(
  response: ServerResponse,
  answer: Answer,
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
