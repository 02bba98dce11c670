/** Bad inputs: texts that are shown, stored and searched, and addresses and files. */
import { guard, line, type SafetyLine } from '../line.ts';

const FULL_TEXT = 'integration/engine/cache/full-text.test.ts';
const QUOTED_PHRASE = ['return `"${text.replaceAll(\'"\', \'""\')}"`;', 'return `"${text}"`;'] as const;

export const BAD_TEXTS: readonly SafetyLine[] = [
  line(
    'B14',
    'Markup, scripts, links and templates in a text',
    {
      'e2e/system/bad-answers.spec.ts': ['Keys that target prototypes and markup in texts have no effect'],
      'e2e/inbox.spec.ts': ['Props of any shape are shown, can be expanded and are never executed'],
      'e2e/system/containment.spec.ts': ['Texts become neither markup nor code'],
    },
    guard('main/shell/protocol.ts', 'DIRECTIVES', ["  'require-trusted-types-for': \"'script'\",\n", '']),
  ),
  line(
    'B15',
    'Characters that turn the direction, are invisible, or steer a terminal',
    {
      'unit/preload/contract/visible-id.test.ts': [
        '… is shown as …',
        'nothing invisible is left in any text',
        'no text is shown with a character that turns the direction of what follows',
      ],
      'unit/renderer/ui/jsx-runtime.test.tsx': [
        'shows a name … without a character that turns its letters around',
      ],
      'unit/base/log.test.ts': ['… is not logged'],
      'unit/shell/notifications.test.ts': [
        'a system notification of new notifications > shows a text without markup, line breaks and characters that turn the direction of writing',
      ],
    },
    guard('main/base/plain-text.ts', 'CONTROL', [
      String.raw`const CONTROL = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu;`,
      String.raw`const CONTROL = /[\u2066-\u2069]+/gu;`,
    ]),
  ),
  line(
    'B16',
    'Half surrogate pairs, NUL and noncharacters',
    {
      'unit/engine/cache/query/full-text.test.ts': [
        'half a surrogate pair is normalized to what the file holds in its place',
      ],
      [FULL_TEXT]: ['the result equals a plain filter, for any names and any query'],
    },
    guard('main/engine/sqlite/text.ts', 'normalizeForSearch', ['.toWellFormed()', '']),
  ),
  line(
    'B17',
    'A text of a megabyte, or of nothing',
    {
      'integration/engine/cache/writer.test.ts': [
        'texts of five megabytes are stored whole and listed short',
      ],
      'integration/engine/cache/queries/requisitions/rows.test.ts': ['a row > splits no character'],
      'e2e/system/bad-answers.spec.ts': [
        'A page with texts of five megabytes stops neither the sync nor the window',
      ],
    },
    guard('main/engine/cache/query/excerpt.ts', 'excerptAt', ['isLowHalf(text, to) ? to - 1 : to', 'to']),
  ),
  line(
    'B18',
    'Operators and quotes of a search',
    {
      [FULL_TEXT]: ['the query … is treated as plain text'],
      'unit/engine/cache/query/full-text.test.ts': ['… becomes one quoted phrase'],
    },
    guard('main/engine/cache/query/full-text.ts', 'quoted', QUOTED_PHRASE),
  ),
  line(
    'B19',
    'A search for one or two characters of any script',
    {
      [FULL_TEXT]: ['one and two characters are searched, in any script'],
      'unit/engine/cache/query/full-text.test.ts': ['… is too short for the trigram index'],
    },
    guard('main/engine/cache/query/full-text.ts', 'toTrigramPhraseQuery', [
      'points.length < 3 ? null : quoted',
      'points.length < 1 ? null : quoted',
    ]),
  ),
  line(
    'B20',
    'Wildcards in a search',
    {
      'integration/engine/cache/queries/requisitions/rows.test.ts': [
        'a text that is searched > … is treated as plain text',
      ],
      [FULL_TEXT]: ['the query … is treated as plain text'],
    },
    guard('main/engine/cache/lists/requisitions.ts', 'instr', [
      'sql` AND instr(requisition.normalized_name, ${needle}) > 0`',
      "sql` AND requisition.normalized_name LIKE '%' || ${needle} || '%'`",
    ]),
  ),
  line(
    'B21',
    'A search of thousands of characters',
    {
      [FULL_TEXT]: ['a query of ten thousand characters finds its name and nothing else'],
      'unit/engine/cache/query/full-text.test.ts': [
        'a long text gives a phrase of its beginning, cut between characters',
      ],
    },
    guard('main/engine/cache/query/full-text.ts', 'SIEVE_LENGTH', [
      'const SIEVE_LENGTH = 64;',
      'const SIEVE_LENGTH = 6_400_000;',
    ]),
  ),
  line(
    'B22',
    'More ids than SQLite binds values',
    { 'unit/engine/sqlite/sql.test.ts': ['a list of any length is one bound value'] },
    guard('main/engine/sqlite/sql.ts', 'toSqlList', [
      'return jsonToSqlInList(JSON.stringify([...values]));',
      'return [...values].reduce((list, value, at) => sql`${list}${at === 0 ? sql`` : sql`, `}${value}`, sql``);',
    ]),
  ),
  line(
    'B23',
    'SQL in every field',
    {
      'integration/engine/cache/writer.test.ts': [
        'hostile keys and texts are stored unchanged and have no effect',
      ],
      'unit/engine/sqlite/sql.test.ts': ['values are bound, never inserted into the text'],
    },
    guard('main/engine/sqlite/sql.ts', 'composeText', [
      'return new Sql(plainText(strings), parts as readonly SqlValue[]); // No part is an `Sql` here, as was checked above.',
      'return new Sql(strings.reduce((before, string, at) => `${before}${parts[at - 1]}${string}`), []);',
    ]),
  ),
];

