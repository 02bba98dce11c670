/**
 * What each kind of object below a page may hold: the entries of the PDF specification (ISO 32000-2) that its drawing
 * needs. Everything else goes: actions, attached files, forms in another language (`PS`, `OPI`), other pages that are
 * shown in place of a form (`Ref`), alternate images, metadata, private data and whatever a later version adds.
 *
 * Some entries that describe drawing go as well. Layers (`OC`): the catalogue that switches them off is not copied, so
 * each is visible in any case. Halftones (`HT`, `HTO`) and mixing hints: they are for one printing device.
 */

/** The kinds of objects. `value` holds numbers, names, texts and arrays of them only. */
export type PdfObjectKind =
  | 'value'
  | 'page'
  | 'content'
  | 'decodingParameters'
  | 'binary'
  | 'resources'
  | 'graphicsStates'
  | 'graphicsState'
  | 'softMask'
  | 'group'
  | 'colorSpaces'
  | 'colorSpace'
  | 'colorProfile'
  | 'calibration'
  | 'inks'
  | 'process'
  | 'function'
  | 'patterns'
  | 'pattern'
  | 'shadings'
  | 'shading'
  | 'drawings'
  | 'drawing'
  | 'form'
  | 'image'
  | 'fonts'
  | 'font'
  | 'fontDescriptor'
  | 'fontDescriptors'
  | 'fontFile'
  | 'fontStyle'
  | 'encoding'
  | 'characterMap'
  | 'characterSet'
  | 'glyphs'
  | 'glyph'
  | 'properties'
  | 'property';

/** The names of entries, separated by blanks, by the kind of their values. */
type Entries = Readonly<Partial<Record<PdfObjectKind, string>>>;

/** The entries of a PDF dictionary that are copied into a pack; all others are left out. */
export interface PdfDictionaryRule {
  readonly entries: Entries;
  /** What `Type` may say, separated by blanks. See `PDF_TYPES_REMOVED_WHOLE` for others. */
  readonly types?: string;
  /** Whether it may be a stream. */
  readonly isStream?: boolean;
}

/** A dictionary whose keys are names that its author has chosen, with values of one kind. */
export interface PdfNamedValuesRule {
  readonly named: PdfObjectKind;
}

const STREAM: Entries = { value: 'Length Filter', decodingParameters: 'DecodeParms' };

/** A stream with these entries besides those of every stream. */
function stream(types: string, { value = '', ...others }: Entries = {}): PdfDictionaryRule {
  return { types, isStream: true, entries: { ...STREAM, ...others, value: `${STREAM.value} ${value}` } };
}

/** The rules of dictionaries and streams, by kind. Color spaces, and drawings by their `Subtype`, are in the code. */
export const PDF_OBJECT_RULES: Readonly<
  Record<Exclude<PdfObjectKind, 'value' | 'colorSpace' | 'drawing'>, PdfDictionaryRule | PdfNamedValuesRule>
