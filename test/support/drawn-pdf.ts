import { createPdf, TREE } from './hostile-pdfs.ts';

function stream(number: number, entries: string, content = ''): string {
  return `${number} 0 obj << ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream endobj`;
}

const SQUARE = '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1 0 1]';
const CHARACTERS = '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
const DESCRIPTOR =
  '/Type /FontDescriptor /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80';

/**
 * A page (3) with objects of each kind that drawing needs, and no other entry: fonts of each type, color spaces of each
 * family, functions, patterns, shadings, masks, forms within forms. The content (5) uses most of them.
 */
export const DRAWN_PDF = createPdf(
  TREE.replace('/Count 1', '/Count 1 /Rotate 90 /Resources 4 0 R'),
  `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /CropBox [0 0 390 290] /UserUnit 1
    /Contents [5 0 R 6 0 R] /Group << /Type /Group /S /Transparency /CS [/ICCBased 20 0 R] /I true /K false >> >> endobj`,
  `4 0 obj <<
    /ExtGState << /Soft 7 0 R /Printed << /TR [40 0 R 40 0 R 40 0 R 40 0 R] /BG 40 0 R /OP true /op true /OPM 1 /SM 0.5 >> >>
    /ColorSpace << /Icc [/ICCBased 20 0 R] /Gray [/CalGray << /WhitePoint [1 1 1] /Gamma 2 >>]
      /Rgb [/CalRGB << /WhitePoint [1 1 1] /Gamma [2 2 2] /Matrix [1 0 0 0 1 0 0 0 1] >>]
      /Lab [/Lab << /WhitePoint [1 1 1] /Range [-100 100 -100 100] >>]
      /Few [/Indexed /DeviceRGB 1 21 0 R] /Two [/Indexed [/ICCBased 20 0 R] 1 <000000ffffff>]
      /Spot [/Separation /Orange [/ICCBased 20 0 R] 41 0 R] /Uncolored [/Pattern /DeviceRGB] /Plain /DeviceGray
      /Inks [/DeviceN [/Orange /Green] /DeviceCMYK 43 0 R << /Subtype /NChannel
        /Colorants << /Orange [/Separation /Orange /DeviceCMYK 40 0 R] >>
        /Process << /ColorSpace /DeviceCMYK /Components [/Cyan /Magenta /Yellow /Black] >> >>] >>
    /Pattern << /Tiles 22 0 R /Fade << /Type /Pattern /PatternType 2 /Matrix [1 0 0 1 0 0] /Shading 24 0 R /ExtGState << /Type /ExtGState /ca 0.5 >> >> >>
    /Shading << /Axial 24 0 R /Mesh 25 0 R >>
    /XObject << /Photo 26 0 R /Scan 29 0 R /Stencil 30 0 R /Form 31 0 R >>
    /Font << /Standard << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> /Simple 50 0 R /Wide 55 0 R /Drawn 60 0 R >>
    /Properties << /Layer << >> >>
  >> endobj`,
  stream(
    5,
    '',
    `q /Soft gs /Icc cs 0.2 sc 10 10 50 50 re f /Spot cs 1 scn 70 10 50 50 re f /Inks cs 1 0 scn 130 10 50 50 re f
/Pattern cs /Tiles scn 10 70 50 50 re f /Pattern cs /Fade scn 70 70 50 50 re f Q
q 50 0 0 50 10 130 cm /Photo Do Q q 50 0 0 50 70 130 cm /Stencil Do Q /Form Do q 10 10 20 20 re W n /Axial sh Q`,
  ),
  stream(
    6,
    '/Filter /ASCIIHexDecode',
    `${Buffer.from('BT /Standard 12 Tf 40 200 Td (visible) Tj /Simple 12 Tf (A) Tj /Drawn 12 Tf (A) Tj ET').toString('hex')}>`,
  ),
  `7 0 obj << /Type /ExtGState /LW 2 /LC 1 /LJ 1 /ML 4 /D [[3 1] 0] /RI /Perceptual /FL 1 /SA true /BM [/Multiply /Normal]
    /CA 0.5 /ca 0.5 /AIS false /TK true /TR2 /Default /Font [50 0 R 10]
    /SMask << /Type /Mask /S /Luminosity /BC [0] /G 31 0 R /TR 42 0 R >> >> endobj`,
  stream(20, '/N 1 /Range [0 1] /Alternate /DeviceGray', 'a profile'),
  stream(21, '', '000fff'),
  stream(
    22,
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Matrix [1 0 0 1 0 0]
      /Resources << /XObject << /Inner 32 0 R >> >>`,
    '0 0 3 3 re f /Inner Do',
  ),
  `24 0 obj << /ShadingType 2 /ColorSpace /DeviceCMYK /Background [0 0 0 0] /BBox [0 0 400 300] /AntiAlias true
    /Coords [0 0 100 100] /Domain [0 1] /Function 43 0 R /Extend [true false] >> endobj`,
  stream(
    25,
    `/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 1 0 1 0 1 0 1 0 1]`,
    'abcdef',
  ),
  stream(
    26,
    `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Intent /Perceptual
      /Interpolate true /Decode [0 1 0 1 0 1] /SMask 27 0 R /Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null << /Predictor 1 /Colors 3 /Columns 1 /BitsPerComponent 8 >>]`,
    '789c63606060000000040001>',
  ),
  stream(
    27,
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Matte [0 0 0]',
    'a',
  ),
  stream(28, '', 'the symbols'),
  stream(
    29,
    `/Type /XObject /Subtype /Image /Width 8 /Height 1 /BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 1 <ff0000ffffff>] /Filter /JBIG2Decode
      /DecodeParms << /JBIG2Globals 28 0 R >> /Mask [0 0]`,
    'a',
  ),
  stream(
    30,
    '/Type /XObject /Subtype /Image /Width 8 /Height 1 /ImageMask true /Decode [1 0] /Mask 27 0 R',
    'a',
  ),
  stream(
    31,
    `/Type /XObject /Subtype /Form /FormType 1 /BBox [0 0 9 9] /Matrix [1 0 0 1 0 0]
      /Group << /S /Transparency /CS /DeviceGray >> /Resources << /XObject << /Inner 32 0 R >> /Font << /Wide 55 0 R >> >>`,
    '0 0 9 9 re f /Inner Do',
  ),
  stream(32, '/Subtype /Form /BBox [0 0 3 3]', '0 0 3 3 re f'),
  stream(40, SQUARE, '{ dup dup dup }'),
  '41 0 obj << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> endobj',
  stream(
    42,
    '/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2] /BitsPerSample 8 /Order 1 /Encode [0 1] /Decode [0 1]',
    'ab',
  ),
  `43 0 obj << /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] /Functions [40 0 R << /FunctionType 2 /Domain [0 1]
    /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>] >> endobj`,
  `50 0 obj << /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Simple /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor 51 0 R
    /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [65 /A] >> /ToUnicode 53 0 R >> endobj`,
  `51 0 obj << ${DESCRIPTOR} /FontName /AAAAAA+Simple /FontFamily (Simple) /FontStretch /Normal /FontWeight 400 /XHeight 500
    /StemH 80 /AvgWidth 500 /MaxWidth 500 /MissingWidth 500 /Leading 0 /CharSet (/A) /FontFile2 52 0 R >> endobj`,
  stream(52, '/Length1 9', 'a program'),
  stream(53, '/Type /CMap /CMapName /Texts /UseCMap /Identity-H', 'texts'),
  `55 0 obj << /Type /Font /Subtype /Type0 /BaseFont /BBBBBB+Wide /Encoding 56 0 R /ToUnicode 53 0 R /DescendantFonts [57 0 R] >> endobj`,
  stream(
    56,
    `/Type /CMap /CMapName /Wide /WMode 0 /CIDSystemInfo ${CHARACTERS} /UseCMap 53 0 R`,
    'characters',
  ),
  `57 0 obj << /Type /Font /Subtype /CIDFontType2 /BaseFont /BBBBBB+Wide /CIDSystemInfo ${CHARACTERS} /DW 1000 /W [1 [500 600] 7 9 100]
    /DW2 [880 -1000] /W2 [1 [0 0 0]] /CIDToGIDMap 59 0 R /FontDescriptor 58 0 R >> endobj`,
  `58 0 obj << ${DESCRIPTOR} /FontName /BBBBBB+Wide /Lang /de /Style << /Panose <000000000000000000000000> >>
    /FD << /Kanji << ${DESCRIPTOR} /FontName /BBBBBB+Kanji >> >> /CIDSet 59 0 R /FontFile3 61 0 R >> endobj`,
  stream(59, '', 'ab'),
  `60 0 obj << /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 65 /LastChar 65 /Widths [9]
    /Encoding << /Differences [65 /A] >> /CharProcs << /A 62 0 R >> /Resources << /XObject << /Inner 32 0 R >> >> >> endobj`,
  stream(61, '/Subtype /CIDFontType0C', 'a program'),
  stream(62, '/Resources << /ExtGState << /Thin << /LW 1 >> >> >>', '9 0 d0 /Inner Do'),
);
