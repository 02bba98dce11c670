import type { Plugin } from 'vite';

const LOADER = /require\$1\('#standard-fonts\/(\w+)'\)/g;

/**
 * PDFKit loads the metrics of its standard fonts from neighbouring files at run time. A bundle has no
 * neighbouring files, so the loads become imports.
 */
export function pdfkitFonts(): Plugin {
  return {
    name: 'pdfkit-fonts',
    transform: {
      filter: { id: /\/pdfkit\/js\/pdfkit\.node\.mjs$/ },
      handler(code) {
        const fonts = new Set([...code.matchAll(LOADER)].map(([, font = '']) => font));
        if (fonts.size === 0) throw new Error('PDFKit loads its standard fonts in another way now');
        const imports = [...fonts].map((font) => `import font${font} from 'pdfkit/standard-fonts/${font}';`);
        return { code: `${imports.join('\n')}\n${code.replace(LOADER, 'font$1')}`, map: null };
      },
    },
  };
}
