import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright';
import type { DemoServer } from '#main/demo/server.ts';
import type { Choices } from '../host/choices.ts';
import type { PowerMessage } from '../host/power-message.ts';
import type { RunningProgram } from '../host/start-stand-in.ts';
import { getEndDemoClinic } from './demo-process.ts';
import type { Keychain } from './keychain.ts';
import { commandLine, launch, type Host } from './launch.ts';

/** The host on which Intray runs. */
export interface AppFolder {
  readonly host: Host;
  readonly display: string;
}

export interface AppOptions {
  /** Opens this clinic, with tokens and key from the environment, so that the cache remains after the run. */
  readonly clinic?: Pick<DemoServer, 'baseUrl' | 'accessToken' | 'jwt'>;
  /** Opens the sign-in for this address. */
  readonly baseUrl?: string;
  /** The environment holds the key of the cache, and no tokens. */
  readonly hasCacheKey?: boolean;
  /** The keychain of the computer; without it, there is none. */
  readonly keychain?: Pick<Keychain, 'address'>;
  /** The file in its home that the user chooses in the save dialog; without it the user cancels. */
  readonly savesAs?: string;
  /** On the stand-in: a browser with every policy, which starts later. */
  readonly hasWholeBrowser?: boolean;
  /** The button that the user presses in a message box; without it the user cancels. */
  readonly answers?: string;
  /** What the stand-in's printer does with a print; by default it prints. */
  readonly printer?: Exclude<Choices['STAND_IN_PRINTER'], 'prints'>;
  /** The text of the policy of this computer; without it there is none. */
  readonly policy?: string;
  /** A server of updates, and the key that signs them; without it, updates have no key. */
  readonly updates?: { readonly address: string; readonly key: string };
  /** Intray has never been started here; otherwise its user has answered the welcome. */
  readonly isNew?: boolean;
  /** The first screen stays; otherwise the list of requisitions is opened by its key after each start. */
  readonly staysAtHome?: boolean;
  /** On the stand-in: the only font of the computer, a file. */
  readonly onlyFont?: string;
  /** Writes files into the data folder before the first start. */
  readonly prepare?: (dataDir: string) => void;
}

const CACHE_KEY = '5a'.repeat(32);

function secretsFor({ clinic, hasCacheKey = false }: AppOptions): Record<string, string> {
  if (clinic === undefined) return hasCacheKey ? { INTRAY_CACHE_KEY: CACHE_KEY } : {};
  return {
    INTRAY_ACCESS_TOKEN: clinic.accessToken,
    INTRAY_JWT: clinic.jwt,
    INTRAY_CACHE_KEY: CACHE_KEY,
  };
}

function variablesFor({ updates }: AppOptions): Record<string, string> {
  return updates === undefined
    ? {}
    : { INTRAY_UPDATE_ADDRESS: updates.address, INTRAY_UPDATE_KEY: updates.key };
}

/** Writes the settings of a user who has answered the welcome. */
export function answerWelcome(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'intray-data.json'), '{"program":"Intray","version":1}\n');
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ isIntroduced: true }));
}

/** Opens the list of requisitions by its key, also before an account is open. */
export async function openRequisitions(page: Page): Promise<void> {
  try {
    await page.locator('main').first().waitFor({ timeout: 60_000 });
  } catch {
    return; // The test finds out why there is no page.
  }
  await page.keyboard.press('Control+1');
}

/** One user's computer: a home of its own, and Intray in it, started as often as the test needs. */
export class App {
  readonly #place: AppFolder;
  readonly #firstOptions: AppOptions;
  #options: AppOptions;
  readonly #home: string;
  readonly #outputs: string[] = [];
  /** How much of what was written belongs to former tests. */
  #formerOutput = 0;
  #running: RunningProgram | null = null;