export const BAD_ADDRESSES: readonly SafetyLine[] = [
  line(
    'B24',
    'A base address with anything but a host',
    {
      'unit/shell/flags.test.ts': ['the command line > refuses the base address …'],
      'unit/renderer/features/accounts/model.test.ts': [
        'a sign-in > refuses the address …',
        'a sign-in > accepts plain http on this computer only',
      ],
      'integration/renderer/sign-in.test.tsx': [
        'the sign-in > refuses the address … before anything is sent',
      ],
    },
    guard('preload/contract/accounts.ts', 'findHostProblem', [
      "if (isIpAddress(hostname)) return 'an IP address instead of a host name';",
      '',
    ]),
  ),
  line(
    'B25',
    'A link with another scheme, host, password or length',
    {
      'unit/shell/call-link.test.ts': ['a video call > is never offered at …'],
      'e2e/inbox.spec.ts': ['A video call asks for confirmation with its host, and opens in the browser'],
    },
    guard('preload/contract/links.ts', 'parseVideoCallAddress', [
      "if (url.protocol !== 'https:' || url.hostname === '') return refuse('not-https');",
      '',
    ]),
  ),
  line(
    'B26',
    'A link to a PDF that leads to this computer, a private network or another scheme',
    {
      'integration/engine/pdfs/links.test.ts': [
        'a link > to … is refused',
        'a link > in a response … is rejected',
      ],
      'unit/engine/api/pdf-link.test.ts': ['a link to a PDF', 'the response with a link'],
    },
    guard('main/engine/api/http.ts', 'createHttpClient', [
      "if (!isAllowedPdfLink(download.url, origin))\n      return err('link-refused', { detail: 'the link leads astray' });",
      '',
    ]),
  ),
  line(
    'B27',
    'A link with a validity of a month',
    {
      'integration/engine/pdfs/links.test.ts': [
        'a link > with a query of ten thousand characters, or a validity of a month, is followed',
        'a link > is in no file, event or log line afterwards',
      ],
    },
    guard('main/engine/api/pdf-link.ts', 'MAX_LENGTH', [
      'const MAX_LENGTH = 16_384;',
      'const MAX_LENGTH = 164;',
    ]),
  ),
  line(
    'B28',
    'An address of another program that is meant to start or steer this one',
    { 'unit/scripts/package-rules.test.ts': ['the package > registers no scheme of addresses'] },
    guard('electron-builder.yml', 'npmRebuild', [
      'npmRebuild: false\n',
      'npmRebuild: false\nprotocols:\n  - name: Intray\n    schemes: [intray]\n',
    ]),
  ),
  line(
    'B29',
    'A suggested file name that leads elsewhere or hides its kind',
    {
      'integration/engine/pdfs/bodies.test.ts': [
        'behind the link there is > a PDF whose suggested file name is …, which is ignored',
      ],
      'unit/shell/files.test.ts': [
        'saving a PDF > writes to the chosen file, with a suggested name that identifies no patient',
      ],
    },
    guard('main/shell/files.ts', 'createPdfFileNameForId', [
      "requisition-${hash('sha256', id).slice(0, 12)}.pdf",
      'requisition-${id}.pdf',
    ]),
  ),
  line(
    'B30',
    'A PDF with scripts, actions, files or a bomb',
    {
      'integration/engine/downtime-pack/content.test.ts': [
        'a page in a downtime pack > holds nothing that would execute, open or play, and no data of the program that made it',
        'a page in a downtime pack > holds only the entries that its drawing needs',
      ],
      'integration/engine/downtime-pack/page-objects.test.ts': [
        'a page in a downtime pack > loses what does not belong to its drawing from each dictionary and stream, at every level',
        'a page in a downtime pack > holds under chosen names only objects of the right kind, reduced to what their drawing needs',
      ],
      'integration/engine/downtime-pack/limits.test.ts': [
        'a downtime pack is completed, and a PDF is named as missing that > expands to more bytes than one PDF may',
      ],
      'unit/renderer/pdf/page-count.test.tsx': ['a PDF that claims … pages is not shown, and can be opened'],
    },
    guard('main/engine/downtime-pack/page-content.ts', 'reducePageToVisible', [
      "reduceReachable({ object: page.node, kind: 'page' });",
      '',
    ]),
  ),
  line(
    'B31',
    'A path of the page that leaves its bundle',
    {
      'unit/shell/scheme.test.ts': [
        'a request of the page > by … is refused',
        'a request of the page > finds nothing at …',
        'a request of the page > finds nothing outside, for any path',
      ],
    },
    guard('main/shell/protocol.ts', 'createPageResponder', [
      'isAddressOfAppPage(address) ? files.get(new URL(address).pathname) : undefined',
      'files.get(new URL(address).pathname)',
    ]),
  ),
  line(
    'B32',
    'A link of a button that leads out of the program',
    { 'unit/preload/contract/links.test.ts': ['the link of a button'] },
    guard('preload/contract/links.ts', 'findLinkProblem', [
      String.raw`if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//')) return 'elsewhere';`,
      '',
    ]),
  ),
];
