import { err, ok, type Result } from '#contract/result.ts';

/** No text of this desk has more pieces. */
const MAX_PIECES = 5_000;

interface Piece {
  readonly text: string;
  readonly next: string | null;
}

/**
 * A text that is answered in pieces, whole.
 * @param ask for the piece at a place; for the first one without any
 */
export async function wholeText(
  ask: (place: { after?: string }) => Promise<Result<Piece>>,
): Promise<Result<string>> {
  const pieces: string[] = [];
  let place: { after?: string } = {};
  for (let asked = 0; asked < MAX_PIECES; asked += 1) {
    const answer = await ask(place);
    if (!answer.ok) return answer;
    pieces.push(answer.value.text);
    if (answer.value.next === null) return ok(pieces.join(''));
    place = { after: answer.value.next };
  }
  return err('internal', { detail: 'a text without an end' });
}
