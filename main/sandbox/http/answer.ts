import type { Choices } from '../dialect/points.ts';
import type { ServiceProblem } from '../problem.ts';

/** What is to be sent: faults may change it on its way out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An answer in JSON. `json` is text already. */
export function jsonAnswer(status: number, json: string | Buffer): Answer {
  return { status, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(json) };
}

/** The shape of errors is not in the service's document (section 7). */
function problemBody(status: number, message: string, shape: Choices['errorBody']): Answer {
  switch (shape) {
    case 'message':
      return jsonAnswer(status, JSON.stringify({ object: 'error', message }));
    case 'nested':
      return jsonAnswer(status, JSON.stringify({ error: { code: `E${status}`, message } }));
    case 'list':
      return jsonAnswer(status, JSON.stringify({ errors: [{ detail: message }] }));
    case 'text':
      return { status, headers: { 'content-type': TEXT_TYPE }, body: Buffer.from(message) };
  }
}

type ErrorChoices = Pick<Choices, 'errorBody' | 'refusedStatus'>;

/** How a problem is told: its status and words in the shape of the dialect. */
export function problemAnswer({ status, message }: ServiceProblem, choices: ErrorChoices): Answer {
  return problemBody(status === 400 ? Number(choices.refusedStatus) : status, message, choices.errorBody);
}

/** An error of that very status, in the shape of the dialect. */
export function errorAnswer(status: number, message: string, choices: ErrorChoices): Answer {
  return problemBody(status, message, choices.errorBody);
}
