import type { AppError } from '#contract/result.ts';
import { getErrorSentence, type TextFunction } from '#renderer/text/text.ts';

/** Why a PDF was not downloaded. One that the service does not find is not a record that is missing: the record is on screen. */
export function getDownloadErrorSentence(text: TextFunction, error: AppError): string {
  return error.code === 'not-found' ? text('pdf.notFound') : getErrorSentence(error);
}
