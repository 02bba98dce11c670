let last = 0;

/** Returns the number of an action that can be undone: a later action has a higher one, whatever it does. */
export function takeActionNumber(): number {
  last += 1;
  return last;
}
