/** Faults of lists. */
import { guard, line, type SafetyLine } from '../line.ts';

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
    guard('main/engine/sync/pass-coverage.ts', 'PassCoverage', [
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
    guard('main/engine/sync/pass-coverage.ts', 'PassCoverage', [
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
    guard('main/engine/sync/full-sweep.ts', 'repeatPassesUntilListIsKnown', [
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
    guard('main/engine/sync/pass-failures.ts', 'MAX_STALE_PAGES', [
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
    guard('main/engine/cache/ingest/sweep.ts', 'storeSweepEnding', [
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
    'Reading a list takes minutes',
    {
      'integration/engine/sync/first-sync.test.ts': [
        'the first page can be read while the rest is being fetched',
      ],
      'integration/renderer/offline.test.tsx': [
        'the page > stops a sync when asked, and what had arrived stays',
      ],
    },
    guard('main/engine/sync/single-list-refresher.ts', 'SingleListRefresher', [
      'isUrgent: offset === 0',
      'isUrgent: false',
    ]),
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
    guard('main/engine/sync/single-list-refresher.ts', 'SingleListRefresher', [
      'new Date(from - SERVICE_ASSUMPTIONS.searchFromOverlap.value)',
      'new Date(from + SERVICE_ASSUMPTIONS.searchFromOverlap.value)',
    ]),
  ),
];
