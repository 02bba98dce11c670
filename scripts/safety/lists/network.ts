/** Rules of the network, of tokens and of the keychain. */
import { guard, line, skippable, type SafetyLine } from '../line.ts';

const NEEDS_KEYRING = 'a message bus and a keyring are not on every computer';

export const NETWORK_RULES: readonly SafetyLine[] = [
  line(
    'R22',
    'A base address is https with a host name and nothing else',
    {
      'unit/shell/flags.test.ts': ['the command line > refuses the base address …'],
      'integration/engine/engine.test.ts': [
        'an address that is not safe is refused before anything is written',
      ],
      'unit/renderer/features/accounts/model.test.ts': ['a sign-in > refuses the address …'],
    },
    guard('preload/contract/accounts.ts', 'validateBaseUrlToOrigin', [
      'const problem = findUrlProblem(url) ?? findHostProblem(url);',
      'const problem = findHostProblem(url);',
    ]),
  ),
  line(
    'R23',
    'No call follows a redirect, and the other host receives nothing',
    {
      'integration/engine/api/http.test.ts': ['a request > never follows a…'],
      'integration/engine/sync/redirect.test.ts': [
        'a clinic that redirects every request with a … to another host keeps its records and its writes, and that host receives nothing',
      ],
    },
    guard('main/engine/api/errors.ts', 'getErrorCode', [
      "if (status >= 300 && status < 400) return 'redirected';",
      '',
    ]),
  ),
  line(
    'R24',
    'Credentials go to the origin of the account only',
    {
      'integration/engine/pdfs/links.test.ts': [
        'a link > is followed without credentials, cookies or identifying headers',
        'a link > that redirects … is not followed there',
      ],
      'integration/engine/api/requests.test.ts': [
        'an id that would lead to another endpoint is refused: …',
        'a path to another host is refused before anything is sent',
      ],
    },
    guard('main/engine/api/send-request.ts', 'getAddress', [
      String.raw`if (url.origin !== origin || url.pathname !== path || /\/(\/|$)/.test(path)) return null;`,
      '',
    ]),
  ),
  line(
    'R25',
    'A certificate that does not fit ends the connection, and no variable changes that',
    { 'integration/engine/api/tls.test.ts': ['a certificate', 'a proxy > cannot swap the certificate'] },
    guard('main/engine/api/dispatcher.ts', 'open', ['rejectUnauthorized: true', 'rejectUnauthorized: false']),
  ),
  line(
    'R26',
    'Responses have limits of time and size, counted after decompression',
    {
      'unit/engine/api/http-limits.test.ts': ['a response may take about a minute and 25 MiB…'],
      'integration/engine/api/http.test.ts': [
        'a misbehaving server > that stalls inside a body times out',
        'a misbehaving server > that trickles permanently exceeds the limit of the whole response',
        'a misbehaving server > that sends without end is cut',
        'a misbehaving server > that sends a small response which expands is cut',
      ],
    },
    guard('main/engine/api/body.ts', 'streamDecompressedBody', [
      'if (size > limit) throw new BodyTooLargeError();',
      '',
    ]),
  ),
  line(
    'R27',
    'A bad record of a page is quarantined with its id and the reason, and the others are kept',
    {
      'integration/engine/cache/writer.test.ts': [
        'a record that is nested too deeply to be cloned is quarantined with the reason, and the others are stored',
        'a quarantined record is noted without its content, once, and forgotten when the service has repaired it',
        'a page that is no list changes nothing: …',
      ],
      'unit/engine/api/parse/records.test.ts': ['a requisition > is quarantined …'],
    },
    guard('main/engine/api/parse/resource.ts', 'findQuarantineReason', [
      "return isId(kind, id) ? null : 'bad-id';",
      'return null;',
    ]),
  ),
  line(
    'R28',
    'A token is plain ASCII when it is entered, and no error or log line shows one',
    {
      'unit/base/log.test.ts': ['… is not logged', 'a token at the end of what fits is removed as a whole'],
      'unit/vault/secrets.test.ts': ['with variables > that are invalid are named, never shown: …'],
      'integration/engine/api/http.test.ts': [
        'a misbehaving server > never receives a token that could forge a header',
      ],
      'unit/renderer/features/accounts/model.test.ts': ['a sign-in > refuses the token …'],
    },
    guard('main/base/log.ts', 'RULES', [String.raw`  [/\bBearer\s+\S+/gi, 'Bearer ***'],` + '\n', '']),
  ),
  skippable(
    NEEDS_KEYRING,
    line(
      'R29',
      'The keychain is the Secret Service on Linux and no weaker store',
      {
        'integration/vault/keyring.test.ts': [
          'the vault over a real keyring > … is unavailable: nothing is absent, stored or removed',
        ],
      },
      guard('main/vault/keychain-child.ts', 'entry', [
        "new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } })",
        'new AsyncEntry(SERVICE, name)',
      ]),
    ),
  ),
  line(
    'R30',
    'A keychain is found, absent, locked or unavailable, and a key is made only where no file needs one',
    {
      'unit/vault/secrets.test.ts': [
        'with a keychain > no key is created if files need an old one, and no token is stored',
        'with a keychain > nothing is created, stored or considered absent while the keychain is locked',
        'with a keychain > a stored key that is … opens nothing and is not replaced while files need it',
      ],
      'unit/session/session.test.ts': ['signing in > never creates a new key if files need an old one'],
    },
    guard('main/vault/file-keys.ts', 'AccountFileKeyProvider', [
      "if (hasFiles(account.id)) return err('key-missing');",
      '',
    ]),
  ),
  line(
    'R31',
    'Calls of the keychain run in a process that is killed at a deadline',
    {
      'unit/vault/keychain.test.ts': [
        'the client of the keychain > kills a process that exceeds the deadline, reports locked, and starts another',
        'a question of the system > may stay open for as long as the window allows, and no longer',
      ],
      'unit/shell/keychain-question.test.ts': ['quitting does not wait for the answer'],
    },
    guard('main/vault/keychain.ts', 'KeychainClient', ['    this.#running?.child.kill();\n', '']),
  ),
  line(
    'R32',
    'A secret is kept in parts that every keychain accepts, and a crash between them leaves the old or the new one',
    { 'unit/vault/parts.test.ts': ['a text in parts', 'a new text'] },
    guard('main/vault/keychain-parts.ts', 'PART_LENGTH', [
      'const PART_LENGTH = 1200;',
      'const PART_LENGTH = 12_000;',
    ]),
  ),
  line(
    'R33',
    'Key and tokens are bound to one address and one user',
    {
      'unit/session/users.test.ts': [
        'a list of accounts that was changed outside of Intray > does not get the tokens: another…',
      ],
      'unit/vault/secrets.test.ts': ['with a keychain > two accounts never share a key'],
      'integration/engine/engine.test.ts': ['accounts never see each other’s records'],
    },
    guard('main/vault/vault.ts', 'doSecretsBelongToAccount', [
      'return origin === account.baseUrl && userId === account.userId;',
      'return true;',
    ]),
  ),
];
