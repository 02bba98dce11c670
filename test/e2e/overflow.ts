import type { Locator, Page } from 'playwright/test';

/**
 * Returns what does not fit: a page that is wider than the window, a part that scrolls up and down only and is cut at its
 * side, buttons whose text is cut without an ellipsis or reaches beyond them, and hints in empty fields that are cut. A
 * label of one pixel is for screen readers alone.
 */
export async function findOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} px`] : [];
    const cutParts = [
      ...document.querySelectorAll(
        'main *, :has(> [role="dialog"], > [role="alertdialog"]), [role="dialog"] *, [role="alertdialog"] *',
      ),
    ].filter((part) => {
      const { overflowX, overflowY } = getComputedStyle(part);
      const isScrolledDown = overflowX === 'hidden' && overflowY === 'auto';
      return isScrolledDown && isShown(part) && part.scrollWidth > part.clientWidth + 1;
    });
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
      ...cutParts.map(({ scrollWidth, clientWidth }) => `a part: ${scrollWidth} px in ${clientWidth} px`),
      ...cut.map((button) => `${button.tagName}: ${button.textContent}`),
      ...hints.map((input) => `the hint: ${input.placeholder}`),
    ];
  });
}

/**
 * Returns the people in the visible lines of a list whose name, second identifier or words of doubt have no room: a name is
 * recognised by 40 pixels of it, an identifier is whole, of words of doubt there is at least a mark. A place has a name alone.
 */
export async function findCutNames(list: Locator): Promise<readonly string[]> {
  return list.locator('[data-fit="line"]:has(> bdi + bdi)').evaluateAll((lines) =>
    lines
      .filter((line) => line.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((line) => {
        const { right } = line.getBoundingClientRect();
        const row = line.closest('[role="gridcell"], [role="option"], [role="row"]') ?? line;
        const { bottom } = row.getBoundingClientRect();
        const isCut = (part: Element, needed: number): boolean => {
          if (!part.checkVisibility({ opacityProperty: true })) return false;
          const box = part.getBoundingClientRect();
          const isNarrow = box.width + 1 < Math.min(needed, part.scrollWidth);
          // Below its letters a part has 4 pixels for an underline.
          return isNarrow || box.right > right + 1 || box.bottom > bottom + 5;
        };
        return [...line.children].some((part, index) => {
          if (index === 0) return isCut(part, 40);
          return isCut(part, part.tagName === 'BDI' ? Number.POSITIVE_INFINITY : 14);
        });
      })
      .map((line) => line.textContent),
  );
}

/**
 * Returns the texts in the visible rows of a list of which less than a few letters are shown, or that are cut at the side of their row
 * without an ellipsis. Words of doubt may be a mark.
 */
export async function findSliversOfText(list: Locator): Promise<readonly string[]> {
  return list.evaluate((root) => {
    const isForScreenReaders = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      getComputedStyle(element).clipPath !== 'none';
    const isSliver = (text: Text, row: Element): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const [shown, whole] = [range.getBoundingClientRect(), row.getBoundingClientRect()];
      for (let part = text.parentElement; part !== null && part !== row; part = part.parentElement) {
        if (isForScreenReaders(part) || part.matches('[data-fit="line"] > span')) return false;
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(part);
        if (overflowX !== 'hidden') continue;
        if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return false;
        const { width, right } = part.getBoundingClientRect();
        return width + 1 < Math.min(24, part.scrollWidth) || right > whole.right + 1;
      }
      return shown.right > whole.right + 1;
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const slivers: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node as Text; // the walker shows only these
      const row = text.parentElement?.closest('[role="option"], [role="row"]') ?? null;
      if (row !== null && text.data.trim() !== '' && isSliver(text, row)) slivers.push(text.data);
    }
    return slivers;
  });
}

/** Returns the birth dates on a page that are broken over several lines. */
export async function findBrokenBirthDates(page: Page): Promise<readonly string[]> {
  return page.locator('bdi').evaluateAll((parts) =>
    parts
      .filter((part) => /^\d{1,2} \p{L}+ \d{4}$/u.test(part.textContent))
      .filter((part) => {
        const tops = [...part.getClientRects()].map(({ top }) => top);
        // An ellipsis stands a pixel above the letters before it.
        return Math.max(...tops) - Math.min(...tops) > 8;
      })
      .map((part) => part.textContent),
  );
}

/** Returns the words of a part of the page that are broken over several lines within the word; ids may be. */
export async function findBrokenWords(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const isBroken = (node: Text, start: number, end: number): boolean => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node as Text; // the walker shows only these
      if (text.parentElement?.closest('bdi[dir="ltr"]') !== null) continue;
      for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu))
        if (isBroken(text, index, index + word.length)) broken.push(word);
    }
    return broken;
  });
}
