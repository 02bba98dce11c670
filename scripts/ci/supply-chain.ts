/** The list of all packages (CycloneDX), their licences, and known vulnerabilities. */
import {
  CannotRunError,
  saveStepResult,
  lastLines,
  runProgram,
  runStep,
  type CheckResult,
} from './report.ts';

/** Licences that allow Intray to be passed on; an expression is allowed where each of its parts is. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT/X11',
  'MPL-2.0',
  'OFL-1.1',
  'Public Domain',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'X11',
  'Zlib',
]);

/** Packages whose package file names no licence, with the one of their LICENSE file. */
const BY_FILE: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

function listLicences({ name, version, licenses = [] }: Component): readonly string[] {
  const known = BY_FILE[`${name}@${version ?? ''}`];
  if (licenses.length === 0 && known !== undefined) return [known];
  return licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .flatMap((text) => text.replaceAll(/[()]/g, '').split(/ (?:OR|AND|WITH) /))
    .filter((text) => text !== '');
}

function checkBill(): readonly CheckResult[] {
  const { code, stdout, stderr } = runProgram([
    'npm',
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
  ]);
  if (code !== 0) throw new CannotRunError(`npm sbom ended with ${code}: ${lastLines(stderr)}`);
  saveStepResult('sbom.cyclonedx.json', stdout);
  const { components } = JSON.parse(stdout) as { readonly components: readonly Component[] }; // CycloneDX says so
  const rows = components.map((part) => ({
    part: `${part.name}@${part.version ?? ''}`,
    licences: listLicences(part),
  }));
  saveStepResult(
    'licences.txt',
    rows.map(({ part, licences }) => `${part}\t${licences.join(', ')}\n`).join(''),
  );
  const foreign = rows.filter(
    ({ licences }) => licences.length === 0 || licences.some((text) => !ALLOWED.has(text)),
  );
  return [
    {
      name: `the bill of materials lists ${components.length} packages`,
      problems: components.length > 0 ? [] : ['none'],
    },
    {
      name: 'every licence is on the list of allowed ones',
      problems: foreign.map(({ part, licences }) => `${part}: ${licences.join(', ') || 'no licence'}`),
    },
  ];
}

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
}

/** Everything counts, development packages too: the bundles hold most of them. */
function checkAudit(): CheckResult {
  const { stdout, stderr } = runProgram(['npm', 'audit', '--json']);
  saveStepResult('audit.json', stdout);
  const answer = (stdout.startsWith('{') ? JSON.parse(stdout) : {}) as Audit; // npm's own format
  if (answer.metadata === undefined)
    throw new CannotRunError(`npm audit gave no answer: ${lastLines(`${stdout}${stderr}`, 3)}`);
  const severe = Object.entries(answer.vulnerabilities ?? {}).filter(([, { severity }]) =>
    /high|critical/.test(severity),
  );
  return {
    name: 'no package has a known vulnerability of high severity',
    problems: severe.map(([name, { severity }]) => `${name}: ${severity}`),
  };
}

await runStep('Bill of materials and licences', async () => checkBill());
const before = process.exitCode;
await runStep('Known vulnerabilities', async () => [checkAudit()]);
process.exitCode = before === 0 ? process.exitCode : before;
