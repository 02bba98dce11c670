/** Rules of the outbox and of the sync. */
import { guard, line, type SafetyLine } from '../line.ts';

export const SENDING_RULES: readonly SafetyLine[] = [
  line(
    'R51',
    'A change is called saved once the disk has it, and each one says where it stands',
    {
      'integration/engine/sqlite/connection.test.ts': [
        'a connection > to the local store waits at every commit until the disk has it',
      ],
      'integration/engine/local/open.test.ts': ['a saved write is in the file at the end, encrypted'],
      'e2e/system/offline-writes.spec.ts': [
        'What is written without a network survives a restart and reaches the service once',
      ],
    },
    guard('main/engine/sqlite/connection.ts', 'SYNCHRONOUS', ['full: 2 }', 'full: 0 }']),
  ),
  line(
    'R52',
    'A create or publish that may have left is never sent again by the program',
    {
      'integration/engine/local/open.test.ts': [
        'after a start a create that was being sent is uncertain and an update is pending again',
      ],
      'integration/engine/sender/push.test.ts': [
        'a create whose response is lost is found again and not sent twice',
        'a create that is not found again stays uncertain, and is sent once more only when the user says so',
        'a publish that did not arrive stays uncertain and is not sent again',
      ],
    },
    guard('main/engine/local/recovery/reset-interrupted-changes.ts', 'resetChange', [
      "state: mayHaveLeft ? 'uncertain' : 'saved', evidence };",
      "state: 'saved', evidence };",
    ]),
  ),
  line(
    'R53',
    'An update is compared with the record at the service first, and a conflict keeps both values',
    {
      'integration/engine/sender/push.test.ts': [
        'different fields changed by two clients merge without a question',
        'the same field changed by two clients is a question with both values, and nothing is overwritten meanwhile',
      ],
      'unit/engine/sender/conflicts.test.ts': ['a field that also changed on the server is a conflict'],
    },
    guard('main/engine/sender/conflicts.ts', 'judgeField', [
      "areSameFieldValues(field, current, left[field]) ? 'send' : 'conflict';",
      "areSameFieldValues(field, current, left[field]) ? 'send' : 'send';",
    ]),
  ),
  line(
    'R54',
    'Changes of one record are sent in order, and its own id is replaced everywhere at once',
    {
      'integration/engine/local/save.test.ts': [
        'once a create has its id, the changes behind it and its local id follow',
        'editing a create that is being sent or uncertain adds a change behind it',
      ],
      'faults/kill.test.ts': ['an engine that is killed at random moments loses and duplicates nothing …'],
    },
    guard('main/engine/local/ids.ts', 'assignServiceId', [
      '  db.run(sql`UPDATE operation SET target = ${real} WHERE target = ${local}`);\n',
      '',
    ]),
  ),
  line(
    'R55',
    'A record missing from a list is never removed for that alone',
    {
      'integration/engine/sync/missing.test.ts': [
        'a … is removed after two certain sweeps without it and two 404 responses, ten minutes apart; its content stays readable',
        'responses to ids do not count while no list is readable',
        'two of eight forms that are deleted at once wait for the user, who confirms the list',
      ],
      'integration/engine/sync/deletion.test.ts': [
        'a form that a list lacks, but that the service still has, stays',
      ],
    },
    guard(
      'main/engine/sync/missing-record-checker.ts',
      'MissingRecordChecker',
      ['if (!list.ok || list.value.status !== OK || !parseListEnvelope(list.value.bytes).ok) return;', ''],
      ['this.#getTimes(list.value.serverTime)', 'this.#getTimes(list.ok ? list.value.serverTime : null)'],
    ),
  ),
  line(
    'R56',
    'A list is complete only where its pages agree, whatever its order and limits are',
    {
      'unit/engine/sync/sweep.test.ts': [
        'an order that changes with every request is not trusted to have shown everything',
        'a service that ignores the offset ends soon, and is not trusted',
        'whatever the size of the list and the cap of its pages, every record comes and the sweep is trusted',
      ],
      'unit/engine/sync/passes.test.ts': [
        'a list that never stops changing ends after twenty passes, and is not called complete',
      ],
      'unit/engine/sync/endless-list.test.ts': [
        'a list without an end is left after the most pages that any list should have, as incomplete',
        'a list without an end is left after the most records that any list should have, however large its pages are',
        'a list without an end loses no change, holds up no other list, and is complete once it ends again',
        'lists are not read on where they would take the last space of the disk, which changes and what was read keep',
      ],
    },
    guard('main/engine/sync/pass-coverage.ts', 'PassCoverage', [
      'return this.#fresh >= this.#covered && this.#overlaps.agree;',
      'return true;',
    ]),
  ),
  line(
    'R57',
    'Times are read strictly, waits use a clock that nobody sets, and a link is judged by its own clock',
    {
      'unit/engine/api/parse/time.test.ts': ['reads …', 'refuses …'],
      'unit/engine/sync/circuit-breaker.test.ts': ['the wall clock does not affect it'],
      'integration/engine/pdfs/links.test.ts': [
        'a link > is judged by the clock of the service, not by the local one',
      ],
    },
    guard('main/engine/api/parse/fields.ts', 'parseTimestamp', [
      'if (y < 1 || h > 23 || mi > 59 || s > 59 || !isCalendarDay(y, mo, d)) return null;',
      '',
    ]),
  ),
  line(
    'R58',
    'Failures lead to pauses that grow and vary, and a wish of the service to wait is kept',
    {
      'unit/engine/sync/circuit-breaker.test.ts': [
        'six failures in a row … open it for a while, five do not',
        'the pause has jitter over its whole length',
        'a pause that the service asks for is kept, never more than five minutes, and never shortened',
      ],
      'unit/engine/sync/retry.test.ts': [
        'transient errors are retried, with waits that grow and have jitter',
      ],
    },
    guard('main/engine/sync/failure-backoff.ts', 'FailureBackoff', [
      'if (this.#until === null && this.#failures < MAX_FAILURES) return false;',
      'if (this.#until === null) return false;',
    ]),
  ),
];
