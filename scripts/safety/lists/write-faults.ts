/** Faults of writes and of lists. */
import { guard, line, type SafetyLine } from '../line.ts';

const SCENARIOS = { 'faults/scenarios.test.ts': ['with seed …, a service that …'] };

export const WRITE_FAULTS: readonly SafetyLine[] = [
  line(
    'F01',
    'A create is done and its response is lost',
    {
      'integration/engine/api/http.test.ts': ['a once-only write > reaches the server once when …'],
      'integration/engine/sender/push.test.ts': [
        'a create whose response is lost is found again and not sent twice',
      ],
    },
    guard('main/engine/sender/outcome.ts', 'toFailureOutcome', [
      '(RETRY_LATER.has(error.code) || !mayHaveLeft)',
      '(RETRY_LATER.has(error.code) || mayHaveLeft)',
    ]),
  ),
  line(
    'F02',
    'A create never leaves, because nothing listens or the name is unknown',
    {
      'integration/engine/api/http.test.ts': [
        'a once-only write > has certainly not been sent when nothing listens',
        'a once-only write > has certainly not been sent when the host name is unknown',
      ],
      'integration/engine/sender/left-or-not.test.ts': [
        '… before anything was sent is retried without a reconciliation',
      ],
    },
    guard('main/engine/api/dispatcher.ts', 'createSingleDispatcher', [
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
        'killed before a once-only write is sent > after the commit and before the marker file: the create is reconciled, and nothing looks restored',
        'killed before a once-only write is sent > after the marker file and before the keychain: the same',
      ],
    },
    guard('main/engine/local/recovery/recover-sent.ts', 'resetOperation', [
      "state: mayHaveLeft ? 'uncertain' : 'saved' };",
      "state: 'saved' };",
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
    guard('main/engine/local/recovery/recover-sent.ts', 'resetInterruptedWrites', [
      'if (changed !== null) updateOperation(db, changed);',
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
    guard('main/engine/local/outbox/save.ts', 'saveWrite', [
      'if (stored !== undefined) return ok(stored);',
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
      "if (kind === 'requisition' && isForeign(operation, resource.value)) return askAboutAnswer(null);",
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
      "isSameValue(field, current, left[field]) ? 'send' : 'conflict';",
      "isSameValue(field, current, left[field]) ? 'send' : 'send';",
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
    guard('main/engine/sender/conflicts.ts', 'judgeField', [
      "isSameValue(field, current, left[field]) ? 'send' : 'conflict';",
      "isSameValue(field, current, left[field]) ? 'send' : 'send';",
    ]),
  ),
];

export const LIST_FAULTS: readonly SafetyLine[] = [
  line(
    'F13',
    'A record is added in front between two pages',
    {
      'unit/engine/sync/sweep.test.ts': [
        'records added in front during the sweep are not taken for the end, and the sweep knows that it missed them',
        'one record in front between two pages counts as growth; it leaves the sweep uncertain',
      ],
    },
    guard('main/engine/sync/page-planner.ts', 'PagePlanner', [
      'return this.#fresh >= this.#covered && this.#overlaps.agree;',
      'return true;',
    ]),
  ),
  line(
    'F14',
    'A record is deleted between two pages',
    {
      'unit/engine/sync/sweep.test.ts': [
        'a record that moved to the back, was deleted or moved between others does not count as growth',
        'a trusted pass has missed no record that existed all the time, whatever moved meanwhile',
      ],
    },
    guard('main/engine/sync/page-planner.ts', 'PagePlanner', [
      'return this.#fresh >= this.#covered && this.#overlaps.agree;',
      'return true;',
    ]),
  ),
  line(
    'F15',
    'The order changes with every request',
    {
      'unit/engine/sync/sweep.test.ts': [
        'an order that changes with every request is not trusted to have shown everything',
      ],
      'unit/engine/sync/passes.test.ts': [
        'if the list moved it is read again, until three passes in a row bring nothing new',
      ],
    },
    guard('main/engine/sync/full-sweep.ts', 'repeatPasses', [
      'const isComplete = isGapless || (isFinished && isKnown);',
      'const isComplete = isGapless || isFinished;',
    ]),
  ),
  line(
    'F16',
    'The limit of a page is ignored',
    { 'unit/engine/sync/sweep.test.ts': ['a service that ignores the limit is read in one page'] },
    guard('main/engine/sync/page-planner.ts', 'addPage', [
      'this.#knownCapacity = Math.max(this.#knownCapacity, records);',
      '',
    ]),
  ),
  line(
    'F17',
    'Pages are shorter than was asked for',
    {
      'unit/engine/sync/sweep.test.ts': [
        'whatever the size of the list and the cap of its pages, every record comes and the sweep is trusted',
        'pages that are short at random lose no record',
      ],
    },
    guard('main/engine/sync/page-planner.ts', 'addPage', [
      'else if (records < range.span) this.#leaveGap(range, records);',
      '',
    ]),
  ),
  line(
    'F18',
    'The offset is ignored, so that every page is the first one',
    {
      'unit/engine/sync/sweep.test.ts': [
        'a service that ignores the offset ends soon, and is not trusted',
        'a service that ignores the offset ends as soon in whatever order its pages arrive',
      ],
    },
    guard('main/engine/sync/page-planner.ts', 'MAX_STALE_PAGES', [
      'const MAX_STALE_PAGES = 3;',
      'const MAX_STALE_PAGES = 300;',
    ]),
  ),
  line(
    'F19',
    'One id comes twice with different times',
    {
      'integration/engine/cache/writer.test.ts': [
        'of two versions in one sweep the newer one stays, in any order',
      ],
    },
    guard('main/engine/cache/ingest/page-writer.ts', 'PageWriter', [
      'return this.rows.has(stored.row) || hasMet(stored.row);',
      'return false;',
    ]),
  ),
  line(
    'F20',
    'A list is suddenly empty',
    {
      'integration/engine/sync/first-sync.test.ts': [
        'an empty list removes no known record and is not trusted',
      ],
    },
    guard('main/engine/cache/ingest/sweep.ts', 'concludeSweep', [
      "const outcome = isEmptied ? 'incomplete' : ending.outcome;",
      'const { outcome } = ending;',
    ]),
  ),
  line(
    'F21',
    'One page of a list fails for good',
    {
      'integration/engine/sync/first-sync.test.ts': [
        'a page that fails permanently leaves the others, and removes no record',
      ],
      'unit/engine/sync/sweep.test.ts': [
        'one page that fails is omitted, the others are kept, and the sweep says so',
      ],
    },
    guard('main/engine/sync/full-sweep.ts', 'runSweepPass', ['if (!isAskedAgain) error = stored.error;', '']),
  ),
  line(
    'F22',
    'A list is so long that reading it takes minutes',
    {
      'integration/engine/sync/first-sync.test.ts': [
        'the first page can be read while the rest is being fetched',
      ],
      'e2e/killed.spec.ts': ['A sync can be stopped, and what had arrived stays'],
    },
    guard('main/engine/sync/pull-kind.ts', 'KindPull', ['isUrgent: offset === 0', 'isUrgent: false']),
  ),
  line(
    'F23',
    'A time is exactly at the boundary of a filter',
    {
      'integration/engine/sync/refresh.test.ts': [
        'the search by time overlaps with known records, so that a boundary does not matter',
      ],
      'integration/engine/cache/queries/inbox/date-filters.test.ts': [
        'at every boundary the millisecond before, the exact one and the next one find the same, in every zone',
      ],
    },
    guard('main/engine/sync/pull-kind.ts', 'KindPull', [
      'new Date(from - ASSUMPTIONS.searchFromOverlap.value)',
      'new Date(from + ASSUMPTIONS.searchFromOverlap.value)',
    ]),
  ),
];
