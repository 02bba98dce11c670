import PdfKit from 'pdfkit';
import { type DemoRequisition, REQUISITION_LONG_TEXT_FIELDS } from '../resources.ts';
import type { SeedData } from '../seed/seed-data.ts';
import { toStandardFontText } from './standard-font-text.ts';
import { PdfPageWriter } from './page-writer.ts';

const TITLES = { lab: 'Laboratory requisition', imaging: 'Imaging requisition', general: 'General order' };
const MAX_ROWS = 7;
const MAX_STATUSES = 4;

/** Formats `2026-03-01T09:30:00.000Z` for readers. */
function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

function getCurrentStatus(requisition: DemoRequisition): string {
  return requisition.status_history.at(-1)?.status ?? 'unknown';
}

function drawParties(sheet: PdfPageWriter, requisition: DemoRequisition, seedData: SeedData): void {
  sheet.facts([
    ['Patient', seedData.patientName(requisition.patient) || '—', requisition.patient],
    [
      'Ordering provider',
      seedData.providerName(requisition.ordering_provider) || '—',
      requisition.ordering_provider,
    ],
    [
      'Facility',
      seedData.facilityName(requisition.service_facility) || 'Not chosen',
      requisition.service_facility,
    ],
    ['Ordered', formatTime(requisition.created_at), requisition.id],
  ]);
}

function toTableRows(list: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  if (list.length === 0) return [['—', 'none given']];
  const more = list.length - MAX_ROWS;
  return more > 0 ? [...list.slice(0, MAX_ROWS), ['…', `and ${more} more`]] : [...list];
}

function drawStatuses(sheet: PdfPageWriter, requisition: DemoRequisition): void {
  const statuses = requisition.status_history.slice(-MAX_STATUSES);
  sheet.footer(
    statuses
      .map(({ status, changed_at }) => `${status.replaceAll('_', ' ')}, ${formatTime(changed_at)}`)
      .join('   ·   '),
    `Last changed ${formatTime(requisition.last_updated_at)} · Demo clinic, no real patient`,
  );
}

/** Returns the name of a field as a heading: `Order details`. */
function getTitle(field: string): string {
  return `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;
}

/** Draws one page that resembles a printed requisition. The same requisition gives the same bytes. */
export function renderRequisitionPdf(requisition: DemoRequisition, seedData: SeedData): Promise<Buffer> {
  const document = new PdfKit({
    size: 'LETTER',
    margin: 0,
    info: {
      Title: toStandardFontText(requisition.name) || TITLES[requisition.type],
      Author: 'Demo clinic',
      CreationDate: new Date(requisition.last_updated_at),
    },
  });
  const sheet = new PdfPageWriter(document);
  if (getCurrentStatus(requisition) === 'draft') sheet.watermark('DRAFT');
  sheet.header(TITLES[requisition.type], requisition.name || '(no name)', getCurrentStatus(requisition));
  drawParties(sheet, requisition, seedData);
  sheet.table(
    'Diagnoses',
    toTableRows(requisition.diagnoses.map(({ code, description }) => [code, description])),
  );
  sheet.table(
    'Ordered',
    toTableRows(requisition.scripts.map(({ name, description }) => [name, description])),
  );
  for (const name of REQUISITION_LONG_TEXT_FIELDS)
    sheet.block(getTitle(name), requisition[name] || 'none given');
  sheet.signature();
  drawStatuses(sheet, requisition);
  return toBytes(document);
}

function toBytes(document: InstanceType<typeof PdfKit>): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  document.end();
  return promise;
}
