import type { PreparedDay, DayPreparationState } from '#renderer/state/day/day-prepare.ts';
import { daySheetTexts } from '#renderer/text/en/day.ts';
import { joinTexts, type TextFunction } from '#renderer/text/text.ts';

type Field = keyof typeof daySheetTexts.day.field;

function isField(name: string): name is Field {
  return Object.hasOwn(daySheetTexts.day.field, name);
}

/** Returns the labels of an appointment's fields, given by their names in the API, joined into one text. */
export function formatAppointmentFieldLabels(text: TextFunction, names: readonly string[]): string {
  return joinTexts(
    names.map((name) => (isField(name) ? text(`day.field.${name}`) : name)),
    'unit',
  );
}

type Running = Extract<DayPreparationState, { readonly phase: 'running' }>;

/** Returns the current step of preparing the day with its progress, as text. */
export function formatPreparationStep(text: TextFunction, { step, done, total }: Running): string {
  return text(`prepare.${step}`, { done, total });
}

/** How many PDFs are on this computer, and how many are missing. */
function formatPdfCounts(text: TextFunction, { pdfs: count, missing }: PreparedDay): string {
  const pdfs = text('prepare.pdfCount', { count });
  return missing.length === 0 ? pdfs : text('prepare.notAvailable', { pdfs, count: missing.length });
}

/**
 * Summary of what is on this computer for a day. It says "ready" only if everything has just been refreshed.
 */
export function formatPreparedDay(
  text: TextFunction,
  prepared: PreparedDay,
  { day, when }: { readonly day: string; readonly when: string | null },
): string {
  const { appointments, requisitions, forms, syncError } = prepared;
  const parts = [
    text('prepare.appointments', { count: appointments }),
    text('prepare.requisitions', { count: requisitions }),
    ...(forms === 0 ? [] : [text('prepare.forms', { count: forms })]),
    formatPdfCounts(text, prepared),
    when === null ? text('prepare.never') : text('prepare.asOf', { when }),
  ];
  const what = joinTexts(parts, 'unit');
  return text(syncError === null ? 'prepare.ready' : 'prepare.notFresh', { day, what });
}
