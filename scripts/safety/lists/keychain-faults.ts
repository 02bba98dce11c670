/** Faults of keychains. */
import { guard, line, skippable, type SafetyLine } from '../line.ts';

const NEEDS_KEYRING = 'a message bus and a keyring are not on every computer';

export const KEYCHAIN_FAULTS: readonly SafetyLine[] = [
  skippable(
    NEEDS_KEYRING,
    line(
      'F50',
      'There is no keychain, or it was never opened, is locked, or ends',
      {
        'unit/vault/answer.test.ts': ['… means …'],
        'unit/vault/keychain.test.ts': ['nothing found'],
        'integration/vault/keyring.test.ts': ['the vault over a real keyring'],
      },
      guard('main/vault/keychain-child.ts', 'confirmAbsent', [
        'if (isKeychainFailure(written)) return written;',
        '',
      ]),
    ),
  ),
  skippable(
    NEEDS_KEYRING,
    line(
      'F51',
      'The question of a keychain is never answered',
      {
        'unit/vault/keychain.test.ts': [
          'the client of the keychain > kills a process that exceeds the deadline, reports locked, and starts another',
          'a question of the system > can be given up: the call returns locked, and the next one starts another process',
        ],
        'unit/shell/keychain-question.test.ts': ['quitting does not wait for the answer'],
        'integration/vault/keyring.test.ts': [
          'the vault over a real keyring > whose unlock prompt gets no response ends at the deadline, every time',
        ],
      },
      guard('main/vault/keychain.ts', 'KeychainClient', [
        'return await Promise.race([answered, failed]);',
        'return await answered;',
      ]),
    ),
  ),
  line(
    'F52',
    'The keychain refuses new tokens',
    {
      'unit/vault/parts.test.ts': [
        'a new text > that the keychain refuses at any step is refused, and the old one stays; completed steps stay',
      ],
      'unit/session/session.test.ts': ['renewing tokens > with tokens that are refused leaves the old ones'],
    },
    guard('main/vault/keychain-parts.ts', 'saveInParts', [
      "former === 'a' ? 'b' : 'a');",
      "former === 'a' ? 'a' : 'b');",
    ]),
  ),
];
