import fc from 'fast-check';

/** Inputs are cut to this length, so that a run stays short. */
export const MAX_INPUT_BYTES = 128 * 1024;

/** Texts that break parsers of all kinds. */
const COMMON_TOKENS: readonly string[] = [
  '',
  '"',
  "'",
  '\\',
  '\u0000',
  '\u009B31m',
  '\u202E',
  '\uFEFF',
  '\r\n',
  '\t',
  ' ',
  '%00',
  '%2F',
  '%',
  '../',
  '#',
  '?',
  ';',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  'null',
  'true',
  '-0',
  '1e999',
  '9007199254740993',
  '__proto__',
  'constructor',
  'then',
  '漢',
  'é',
  'e\u0301',
  'İ',
  '=1+1',
];

type Edit =
  | { readonly do: 'insert'; readonly at: number; readonly text: string }
  | { readonly do: 'delete'; readonly at: number; readonly length: number }
  | { readonly do: 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly do: 'splice'; readonly at: number; readonly other: number; readonly from: number }
  | { readonly do: 'byte'; readonly at: number; readonly value: number };

const SCALE = 0x1_0000;

function toPosition(part: number, length: number): number {
  return Math.floor((part / SCALE) * (length + 1));
}

function applyEdit(input: Buffer, edit: Edit, seeds: readonly Buffer[]): Buffer {
  const at = toPosition(edit.at, input.length);
  const head = input.subarray(0, at);
  switch (edit.do) {
    case 'insert':
      return Buffer.concat([head, Buffer.from(edit.text), input.subarray(at)]);
    case 'delete':
      return Buffer.concat([head, input.subarray(at + edit.length)]);
    case 'repeat': {
      const piece = input.subarray(at, at + edit.length);
      const times = Math.min(edit.times, Math.floor(MAX_INPUT_BYTES / Math.max(1, piece.length)));
      return Buffer.concat([head, ...Array<Buffer>(times).fill(piece), input.subarray(at)]);
    }
    case 'splice': {
      const other = seeds[edit.other % seeds.length] ?? Buffer.alloc(0);
      return Buffer.concat([head, other.subarray(toPosition(edit.from, other.length))]);
    }
    case 'byte':
      return Buffer.concat([head, Buffer.of(edit.value), input.subarray(at + 1)]);
  }
}

const position = fc.nat(SCALE - 1);
const length = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 500 }));

/**
 * Returns inputs made of one seed and up to eight edits. A failing input shrinks to fewer edits.
 * @param seeds the seeds and the corpus of a target
 * @param tokens what the target's parser gives a meaning to
 */
export function mutate(seeds: readonly Buffer[], tokens: readonly string[]): fc.Arbitrary<Uint8Array> {
  const text = fc.oneof(
    fc.constantFrom(...COMMON_TOKENS, ...tokens),
    fc.string({ maxLength: 12, unit: 'binary' }),
  );
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('insert' as const), at: position, text }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at: position, length }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('repeat' as const),
        at: position,
        length,
        times: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 100, max: 20_000 })),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('splice' as const),
        at: position,
        other: fc.nat(seeds.length - 1),
        from: position,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('byte' as const), at: position, value: fc.nat(255) }),
    },
  );
  return fc
    .record({ seed: fc.nat(seeds.length - 1), edits: fc.array(edit, { maxLength: 8 }) })
    .map(({ seed, edits }) => {
      const start = seeds[seed] ?? Buffer.alloc(0);
      const made = edits.reduce((input, one) => applyEdit(input, one, seeds), start);
      return new Uint8Array(made.subarray(0, MAX_INPUT_BYTES));
    });
}
