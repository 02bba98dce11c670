import type { Page } from 'playwright/test';

/**
 * Returns what does not fit: a page that is wider than the window, buttons whose text is cut without an ellipsis or
 * reaches beyond them, and hints in empty fields that are cut. A label of one pixel is for screen readers alone.
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
    const pen = document.createElement('canvas').getContext('2d');
    const hints = [...document.querySelectorAll('input')].filter((input) => {
      if (pen === null || !isShown(input) || !input.matches(':placeholder-shown')) return false;
      const style = getComputedStyle(input);
      pen.font = style.font;
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      return pen.measureText(input.placeholder).width > input.clientWidth - padding + 1;
    });
    return [
      ...wide,
      ...cut.map((button) => `${button.tagName}: ${button.textContent}`),
      ...hints.map((input) => `the hint: ${input.placeholder}`),
    ];
  });
}
