import type { Output, Parsed } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import { readCursor } from '../cursor.ts';
import { exportedPiece, PIECE, getRaw, type Raws } from '../export-pieces.ts';
import { memoryPage } from '../memory-list.ts';
import type { WorklistSource } from '../worklist/reads.ts';
import { idsLike, idsSeen } from '../worklist/ids-seen.ts';
import { completionHistory, completionsPage, countCompletions } from './completions.ts';
import { countForms, formOrder, findForms } from './find.ts';
import type { FormQueryContext } from './ground.ts';
import { idsInForms, isSetFamily } from './ids-in-forms.ts';
import { toFormListRows } from './lines.ts';
import { seenForms, type AskedForms, type SeenForms } from './seen-forms.ts';
import { FORM_COLUMNS } from './spreadsheet.ts';
import { toCompletionRequestHistory } from './story.ts';

/** What the reads of forms draw from. */
export interface FormSource extends WorklistSource {
  readonly forms: FormQueryContext;
}

/** Reads that no window asks for. */
export interface FormNotes {
  'forms.suggest': { input: AskedForms; output: SeenForms };
}

function formsPage(
  { forms }: FormSource,
  { tab, terms, order, limit, after }: Parsed<'forms.page'>,
): Result<Output<'forms.page'>> {
  const page = memoryPage(formOrder(order), findForms(forms, tab, terms), { limit, after });
  if (!page.ok) return page;
  const { items, next } = page.value;
  return ok({ items: toFormListRows(forms, items, terms), next });
}

function rawForms(
  { forms }: FormSource,
  filter: Parsed<'forms.export'>['filter'],
  after: string | undefined,
): Result<Raws> {
  const { cache, overlay } = forms;
  const position = readCursor('form', after);
  if (!position.ok) return position;
  const { rows, next } = overlay.form.find(cache, filter, { position: position.value, limit: PIECE });
  return ok({ raws: rows.flatMap(({ id }) => getRaw(overlay, 'form', id)), next });
}

function seen({ forms, context }: FormSource, input: Parsed<'ids.suggest'>): Output<'ids.suggest'>['items'] {
  const { family } = input;
  if (isSetFamily(family)) return idsLike(forms, idsInForms(forms, family), input);
  return idsSeen(context, { ...input, family });
}

/** The reads of forms, by the names of the contract. */
export const FORM_READS = {
  'forms.page': formsPage,
  'forms.counts': (
    { forms }: FormSource,
    { terms }: Parsed<'forms.counts'>,
  ): Result<Output<'forms.counts'>> => ok(countForms(forms, terms)),
  'forms.completionRequestHistory': (
    { forms }: FormSource,
    { id }: Parsed<'forms.completionRequestHistory'>,
  ): Result<Output<'forms.completionRequestHistory'>> => toCompletionRequestHistory(forms, id),
  'forms.export': (
    source: FormSource,
    { filter, ...asked }: Parsed<'forms.export'>,
  ): Result<Output<'forms.export'>> =>
    exportedPiece(asked, {
      sheet: FORM_COLUMNS,
      localData: source.forms.localData,
      find: (after) => rawForms(source, filter, after),
    }),
  'forms.suggest': ({ forms }: FormSource, asked: AskedForms): Result<SeenForms> =>
    ok(seenForms(forms, asked)),
  'completions.page': (
    { forms }: FormSource,
    input: Parsed<'completions.page'>,
  ): Result<Output<'completions.page'>> => completionsPage(forms, input),
  'completions.counts': (
    { forms }: FormSource,
    { filter }: Parsed<'completions.counts'>,
  ): Result<Output<'completions.counts'>> => ok(countCompletions(forms, filter)),
  'completions.history': (
    { forms }: FormSource,
    input: Parsed<'completions.history'>,
  ): Result<Output<'completions.history'>> => ok(completionHistory(forms, input)),
  'ids.suggest': (source: FormSource, input: Parsed<'ids.suggest'>): Result<Output<'ids.suggest'>> =>
    ok({ items: seen(source, input) }),
};
