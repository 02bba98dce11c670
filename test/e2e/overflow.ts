import type { Page } from 'playwright/test';

/**
 * Returns what does not fit: a page that is wider than the window, and buttons whose text is cut without an ellipsis or
 * reaches beyond them. A label of one pixel is for screen readers alone.
 */
export async function findOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} px`] : [];
    const buttons = [...document.querySelectorAll('button, [role="tab"], [role="radio"], label')];
    const cut = buttons.filter((button) => {
      if (!isShown(button) || button.closest('.visually-hidden') !== null) return false;
      const ellipsis = [button, ...button.querySelectorAll('*')].some(
        (each) => getComputedStyle(each).textOverflow === 'ellipsis',
      );
      return !ellipsis && button.scrollWidth > button.clientWidth + 1 && button.clientWidth > 1;
    });
    return [...wide, ...cut.map((button) => `${button.tagName}: ${button.textContent}`)];
  });
}
