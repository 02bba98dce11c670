import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { WORKLIST_SEARCH_SYNTAX, worklistSearchTermsSchema } from '#contract/worklist-search.ts';
import {
  parseSearch,
  removeWordsAndKeepFilters,
  removeSearchToken,
  replaceOperatorValue,
  formatSearch,
} from '#contract/search/syntax.ts';

const NOW = toEpochMs(Date.UTC(2026, 2, 12, 12, 0));
const parse = (text: string, zone = 'UTC', now = NOW) => parseSearch(WORKLIST_SEARCH_SYNTAX, text, now, zone);
const getTerms = (text: string, zone?: string) => parse(text, zone).terms;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('words of a search', () => {
  it('are all required, and a phrase as a whole', () => {
    expect(getTerms('iron  "blood count"')).toEqual([
      { field: 'text', value: 'iron', isNot: false },
      { field: 'text', value: 'blood count', isNot: false },
    ]);
  });

  it('are excluded by a minus', () => {
    expect(getTerms('-iron -"blood count" -type:lab -shared:yes')).toEqual([
      { field: 'text', value: 'iron', isNot: true },
      { field: 'text', value: 'blood count', isNot: true },
      { field: 'type', value: 'lab', isNot: true },
      { field: 'shared', value: true, isNot: true },
    ]);
  });

  it('may be operators in any case, and values with spaces and quotes between quotes', () => {
    expect(getTerms('PATIENT:"Anna ""Ani"" Berg" type:Lab')).toEqual([
      { field: 'patient', value: 'Anna "Ani" Berg', isNot: false },
      { field: 'type', value: 'Lab', isNot: false },
    ]);
  });

  it('may be the label of a status; one that the service does not name is unchanged', () => {
    expect(getTerms('status:"Results received" status:Awaiting_Signature')).toMatchObject([
      { value: 'results_received' },
      { value: 'Awaiting_Signature' },
    ]);
  });

  it('may be a time of day or a lone minus', () => {
    expect(getTerms('10:30 -')).toMatchObject([{ value: '10:30' }, { value: '-' }]);
  });

  it('reach to the end if a quote is not closed', () => {
    expect(getTerms('iron "blood cou')).toMatchObject([{ value: 'iron' }, { value: 'blood cou' }]);
  });
});

describe('dates of a search', () => {
  const span = (text: string, zone?: string) => {
    const [term] = getTerms(text, zone);
    return term !== undefined && 'from' in term ? [term.from, term.until] : null;
  };

  it.each([
    ['created:2026-03-01', day('2026-03-01'), day('2026-03-02')],
    ['created:<2026-03-01', null, day('2026-03-01')],
    ['created:>2026-03-01', day('2026-03-02'), null],
    ['created:2026-03-01..2026-03-05', day('2026-03-01'), day('2026-03-06')],
    ['created:2026-03-05..2026-03-01', day('2026-03-01'), day('2026-03-06')],
    ['created:2026-03-01..', day('2026-03-01'), null],
    ['created:..yesterday', null, day('2026-03-12')],
    ['created:today', day('2026-03-12'), day('2026-03-13')],
    ['created:yesterday', day('2026-03-11'), day('2026-03-12')],
    ['created:1900-01-01', day('1900-01-01'), day('1900-01-02')],
    ['created:9999-12-31', day('9999-12-31'), toEpochMs(253_402_300_800_000)],
    ['created:day-2', day('2026-03-10'), day('2026-03-11')],
    ['updated:2d', day('2026-03-10'), null],
    ['updated:<3w', day('2026-02-20'), null],
    ['updated:>4h', null, NOW - 4 * 3_600_000],
    ['since:>7d', null, day('2026-03-05')],
    ['since:7d..3d', day('2026-03-05'), day('2026-03-10')],
    ['due:<2d', null, day('2026-03-14')],
    ['due:2d', day('2026-03-12'), day('2026-03-15')],
    ['due:>1w', day('2026-03-20'), null],
    ['due:tomorrow', day('2026-03-13'), day('2026-03-14')],
    ['due:..', null, null],
  ])('are read: %s', (text, from, until) => {
    expect(span(text)).toEqual([from, until]);
  });

  it('begin a day when the local time zone does', () => {
    expect(span('due:today', 'Pacific/Auckland')).toEqual([
      Date.parse('2026-03-12T11:00:00Z'),
      Date.parse('2026-03-13T11:00:00Z'),
    ]);
    expect(span('due:today', 'America/Los_Angeles')).toEqual([
      Date.parse('2026-03-12T07:00:00Z'),
      Date.parse('2026-03-13T07:00:00Z'),
    ]);
  });

  it('include days on which the clocks change, also at midnight', () => {
    expect(span('created:2026-03-29', 'Europe/Berlin')).toEqual([
      Date.parse('2026-03-28T23:00:00Z'),
      Date.parse('2026-03-29T22:00:00Z'),
    ]);
    // In Lebanon the clocks go from 24:00 to 1:00 on that day.
    expect(span('created:2026-03-29', 'Asia/Beirut')).toEqual([
      Date.parse('2026-03-28T22:00:00Z'),
      Date.parse('2026-03-29T21:00:00Z'),
    ]);
  });

  it('use the zone of the system if the wanted one is unknown', () => {
    expect(getTerms('due:today', 'Mars/Olympus')).toEqual(getTerms('due:today', 'system'));
  });
});

