/** Faults of tokens and of the network. */
import { guard, line, type SafetyLine } from '../line.ts';

export const NETWORK_FAULTS: readonly SafetyLine[] = [
  line(
    'F24',
    'Tokens are refused in the middle of a sync',
    {
      'integration/engine/sync/first-sync.test.ts': [
        'tokens that expire during a sync stop it at once; what came stays, and new tokens continue',
      ],
      'integration/engine/sender/push.test.ts': [
        'an expired token keeps everything, and the outbox continues with new ones',
      ],
      'unit/engine/sync/circuit-breaker.test.ts': [
        'tokens that are refused twice open it until others are entered, whatever other results come',
      ],
    },
    guard('main/engine/sync/circuit-breaker.ts', 'CircuitBreaker', ['    this.#isSignedOut = true;\n', '']),
  ),
  line(
    'F25',
    'One record is forbidden',
    { 'integration/engine/sender/push.test.ts': ['a forbidden write does not delay the others'] },
    guard('main/engine/sender/outcome.ts', 'REFUSALS', ["  'forbidden',\n", '']),
  ),
  line(
    'F26',
    'The tokens become those of another user',
    {
      'unit/session/users.test.ts': [
        'new tokens in place > of another user are refused, and nothing is requested from the service with them',
        'tokens of the environment > of another user do not open the account, and nothing of it is shown',
      ],
      'integration/engine/sender/another-user.test.ts': [
        'what another known user saved is sent only when this user says so',
      ],
    },
    guard('main/vault/accounts.ts', 'compareJwtUserWithAccount', [
      "named === userId ? 'same' : 'other'",
      "'same'",
    ]),
  ),
  line(
    'F27',
    'The service asks for a pause, without a time or with an absurd one',
    {
      'integration/engine/api/http.test.ts': ['an error response > with Retry-After … asks to wait …'],
      'unit/engine/sync/circuit-breaker.test.ts': [
        'a pause that the service asks for is kept, never more than five minutes, and never shortened',
      ],
    },
    guard('main/engine/api/errors.ts', 'parseRetryAfter', [
      'Math.min(Math.ceil(wait), SERVICE_ASSUMPTIONS.retryAfter.maximumMs)',
      'Math.ceil(wait)',
    ]),
  ),
  line(
    'F28',
    'A call is redirected to another host',
    {
      'integration/engine/sync/redirect.test.ts': [
        'a clinic that redirects every request with a … to another host keeps its records and its writes, and that host receives nothing',
      ],
      'integration/engine/pdfs/links.test.ts': ['a link > that redirects … is not followed there'],
    },
    guard('main/engine/api/pdf-download.ts', 'downloadPdf', [
      '    if (answer.statusCode !== 200) return toRefusal(answer.statusCode);\n',
      '',
    ]),
  ),
  line(
    'F29',
    'A sign-in page of a network answers, the connection flaps, or the computer sleeps for hours',
    {
      'unit/engine/sync/scheduler.test.ts': [
        'a connection that comes and goes every second causes few requests',
        'after eight hours of sleep one refresh runs, however many events report the wake',
      ],
      'integration/engine/api/http.test.ts': [
        'a misbehaving server > that says 200 and sends … is not understood',
      ],
    },
    guard('main/engine/sync/refresh-timer.ts', 'RefreshSchedule', [
      'Math.max(this.#demandedAt, this.#servedAt + MIN_DEMAND_INTERVAL)',
      'this.#demandedAt',
    ]),
  ),
];
