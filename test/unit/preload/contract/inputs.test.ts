import { expect, test } from 'vitest';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { procedures } from '#contract/procedures.ts';
import { VALID_INPUTS } from '../../../support/valid-inputs.ts';

/** The procedures whose valid input has a field, with that input. */
function listInputsWith(
  field: string,
): readonly (readonly [name: string, input: Readonly<Record<string, unknown>>])[] {
  return PROCEDURE_NAMES.flatMap((name) => {
    const input = VALID_INPUTS[name] as Readonly<Record<string, unknown>>;
    return Object.hasOwn(input, field) ? [[name, input] as const] : [];
  });
}

function isAccepted(name: string, input: unknown): boolean {
  return procedures[name as keyof typeof procedures].input.safeParse(input).success;
}

/** Returns which of these values some procedure accepts in a field. */
function listAccepted(field: string, values: readonly unknown[]): readonly string[] {
  const found = listInputsWith(field);
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter(([name, input]) => !isAccepted(name, input))).toEqual([]);
  return found.flatMap(([name, input]) =>
    values
      .filter((value) => isAccepted(name, { ...input, [field]: value }))
      .map((value) => `${name} ${String(value)}`),
  );
}

test('no list gives a number of rows that is broken, negative or huge', () => {
  const numbers = [-1, 0, 1.5, 1e9, Number.NaN, Infinity, '50', null, [1], { $gt: 0 }];
  expect(listAccepted('limit', numbers)).toEqual([]);
});

test('no list is sorted by anything but what it offers', () => {
  const orders = [
    'name',
    { by: 'id; DROP TABLE requisition', descending: false },
    { by: 'constructor', descending: false },
    { by: ['name'], descending: false },
    { by: 'name', descending: 'yes' },
    { descending: false, by: 'name', raw: '1' },
  ];
  expect(listAccepted('order', orders)).toEqual([]);
});

test('no procedure that reaches a file accepts a path in place of an id, and none accepts one beside it', () => {
  const paths = ['/etc/passwd', '../../x', String.raw`C:\x`, 'file:///etc/passwd', '\0', ''];
  // Others look an id up in a database, where any text is only text.
  const reaching = listAccepted('id', paths).filter((found) => /^(pdfs|accounts)\./.test(found));
  expect(reaching).toEqual([]);
  const beside = PROCEDURE_NAMES.filter((name) =>
    isAccepted(name, { ...(VALID_INPUTS[name] as object), path: '/etc/passwd' }),
  );
  expect(beside).toEqual([]);
});
