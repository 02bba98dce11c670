import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OFFERED_TEXT_SIZES_PERCENT, toTextSizePercent, toZoomLevel } from '#contract/settings.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

async function showSizes(zoomLevel: number) {
  const page = showApp({ screen: 'settings', settings: { zoomLevel } });
  const group = await screen.findByRole('radiogroup', { name: 'Text size' });
  const radios = () =>
    within(group)
      .getAllByRole<HTMLInputElement>('radio')
      .map((radio) => [radio.closest('label')?.textContent, radio.checked]);
  return { page, group, radios };
}

it.each(OFFERED_TEXT_SIZES_PERCENT)('the zoom level of %i percent is shown as that size again', (percent) => {
  expect(toTextSizePercent(toZoomLevel(percent))).toBe(percent);
});

it('the text size is chosen in the settings, as the zoom of the window', async () => {
  const { page, group, radios } = await showSizes(0);
  expect(radios()).toEqual([
    ['90 %', false],
    ['100 %', true],
    ['115 %', false],
    ['130 %', false],
    ['150 %', false],
  ]);
  fireEvent.click(within(group).getByRole('radio', { name: '130 %' }));
  const [asked] = page.inputs('settings.set') as readonly { readonly zoomLevel: number }[];
  expect(1.2 ** (asked?.zoomLevel ?? 0)).toBeCloseTo(1.3);
  await act(async () => {});
  expect(radios()).toContainEqual(['130 %', true]);
});

it('a size that was chosen in the View menu is shown beside the others', async () => {
  const { radios } = await showSizes(1);
  expect(radios().at(-1)).toEqual(['120 %, chosen in the View menu', true]);
});
