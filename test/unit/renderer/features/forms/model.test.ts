import { describe, expect, it } from 'vitest';
import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import { parseSearch } from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import { formatFormChip, createFormFilterMenus } from '#renderer/features/forms/list/form-filters.ts';
import {
  explainUnpublishedChanges,
  toOpenRequestsAgeText,
  formatUnpublishedSince,
  formatUsableBy,
  listNonEmptyUserSets,
} from '#renderer/features/forms/labels.ts';
import { toOpenRequestRows } from '#renderer/features/forms/record/FormCompletionRequests.tsx';
import { toggleFilterChoice } from '#renderer/shared/query/query-menus.ts';
import { translate } from '#renderer/text/text.ts';
import { createDateFormat } from '#renderer/ui/format.ts';
import { NOON } from '../../../../support/builders.ts';
import { aForm } from '../../../../support/values.ts';

const DAY_MS = 86_400_000;
const format = createDateFormat('UTC');
const before = (days: number) => toEpochMs(NOON - days * DAY_MS);
const nobody = { medicalCenters: 0, specializations: 0, peerGroups: 0, individuals: 0, otherLimits: 0 };

describe('who may use a form', () => {
  it('is said by how many each set has', () => {
    const sets = { ...nobody, medicalCenters: 2, individuals: 1 };
    expect(formatUsableBy(translate, { usableByAll: false, ...sets })).toBe('2 centers, 1 person');
  });

  it('is everyone whatever the sets hold, and nobody where none holds anybody', () => {
    expect(formatUsableBy(translate, { usableByAll: true, ...nobody, peerGroups: 3 })).toBe('Everyone');
    expect(formatUsableBy(translate, { usableByAll: false, ...nobody })).toBe('No one');
  });

  it('is not nobody where a set that the document does not name holds somebody', () => {
    const users = { usableByAll: false, ...nobody, otherLimits: 1 };
    expect(formatUsableBy(translate, users)).toBe('Other limits');
    expect(formatUsableBy(translate, { ...users, individuals: 1 })).toBe('1 person, other limits');
  });

  it('lists only the sets that hold somebody', () => {
    const usableBy = { ...aForm().usableBy, usableByAll: false, individuals: ['user_1'] };
    expect(listNonEmptyUserSets(usableBy)).toEqual([{ set: 'individuals', ids: ['user_1'] }]);
  });
});

describe('the age of what a form waits for', () => {
  it.each([
    [0, '9 asked, oldest today', 'calm'],
    [1, '9 asked, oldest 1 day', 'calm'],
    [7, '9 asked, oldest 7 days', 'amber'],
    [14, '9 asked, oldest 14 days', 'red'],
  ])('after %i days is said and gains weight', (days, words, tone) => {
    const row = { openRequests: 9, oldestRequestAt: before(days) };
    expect(toOpenRequestsAgeText(translate, row, NOON, format)).toEqual({ words, tone });
  });

  it('is left out where no request says its time, and nothing is said where nobody is asked', () => {
    const undated = { openRequests: 1, oldestRequestAt: null };
    expect(toOpenRequestsAgeText(translate, undated, NOON, format)).toEqual({
      words: '1 asked',
      tone: 'calm',
    });
    expect(toOpenRequestsAgeText(translate, { ...undated, openRequests: 0 }, NOON, format)).toBeNull();
  });
});

describe('a draft that is ahead of what patients see', () => {
  it('says since when, on a line', () => {
    expect(formatUnpublishedSince(translate, before(12), NOON, format)).toBe(
      'With changes for 12 days or more',
    );
    expect(formatUnpublishedSince(translate, before(0), NOON, format)).toBe(
      'With changes since today or longer',
    );
    expect(formatUnpublishedSince(translate, null, NOON, format)).toBeNull();
  });

  it.each([
    [12, 9, 'The form has had unpublished changes for at least 12 days; 9 patients asked since then.'],
    [1, 1, 'The form has had unpublished changes for at least one day; one patient asked since then.'],
    [
      0,
      0,
      'The form has had unpublished changes since today or longer; patients who were asked before may see the older version.',
    ],
    [
      12,
      0,
      'The form has had unpublished changes for at least 12 days; patients who were asked before may see the older version.',
    ],
  ])('for %i days with %i asked since, in one sentence', (days, askedSince, sentence) => {
    expect(
      explainUnpublishedChanges(translate, { unpublishedSince: before(days), askedSince }, NOON, format),
    ).toBe(sentence);
  });
});

describe('the filters of forms', () => {
  it('write what the search reads back', () => {
    const choices = createFormFilterMenus({ text: translate }).flatMap(({ choices: some }) => some);
    for (const choice of choices) {
      const { problems, terms } = parseSearch(
        FORM_SEARCH_SYNTAX,
        toggleFilterChoice('', choice),
        NOON,
        'UTC',
      );
      expect([problems, terms.length]).toEqual([[], 1]);
    }
  });

  it.each([
    ['state:"unpublished changes"', 'State: Unpublished changes'],
    ['-usable:all', 'Not Who can use it: Everyone'],
    ['waiting:>7d', 'Oldest request: >7d'],
    ['changed:no', 'Changed since last viewed: no'],
    ['followup:due', 'Followed up: due'],
    ['for:user_7', 'For: the name of user_7'],
    ['for:Center', 'For: Center'],
    ['intake', null],
  ])('show %s as a chip in words', (typed, words) => {
    const [token] = parseSearch(FORM_SEARCH_SYNTAX, typed, NOON, 'UTC').tokens;
    const idLabels = (id: string) => `the name of ${id}`;
    expect(token?.term && formatFormChip({ text: translate, idLabels }, token.term, typed)).toBe(words);
  });
});

describe('the open requests of a form as it tells them', () => {
  it('begin with who waits longest; those without a time come last', () => {
    const requestCompletionFrom = [
      { patient: 'user_1', requestedBy: '', requestedAt: null },
      { patient: 'user_2', requestedBy: '', requestedAt: before(1) },
      { patient: 'user_3', requestedBy: '', requestedAt: before(5) },
    ];
    const rows = toOpenRequestRows(aForm({ requestCompletionFrom }));
    expect(rows.map(({ patient, state }) => [patient, state])).toEqual([
      ['user_3', 'open'],
      ['user_2', 'open'],
      ['user_1', 'open'],
    ]);
  });
});
