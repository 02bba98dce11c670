import type { ServiceProblem } from '../problem.ts';

/** What is to be sent: faults may change it on its way out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer in JSON. `json` is text already. */
export function jsonAnswer(status: number, json: string | Buffer): Answer {
  return { status, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(json) };
}

/** The shape of errors is not in the service's document (section 7): a kind and a sentence. */
export function errorText(message: string): string {
  return JSON.stringify({ object: 'error', message });
}

export function problemAnswer({ status, message }: ServiceProblem): Answer {
  return jsonAnswer(status, errorText(message));
}
