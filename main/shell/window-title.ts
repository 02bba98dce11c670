const PRODUCT = 'Intray';

/** Places that may stand in a title. A title is seen over a shoulder and in the task list: no names there. */
const SCREENS: ReadonlySet<string> = new Set([
  'Requisitions',
  'Forms',
  'Requests',
  'Inbox',
  'Day',
  'Activity',
  'Names',
  'Accounts',
  'Settings',
]);

/**
 * The title of a window whose page calls itself `title`.
 * @returns the place and the product for a known place, the product alone for anything else
 */
export function windowTitle(title: string): string {
  const screen = title.split(' – ', 1)[0] ?? '';
  return SCREENS.has(screen) ? `${screen} – ${PRODUCT}` : PRODUCT;
}
