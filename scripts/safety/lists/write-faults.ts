/** Faults of writes. */
import { guard, line, type SafetyLine } from '../line.ts';

const SCENARIOS = { 'faults/scenarios.test.ts': ['with seed …, a service that …'] };

export const WRITE_FAULTS: readonly SafetyLine[] = [
  line(
    'F01',
    'A create is done and its response is lost',
    {
      'integration/engine/api/http.test.ts': ['a once-only change > reaches the server once when …'],
      'integration/engine/sender/push.test.ts': [
        'a create whose response is lost is found again and not sent twice',
      ],
    },
    guard('main/engine/sender/outcome.ts', 'toFailedChangeOutcome', [
      '(RETRY_LATER.has(error.code) || !mayHaveLeft)',
      '(RETRY_LATER.has(error.code) || mayHaveLeft)',
    ]),
  ),
  line(
    'F02',
    'A create never leaves, because nothing listens or the name is unknown',
    {
      'integration/engine/api/http.test.ts': [
        'a once-only change > has certainly not been sent when nothing listens',
        'a once-only change > has certainly not been sent when the host name is unknown',
      ],
      'integration/engine/sender/left-or-not.test.ts': [
        '… before anything was sent is retried without a reconciliation',
      ],
    },
    guard('main/engine/api/dispatcher.ts', 'createSingleRequestDispatcher', [
      'hasConnected: () => isConnected',
      'hasConnected: () => true',
    ]),
  ),
  line(
    'F03',
    'The response to a write is cut off',
    {
      'integration/engine/api/http.test.ts': ['a misbehaving server > that cuts a body short is offline'],
      ...SCENARIOS,
    },
    guard('main/engine/api/errors.ts', 'toConnectionError', [
      "meaning?.[1] ?? 'offline'",
      "meaning?.[1] ?? 'rejected'",
    ]),
  ),
  line(
    'F04',
    'A response with status 200 is a page or nothing',
    {
      'integration/engine/api/http.test.ts': [
        'a misbehaving server > that says 200 and sends … is not understood',
      ],
    },
    guard('main/engine/api/send-request.ts', 'findBodyProblem', [
      "if (detail !== null) return err('bad-payload', { detail });",
      '',
    ]),
  ),
  line(
    'F05',
    'The program is killed before the first byte of a create',
    {
      'integration/engine/local/generation-marker.test.ts': [
        'killed before a once-only change is sent > after the commit and before the marker file: the create is reconciled, and nothing looks restored',
        'killed before a once-only change is sent > after the marker file and before the keychain: the same',
      ],
    },
    guard('main/engine/local/recovery/reset-interrupted-changes.ts', 'resetChange', [
      "state: mayHaveLeft ? 'uncertain' : 'saved', evidence };",
      "state: 'saved', evidence };",
    ]),
  ),
  line(
    'F06',
    'The program is killed between a response and its commit',
    {
      'integration/engine/local/open.test.ts': [
        'after a start a create that was being sent is uncertain and an update is pending again',
      ],
      'integration/engine/sender/unwritten-outcomes.test.ts': [
        'an outcome that could not be written is written by the next run, and nothing is sent twice',
      ],
      'faults/kill.test.ts': ['an engine that is killed at random moments loses and duplicates nothing …'],
    },
    guard('main/engine/local/recovery/reset-interrupted-changes.ts', 'resetInterruptedChanges', [
      'if (changed !== null) updateStoredChange(db, changed);',
      '',
    ]),
  ),
  line(
    'F07',
    'Save is pressed twice',
    {
      'integration/engine/local/save.test.ts': ['the same save id is stored once, also after it was sent'],
      'integration/engine/local/reopen.test.ts': [
        'a save without a response is reported as failed, and the same save id is stored once',
      ],
    },
    guard('main/engine/local/outbox/save.ts', 'saveChange', [
      'if (repeated !== null) return repeated.ok ? ok({ ...repeated.value, released: [] }) : repeated;',
      '',
    ]),
  ),
  line(
    'F08',
    'Two runs of the program work on one folder',
    {
      'integration/engine/sqlite/folder-lock.test.ts': [
        'the second is told which process holds the folder, and gets it when the first releases it',
      ],
      'faults/two-engines.test.ts': [
        'of engines that start on one folder at the same moment one runs, and each of its writes reaches the service once',
      ],
    },
    guard('main/engine/sqlite/folder-lock.ts', 'takeLock', ['    db.execute(sql`BEGIN EXCLUSIVE`);\n', '']),
  ),
  line(
    'F09',
    'Two equal records could be the one of a lost create',
    { 'integration/engine/sender/push.test.ts': ['of two equal records neither is taken for the lost one'] },
    guard('main/engine/sender/send-create.ts', 'concludeReconcile', [
      "only?.creator === 'user' && same.length === 1",
      "only?.creator === 'user'",
    ]),
  ),
  line(
    'F10',
    'The response to a create is about another patient or type',
    { 'integration/engine/sender/push.test.ts': ['a response about another patient is never adopted'] },
    guard('main/engine/sender/conclude-create.ts', 'isForeign', [
      "if (kind === 'requisition' && isForeign(change, resource.value)) return askAboutAnswer(null);",
      '',
    ]),
  ),
  line(
    'F11',
    'An update is lost, and another user edits the record meanwhile',
    {
      'integration/engine/sender/push.test.ts': [
        'a lost update to a record that was changed since is a conflict, not an overwrite',
      ],
    },
    guard('main/engine/sender/conflicts.ts', 'judgeField', [
      "areSameFieldValues(field, current, left[field]) ? 'send' : 'conflict';",
      "areSameFieldValues(field, current, left[field]) ? 'send' : 'send';",
    ]),
  ),
  line(
    'F12',
    'Many changes meet errors, cuts and delays at random',
    {
      ...SCENARIOS,
      'faults/interleavings.test.ts': [
        'edits on two clients, in any order, with wrong clocks, faults and restarts, are sent once and replace no unseen value',
      ],
    },
    guard('main/engine/sender/outcome.ts', 'toFailedRepeatableChangeOutcome', [
      "return isUndone ? { type: 'later', error, evidence: before } : { type: 'later', error };",
      "return { type: 'done', ending: 'sent' };",
    ]),
  ),
];
