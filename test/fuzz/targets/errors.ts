import { parseRetryAfter, extractServerMessage, toStatusError } from '#main/engine/api/errors.ts';
import { parseTimestamp } from '#main/engine/api/parse/fields.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const LONGEST_MESSAGE = 1_000;
const CONTROLS = /\p{Cc}/u;

/** Bodies and headers of refusals: messages are short, on one line and without control characters. */
export function createTarget(): FuzzTarget {
  return {
    seeds: [
      '{"error":{"message":"The field name is required","code":"invalid"}}',
      '{"errors":[{"detail":"too long","field":"name"}]}',
      '{"message":"no"}',
      'Error: out of memory\n    at Object.run (/srv/app.js:1:2)\n\n\n',
      '<html><head><title>502</title></head><body>Bad gateway</body></html>',
      '120',
      'Wed, 21 Oct 2026 07:28:00 GMT',
      '2026-01-31T23:59:59.123456+05:30',
    ],
    tokens: [
      '\n    at ',
      '\n\n\n\n',
      '<p>',
      '"message":',
      '"detail":',
      '999999999999',
      'GMT',
      'T',
      'Z',
      '+23:59',
    ],
    run: (input) => {
      const message = extractServerMessage(input);
      assertHolds(message === undefined || !CONTROLS.test(message), 'no control characters');
      assertHolds((message?.length ?? 0) <= LONGEST_MESSAGE, 'a message is short');
      toStatusError(400, input, undefined);
      const text = Buffer.from(input).toString();
      const wait = parseRetryAfter(text, Date.UTC(2026, 0, 1));
      assertHolds(
        wait === undefined || (wait >= 0 && Number.isSafeInteger(wait)),
        'a wait is a number of ms',
      );
      const time = parseTimestamp(text);
      assertHolds(time === null || Number.isSafeInteger(time), 'a time is a number of ms');
    },
  };
}
