import { expect, it } from 'vitest';
import { replaceSubsection } from '../../bench/report.ts';

const DOCUMENT = `# Benchmarks

## Window

How it is measured.

### At 100 rows

Old text.

#### A part of it

### At 200 rows

Other text.

## Faults

Text.
`;

it('A subsection gets another text, its own parts included, and the others stay', () => {
  expect(replaceSubsection(DOCUMENT, '## Window', '### At 100 rows', 'New text.\n')).toBe(
    DOCUMENT.replace('Old text.\n\n#### A part of it', 'New text.'),
  );
});

it('A new subsection is added at the end of its section', () => {
  expect(replaceSubsection(DOCUMENT, '## Window', '### At 300 rows', 'New text.')).toBe(
    DOCUMENT.replace('Other text.\n', 'Other text.\n\n### At 300 rows\n\nNew text.\n'),
  );
});

it('A new subsection of the last section is added at the end of the document', () => {
  expect(replaceSubsection(DOCUMENT, '## Faults', '### More', 'New text.')).toBe(
    `${DOCUMENT}\n### More\n\nNew text.\n`,
  );
});

it('A subsection of the same name in another section is not touched', () => {
  const document = `${DOCUMENT}\n### At 100 rows\n\nOf faults.\n`;
  expect(replaceSubsection(document, '## Faults', '### At 100 rows', 'New text.')).toBe(
    document.replace('Of faults.', 'New text.'),
  );
});

it('A document without the section is refused', () => {
  expect(() => replaceSubsection(DOCUMENT, '## Start', '### At 100 rows', '')).toThrow(
    'there is no section ## Start',
  );
});
