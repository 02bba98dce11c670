import { PassThrough } from 'node:stream';
import { HostChild } from '../../host/host-child.ts';

/** A utility process without a process: a test receives its messages and emits its events. */
export class FakeUtilityProcess extends HostChild {
  static readonly made: FakeUtilityProcess[] = [];
  /** Called for every new process. */
  static onMade: (child: FakeUtilityProcess) => void = () => {};
  onPosted: (message: unknown) => void = () => {};
  onKilled: () => void = () => {};
  readonly posted: unknown[] = [];
  override readonly stderr: PassThrough;
  killable = true;
  kills = 0;
  constructor() {
    const stderr = new PassThrough();
    super({
      stderr,
      post: (message) => {
        this.posted.push(message);
        this.onPosted(message);
      },
      kill: () => {
        this.kills += 1;
        this.onKilled();
        return this.killable;
      },
    });
    this.stderr = stderr;
    FakeUtilityProcess.made.push(this);
    FakeUtilityProcess.onMade(this);
  }
}
