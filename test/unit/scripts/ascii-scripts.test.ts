import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { escapeToAscii } from '../../../scripts/build/ascii-scripts.ts';

const SCRIPT = `
  const größe = 'Größe – “café” 血液 😀';
  const template = \`\${größe.length}: ناي\`;
  // Kommentar: é
  const found = [/[،;–]/.test('a،b'), /^[😀😁]$/u.test('😀'), new RegExp(String.raw\`[،–]\\d\`, 'u').test('–1')];
  const escapedOnes = ['\\é', '\\\\é', /\\–/.test('–'), /^\\\\–$/.test('\\\\–'), \`\\😀\`];
  ({ escapedOnes, größe, template, found, 'schlüssel': größe });
`;

it('A script whose characters are escaped is ASCII alone, and means the same', () => {
  const escaped = escapeToAscii(SCRIPT);
  expect(escaped).toMatch(/^\p{ASCII}+$/u);
  const [before, after] = [SCRIPT, escaped].map((code): unknown => JSON.stringify(runInNewContext(code)));
  expect(after).toBe(before);
});
