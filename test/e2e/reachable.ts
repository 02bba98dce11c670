import type { Page } from 'playwright/test';

/**
 * Returns what a user with a small window cannot use: controls that do not come into view by scrolling, or that something
 * else covers, and what scrolls sideways and is neither a table nor a PDF.
 */
export function findUnreachable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const CONTROLS =
      'a[href], button, input, textarea, select, summary, [tabindex="0"], [role="option"], [role^="menuitem"]';
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 60)}`;
    /** Whether it can be used at all, and is more than a hidden input of a larger control. */
    const isShown = (element: Element): boolean => {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      if (element.matches(':disabled') || element.closest('[aria-hidden="true"], [inert]') !== null)
        return false;
      for (let around: Element | null = element; around !== null; around = around.parentElement)
        if (getComputedStyle(around).clipPath === 'inset(50%)') return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1;
    };
    const isReached = (element: Element): boolean => {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const middle = (from: number, to: number, end: number): number =>
        (Math.max(0, from) + Math.min(end, to)) / 2;
      const hit = document.elementFromPoint(
        middle(left, right, window.innerWidth),
        middle(top, bottom, window.innerHeight),
      );
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
    };
    // What is under a dialog, or under the list of a picker, is used after it.
    const over = '[role="dialog"], [role="alertdialog"], [data-trigger="ComboBox"]';
    const top = [...document.querySelectorAll(over)].findLast(isShown);
    const controls = [...(top ?? document).querySelectorAll(CONTROLS)].filter(isShown);
    const lost = controls.filter((control) => !isReached(control));
    const sideways = [...document.querySelectorAll('*')].filter((element) => {
      if (!isShown(element) || element.scrollWidth <= element.clientWidth + 1) return false;
      if (!['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) return false;
      return element.querySelector('table, canvas') === null && element.closest('table') === null;
    });
    return [
      ...lost.map((control) => `${name(control)} cannot be reached`),
      ...sideways.map((element) => `${name(element)} scrolls sideways`),
    ];
  });
}
