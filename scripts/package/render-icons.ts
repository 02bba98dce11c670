/**
 * Renders the program's icons from `icon/intray.svg` into `resources`: `icon.icns` for macOS, `icon.ico` for
 * Windows, `icons/<size>x<size>.png` for Linux. Run it after a change of the drawing, and commit the result:
 * `node scripts/package/render-icons.ts`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureSystemParts, findChromium } from '../system-parts.ts';
import { packIcns, packIco, type IconImage } from './icon-files.ts';

const DRAWING = join(import.meta.dirname, 'icon', 'intray.svg');
const RESOURCES = join(import.meta.dirname, 'resources');

/** The whole drawing with its margin, and the drawing without it. */
const WITH_MARGIN = '0 0 1024 1024';
const CROPPED = '84 84 856 856';

const SIZES = {
  macos: [16, 32, 64, 128, 256, 512, 1024],
  windows: [16, 20, 24, 32, 40, 48, 64, 128, 256],
  linux: [16, 24, 32, 48, 64, 128, 256, 512],
} as const;

/** Draws the icon at each size; returns the PNG files, smallest first. */
async function draw(
  program: string,
  viewBox: string,
  sizes: readonly number[],
): Promise<readonly IconImage[]> {
  const drawing = readFileSync(DRAWING, 'utf8').replace(WITH_MARGIN, viewBox);
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const images: IconImage[] = [];
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`,
      );
      images.push({ size, png: await page.screenshot({ omitBackground: true }) });
    }
    return images;
  } finally {
    await browser.close();
  }
}

if (!ensureSystemParts(['chromium'])) process.exit(1);
const program = findChromium('headless') ?? '';
writeFileSync(join(RESOURCES, 'icon.icns'), packIcns(await draw(program, WITH_MARGIN, SIZES.macos)));
writeFileSync(join(RESOURCES, 'icon.ico'), packIco(await draw(program, CROPPED, SIZES.windows)));
rmSync(join(RESOURCES, 'icons'), { recursive: true, force: true });
mkdirSync(join(RESOURCES, 'icons'), { recursive: true });
for (const { size, png } of await draw(program, CROPPED, SIZES.linux))
  writeFileSync(join(RESOURCES, 'icons', `${size}x${size}.png`), png);
