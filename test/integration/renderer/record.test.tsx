import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import { openRow, press, record, searchFor, seeSynced } from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

type Raw = Readonly<Record<string, unknown>>;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Fields shown as labels, which the screen tests compare with their values. */
const WORDED = new Set(['object', 'type', 'status']);
/** The ids of these parts are in the raw resource alone. */
const PARTS = new Set(['diagnoses', 'scripts', 'comments']);

const requisitions = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('requisition')];
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Every text of a resource that is shown unchanged. */
function texts(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string')
    return value === '' || TIMESTAMP.test(value) || WORDED.has(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([inner]) => inner !== 'id' || !PARTS.has(key))
    .flatMap(([inner, part]) => texts(part, Array.isArray(value) ? key : inner));
}

function hasAllParts(requisition: Raw): boolean {
  const parts = ['diagnoses', 'scripts', 'comments', 'reviews', 'status_history'];
  return parts.every((name) => Array.isArray(requisition[name]) && requisition[name].length > 0);
}

describe('the record of a requisition', () => {
  it('shows every field that the service has of it', async () => {
    const { clinic } = await showClinic({ requisitions: 200 });
    await seeSynced();
    const wanted = requisitions(clinic).filter(hasAllParts).slice(0, 3);
    expect(wanted).toHaveLength(3);
    for (const requisition of wanted) {
      await searchFor(`"${String(requisition['name'])}" patient:${String(requisition['patient'])}`);
      await openRow(String(requisition['name']));
      await waitFor(() => {
        const shown = squeeze(record().textContent);
        expect(texts(requisition).filter((text) => !shown.includes(squeeze(text)))).toEqual([]);
      });
    }
  });

  it('can be read exactly as the service sent it', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    await openRow();
    const name = screen.getByRole('heading', { level: 2 }).textContent;
    await press(/As the service sent it/, record());
    const code = await waitFor(() => {
      const found = record().querySelector('footer pre');
      if (found === null) throw new Error('the resource is not shown');
      return found;
    });
    const shown = JSON.parse(code.textContent) as Raw; // the record of the service
    const sent = requisitions(clinic).find((each) => each['id'] === shown['id']);
    expect(sent?.['name']).toBe(name);
    expect(shown).toEqual(sent);
  });
});