> = {
  page: {
    types: 'Page',
    entries: {
      value: 'MediaBox CropBox Rotate UserUnit',
      resources: 'Resources',
      content: 'Contents',
      group: 'Group',
    },
  },
  content: stream(''),
  decodingParameters: {
    entries: {
      value:
        'Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 ' +
        'DamagedRowsBeforeError ColorTransform',
      binary: 'JBIG2Globals',
    },
  },
  binary: stream(''),
  resources: {
    entries: {
      graphicsStates: 'ExtGState',
      colorSpaces: 'ColorSpace',
      patterns: 'Pattern',
      shadings: 'Shading',
      drawings: 'XObject',
      fonts: 'Font',
      properties: 'Properties',
    },
  },

  graphicsStates: { named: 'graphicsState' },
  graphicsState: {
    types: 'ExtGState',
    entries: {
      value: 'LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK UseBlackPtComp',
      font: 'Font',
      function: 'BG BG2 UCR UCR2 TR TR2',
      softMask: 'SMask',
    },
  },
  softMask: { types: 'Mask', entries: { value: 'S BC', form: 'G', function: 'TR' } },
  group: { types: 'Group', entries: { value: 'S I K', colorSpace: 'CS' } },

  colorSpaces: { named: 'colorSpace' },
  colorProfile: stream('', { value: 'N Range', colorSpace: 'Alternate' }),
  calibration: { entries: { value: 'WhitePoint BlackPoint Gamma Matrix Range' } },
  inks: { entries: { value: 'Subtype', colorSpaces: 'Colorants', process: 'Process' } },
  process: { entries: { value: 'Components', colorSpace: 'ColorSpace' } },
  function: stream('', {
    value: 'FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds',
    function: 'Functions',
  }),

  patterns: { named: 'pattern' },
  pattern: stream('Pattern', {
    value: 'PatternType PaintType TilingType BBox XStep YStep Matrix',
    resources: 'Resources',
    shading: 'Shading',
    graphicsState: 'ExtGState',
  }),
  shadings: { named: 'shading' },
  shading: stream('', {
    value:
      'ShadingType Background BBox AntiAlias Domain Coords Extend Matrix BitsPerCoordinate BitsPerComponent BitsPerFlag ' +
      'Decode VerticesPerRow',
    colorSpace: 'ColorSpace',
    function: 'Function',
  }),

  drawings: { named: 'drawing' },
  form: stream('XObject', {
    value: 'Subtype FormType BBox Matrix',
    resources: 'Resources',
    group: 'Group',
  }),
  image: stream('XObject', {
    value: 'Subtype Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte',
    colorSpace: 'ColorSpace',
    image: 'Mask SMask',
  }),

  fonts: { named: 'font' },
  font: {
    types: 'Font',
    entries: {
      value: 'Subtype BaseFont FirstChar LastChar Widths FontBBox FontMatrix DW W DW2 W2',
      fontDescriptor: 'FontDescriptor',
      encoding: 'Encoding',
      characterMap: 'ToUnicode',
      glyphs: 'CharProcs',
      resources: 'Resources',
      font: 'DescendantFonts',
      characterSet: 'CIDSystemInfo',
      binary: 'CIDToGIDMap',
    },
  },
  fontDescriptors: { named: 'fontDescriptor' },
  fontDescriptor: {
    types: 'FontDescriptor',
    entries: {
      value:
        'FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight XHeight ' +
        'StemV StemH AvgWidth MaxWidth MissingWidth CharSet Lang',
      fontFile: 'FontFile FontFile2 FontFile3',
      fontStyle: 'Style',
      fontDescriptors: 'FD',
      binary: 'CIDSet',
    },
  },
  fontFile: stream('', { value: 'Subtype Length1 Length2 Length3' }),
  fontStyle: { entries: { value: 'Panose' } },
  encoding: stream('Encoding CMap', {
    value: 'BaseEncoding Differences CMapName WMode',
    characterSet: 'CIDSystemInfo',
    characterMap: 'UseCMap',
  }),
  characterMap: stream('CMap', {
    value: 'CMapName WMode',
    characterSet: 'CIDSystemInfo',
    characterMap: 'UseCMap',
  }),
  characterSet: { entries: { value: 'Registry Ordering Supplement' } },
  glyphs: { named: 'glyph' },
  // Some programs give each glyph resources of its own.
  glyph: stream('', { resources: 'Resources' }),

  // Content may refer to properties by name; none of them changes what is drawn.
  properties: { named: 'property' },
  property: { entries: {} },
};

/** The kinds that may also come as an array: of objects of this kind and values. A color space has rules of its own. */
export const PDF_KINDS_ALLOWED_AS_ARRAY: ReadonlySet<PdfObjectKind> = new Set<PdfObjectKind>([
  'value',
  'content',
  'decodingParameters',
  'colorSpace',
  'function',
  'image',
  'font',
]);

/** The kinds of the parts of a color space that is an array, by its first part. Other parts are values. */
export const COLOR_SPACE_PART_KINDS: ReadonlyMap<string, readonly PdfObjectKind[]> = new Map<
  string,
  PdfObjectKind[]
>([
  ['CalGray', ['value', 'calibration']],
  ['CalRGB', ['value', 'calibration']],
  ['Lab', ['value', 'calibration']],
  ['ICCBased', ['value', 'colorProfile']],
  ['Indexed', ['value', 'colorSpace', 'value', 'binary']],
  ['Separation', ['value', 'value', 'colorSpace', 'function']],
  ['DeviceN', ['value', 'value', 'colorSpace', 'function', 'inks']],
  ['Pattern', ['value', 'colorSpace']],
]);

/** The kinds of drawings, by their `Subtype`. Any other, such as a program in PostScript, is removed. */
export const XOBJECT_KINDS_BY_SUBTYPE: ReadonlyMap<string, PdfObjectKind> = new Map<string, PdfObjectKind>([
  ['Form', 'form'],
  ['Image', 'image'],
]);

/**
 * Values of `Type` with which an object is removed as a whole, wherever it is. Of another `Type` that is not the one of
 * its kind only the entry goes, because some programs write it wrongly.
 */
export const PDF_TYPES_REMOVED_WHOLE =
  'Action Annot Catalog EmbeddedFile F Filespec Metadata ObjStm Page Pages Sig XRef';
