import { HostContents, type PrintOutcome } from '../../host/host-contents.ts';
import { HostWindow } from '../../host/host-window.ts';
import { fakeApp } from './app.ts';
import { record } from './recording.ts';

/** A page without a browser. What happens to it is emitted by a test. */
export class FakeContents extends HostContents {
  /** What the page has received. */
  readonly sent: (readonly unknown[])[];
  /** Whether `capturePage` and `printToPDF` ever return. */
  draws = true;
  /** Reports the outcome of the last print to the program; Electron does not always call it. */
  answerPrint: (...outcome: PrintOutcome) => void = () => {};
  constructor() {
    const sent: (readonly unknown[])[] = [];
    const draw = async (content: string): Promise<Buffer> =>
      this.draws ? Buffer.from(content) : new Promise(() => {});
    super({
      onUse: record,
      deliver: (channel, args) => void sent.push([channel, ...args]),
      reload: () => {},
      endProcess: () => {},
      draw: () => draw('png'),
      print: () =>
        new Promise((resolve) => {
          this.answerPrint = (...outcome) => resolve(outcome);
        }),
      printToPdf: () => draw('%PDF-printed'),
    });
    this.sent = sent;
  }
}

/** A window without a browser. What happens to it is emitted by a test, for example `hide`. */
export class FakeWindow extends HostWindow<FakeContents> {
  static readonly made: FakeWindow[] = [];
  /** The contents, also of a window that has closed. */
  readonly page: FakeContents;
  title = '';
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    const page = new FakeContents();
    super(options, page, {
      onUse: record,
      app: fakeApp,
      load: async () => {},
      raise: () => {},
      close: () => this.handleClosed(),
      setTitle: (title) => {
        this.title = title;
      },
    });
    this.page = page;
    FakeWindow.made.push(this);
  }
}
