import type { Output, Parsed } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import { readCursor } from '../cursor.ts';
import { exportedPiece, PIECE, rawOf, type Raws } from '../export-pieces.ts';
import { memoryPage } from '../memory-list.ts';
import type { WorklistSource } from '../worklist/reads.ts';
import { idsLike, idsSeen } from '../worklist/ids-seen.ts';
import { completionHistory, completionsPage, countCompletions } from './completions.ts';
import { countForms, formOrder, formsIn } from './find.ts';
import type { FormGround } from './ground.ts';
import { idsInForms, isSetFamily } from './ids-in-forms.ts';
import { formLines } from './lines.ts';
import { seenForms, type AskedForms, type SeenForms } from './seen-forms.ts';
import { FORM_SHEET } from './spreadsheet.ts';
import { storyOf } from './story.ts';

/** What the reads of forms draw from. */
export interface FormSource extends WorklistSource {
  readonly forms: FormGround;
}

/** Reads that no window asks for. */
export interface FormNotes {
  'forms.seen': { input: AskedForms; output: SeenForms };
}

function formsPage(
  { forms }: FormSource,
  { tab, terms, order, limit, after }: Parsed<'forms.page'>,
): Result<Output<'forms.page'>> {
  const page = memoryPage(formOrder(order), formsIn(forms, tab, terms), { limit, after });
  if (!page.ok) return page;
  const { items, next } = page.value;
  return ok({ items: formLines(forms, items, terms), next });
}

function rawForms(
  { forms }: FormSource,
  filter: Parsed<'forms.export'>['filter'],
  after: string | undefined,
): Result<Raws> {
  const { cache, overlay } = forms;
  const place = readCursor('form', after);
  if (!place.ok) return place;
  const { rows, next } = overlay.form.find(cache, filter, { place: place.value, limit: PIECE });
  return ok({ raws: rows.flatMap(({ id }) => rawOf(overlay, 'form', id)), next });
}

function seen({ forms, ground }: FormSource, input: Parsed<'ids.seen'>): Output<'ids.seen'>['items'] {
  const { family } = input;
  if (isSetFamily(family)) return idsLike(forms, idsInForms(forms, family), input);
  return idsSeen(ground, { ...input, family });
}

/** The reads of forms, by the names of the contract. */
export const FORM_READS = {
  'forms.page': formsPage,
  'forms.counts': (
    { forms }: FormSource,
    { terms }: Parsed<'forms.counts'>,
  ): Result<Output<'forms.counts'>> => ok(countForms(forms, terms)),
  'forms.story': ({ forms }: FormSource, { id }: Parsed<'forms.story'>): Result<Output<'forms.story'>> =>
    storyOf(forms, id),
  'forms.export': (
    source: FormSource,
    { filter, ...asked }: Parsed<'forms.export'>,
  ): Result<Output<'forms.export'>> =>
    exportedPiece(asked, {
      sheet: FORM_SHEET,
      keepsakes: source.forms.keepsakes,
      find: (after) => rawForms(source, filter, after),
    }),
  'forms.seen': ({ forms }: FormSource, asked: AskedForms): Result<SeenForms> => ok(seenForms(forms, asked)),
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
  'ids.seen': (source: FormSource, input: Parsed<'ids.seen'>): Result<Output<'ids.seen'>> =>
    ok({ items: seen(source, input) }),
};