  constructor(place: AppFolder, options: AppOptions) {
    this.#place = place;
    this.#firstOptions = options;
    this.#options = options;
    this.#home = mkdtempSync(join(tmpdir(), 'intray-home-'));
    mkdirSync(join(this.#home, 'tmp'));
    if (options.policy !== undefined) writeFileSync(this.policyFile, options.policy);
    if (options.onlyFont !== undefined) this.#installOnly(options.onlyFont);
    options.prepare?.(this.dataDir);
    // Nothing that a test has prepared is replaced.
    if (options.isNew !== true && !existsSync(this.dataDir)) answerWelcome(this.dataDir);
  }

  #installOnly(font: string): void {
    const folder = join(this.#home, 'fonts');
    mkdirSync(folder);
    copyFileSync(font, join(folder, basename(font)));
    const cache = join(this.#home, 'fonts-cache');
    writeFileSync(
      this.#fontsFile,
      `<fontconfig><dir>${folder}</dir><cachedir>${cache}</cachedir></fontconfig>`,
    );
  }

  get dataDir(): string {
    return join(this.#home, 'data');
  }

  get #fontsFile(): string {
    return join(this.#home, 'fonts.conf');
  }

  /** Where the policy of this computer lies. */
  get policyFile(): string {
    return join(this.#home, 'policy.json');
  }

  /** Everything that this computer stores: data folder, home, temporary files. */
  get home(): string {
    return this.#home;
  }

  get page(): Page {
    return this.#live.page;
  }

  get #live(): RunningProgram {
    if (this.#running === null) throw new Error('Intray is not running');
    return this.#running;
  }

  /** Whether Intray is running. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** The main process of what is running. */
  get pid(): number {
    return this.#live.pid;
  }

  async start(): Promise<void> {
    this.#running = await launch({
      host: this.#place.host,
      words: this.#words(),
      environment: this.#environment(),
    });
    if (this.#options.staysAtHome !== true) await openRequisitions(this.page);
  }

  /** Quits and returns the exit code. */
  async quit(): Promise<number | null> {
    return this.#end((running) => running.quit());
  }

  /** Logs the user off, as Windows does. */
  async logOff(): Promise<void> {
    await this.#end((running) => running.logOff());
  }

  /** Kills everything at once, like a power cut. */
  async kill(): Promise<void> {
    await this.#end((running) => running.kill());
  }

  async restart(): Promise<void> {
    await this.quit();
    await this.start();
  }

  /** Starts Intray on this computer and waits until it ends on its own: without a display, because a dialog would stay open. */
  async runToEnd(): Promise<{ readonly code: number | null; readonly output: string }> {
    const [program, ...args] = commandLine(this.#place.host, this.#words());
    const env = { ...this.#environment(), DISPLAY: '' };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    child.stderr.on('data', (chunk) => output.push(String(chunk)));
    const [code] = (await once(child, 'exit')) as [number | null]; // as Node says
    return { code, output: output.join('') };
  }

  /** Runs the headless command on the data folder of this computer. */
  command(...words: readonly string[]): { readonly ended: Promise<number | null>; readonly end: () => void } {
    const program = join(import.meta.dirname, '../../main/cli/index.ts');
    const child = spawn(process.execPath, [program, ...words, '--data-dir', this.dataDir], {
      env: this.#environment(),
      stdio: 'ignore',
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null); // as Node says
    return { ended, end: () => child.kill('SIGKILL') };
  }

  /** Ends the process of the demo clinic if it runs; the next one that is opened is a new one. */
  async endDemoClinic(): Promise<void> {
    await getEndDemoClinic(this.#live.pid);
  }

  /** Clicks the newest system notification. */
  clickNotice(): void {
    this.#live.clickNotice();
  }

  /** Says how long the computer has not been used, or that it sleeps, wakes or is locked. */
  tellPower(message: PowerMessage): void {
    this.#live.tellPower(message);
  }

  titles(): Promise<readonly string[]> {
    return this.#live.titles();
  }

  /** Everything that every run has written, since the last change of tests. */
  output(): string {
    return this.#wholeOutput().slice(this.#formerOutput);
  }

  #wholeOutput(): string {
    return [...this.#outputs, this.#running?.output() ?? ''].join('');
  }

  /**
   * Hands the running program to another test: its address is opened at the next start, its user and printer do what these
   * options say, and its output starts again.
   */
  handOver(options: AppOptions): void {
    this.#options = { ...this.#firstOptions, ...options };
    this.#formerOutput = this.#wholeOutput().length;
    if (this.#place.host === 'chromium') this.#live.choose(this.#choices());
  }

  /** Ends what runs and removes the computer. */
  async dispose(): Promise<void> {
    if (this.isRunning) await this.kill();
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end<T>(how: (running: RunningProgram) => Promise<T>): Promise<T> {
    const running = this.#live;
    const result = await how(running);
    this.#outputs.push(running.output());
    this.#running = null;
    return result;
  }

  #words(): readonly string[] {
    const baseUrl = this.#options.clinic?.baseUrl ?? this.#options.baseUrl;
    return [`--data-dir=${this.dataDir}`, ...(baseUrl === undefined ? [] : [`--base-url=${baseUrl}`])];
  }

  #choices(): Choices {
    const { savesAs, answers = '', printer = 'prints' } = this.#options;
    return {
      STAND_IN_SAVE_TO: savesAs === undefined ? '' : join(this.#home, savesAs),
      STAND_IN_SAYS: answers,
      STAND_IN_PRINTER: printer,
    };
  }

  /** A home and a keychain of its own, or none: nothing of the user who runs the tests is changed. */
  #environment(): Record<string, string> {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const { keychain, hasWholeBrowser = false, onlyFont } = this.#options;
    return {
      PATH,
      NODE_COMPILE_CACHE,
      ...(this.#place.display === '' ? {} : { DISPLAY: this.#place.display }),
      ...(keychain === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: keychain.address }),
      ...(hasWholeBrowser ? { STAND_IN_BROWSER: 'whole' } : {}),
      ...(onlyFont === undefined ? {} : { FONTCONFIG_FILE: this.#fontsFile }),
      ...this.#choices(),
      INTRAY_POLICY_FILE: this.policyFile,
      HOME: this.#home,
      XDG_CONFIG_HOME: join(this.#home, '.config'),
      XDG_CACHE_HOME: join(this.#home, '.cache'),
      TMPDIR: join(this.#home, 'tmp'),
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
      ...secretsFor(this.#options),
      ...variablesFor(this.#options),
    };
  }
}