describe('what cannot be read', () => {
  it.each([
    ['type:', 'no-value'],
    ['-patient:', 'no-value'],
    ['patient:""', 'no-value'],
    ['colour:red', 'unknown-operator'],
    ['due:soon', 'bad-date'],
    ['created:2026-02-30', 'bad-date'],
    ['created:0000-01-01', 'bad-date'],
    ['created:0202-01-31', 'bad-date'],
    ['created:1..2..3', 'bad-date'],
    ['created:999999w', 'bad-date'],
    ['shared:perhaps', 'bad-value'],
    ['review:maybe', 'bad-value'],
  ])('is named in %s, and the rest applies', (text, why) => {
    const { terms, problems } = parse(`iron ${text} type:lab`);
    expect(problems.map((problem) => [problem.token.text, problem.reason])).toEqual([[text, why]]);
    expect(terms).toHaveLength(2);
  });

  it('is everything beyond forty conditions', () => {
    const { terms, problems } = parse('a '.repeat(42));
    expect(terms).toHaveLength(40);
    expect(problems.map(({ reason }) => reason)).toEqual(['too-many', 'too-many']);
  });

  it('is not parsed beyond forty conditions, so that a pasted document stops nobody', () => {
    let parsed = 0;
    const meanings = { patient: (value: string) => (parsed++, value) };
    parseSearch({ ...WORKLIST_SEARCH_SYNTAX, meanings }, 'patient:user_1 '.repeat(5000), NOW, 'UTC');
    expect(parsed).toBe(40);
  });

  it('is not parsed beyond four hundred parts where none of them can be read', () => {
    const { terms, problems } = parse('due:soon '.repeat(401).concat('iron'));
    expect(terms).toEqual([]);
    expect(problems.slice(399).map(({ reason }) => reason)).toEqual(['bad-date', 'too-many', 'too-many']);
  });
});

describe('any text at all', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'type:',
      'due:',
      '-',
      '"',
      '""',
      ':',
      '..',
      '<',
      '>',
      ' ',
      '2d',
      'today',
      '-patient:',
      'since:>7d',
      '2026-03-12',
    ),
  );
  const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const anyZone = fc.constantFrom('UTC', 'Pacific/Auckland', 'America/St_Johns', 'system', 'nowhere');

  it('is parsed without throwing, into valid conditions', () => {
    fc.assert(
      fc.property(anyText, anyZone, (text, zone) => {
        const { terms, tokens } = parse(text, zone);
        expect(worklistSearchTermsSchema.safeParse(terms).success).toBe(true);
        expect(tokens.map((token) => token.text).join('')).toBe(
          text.replaceAll(/\s/g, (blank, at: number) =>
            tokens.some(({ start, end }) => start <= at && at < end) ? blank : '',
          ),
        );
      }),
    );
  });

  it('has the same conditions when parsed from its own output', () => {
    fc.assert(
      fc.property(anyText, anyZone, (text, zone) => {
        const { terms } = parse(text, zone);
        const again = parse(formatSearch(terms), zone);
        expect(again.terms).toEqual(terms);
        expect(again.problems).toEqual([]);
      }),
    );
  });

  it('loses one condition with its token, and no other', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, pick) => {
        const { tokens } = parse(text);
        const token = tokens[pick % Math.max(1, tokens.length)];
        fc.pre(token !== undefined && !text.includes('"'));
        const left = parse(removeSearchToken(text, token)).tokens.map((each) => each.text);
        expect(left).toEqual(tokens.filter((each) => each !== token).map((each) => each.text));
      }),
    );
  });
});

describe('a choice from a menu', () => {
  it('replaces the value of the operator', () => {
    expect(replaceOperatorValue('type:lab iron -type:imaging', 'type', 'general')).toBe('iron type:general');
    expect(replaceOperatorValue('iron', 'patient', 'Anna Berg')).toBe('iron patient:"Anna Berg"');
    expect(replaceOperatorValue('iron due:today', 'due', null)).toBe('iron');
  });
});

it('has as its filters its parts with an operator, as typed, without free words', () => {
  expect(removeWordsAndKeepFilters('Ada  type:lab -shared:yes "Grace Marsh" code:"E 78" ferr')).toBe(
    'type:lab -shared:yes code:"E 78"',
  );
  expect(removeWordsAndKeepFilters('patient:user_1 review:')).toBe('patient:user_1 review:');
  expect(removeWordsAndKeepFilters('Ada')).toBe('');
});
