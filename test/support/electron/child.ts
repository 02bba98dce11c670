import { PassThrough } from 'node:stream';
import { EVENTS, type UsedUtilityProcess } from '../../host/members.ts';
import { KnownEmitter } from '../../host/strict.ts';

export class FakeUtilityProcess extends KnownEmitter implements UsedUtilityProcess {
  static readonly made: FakeUtilityProcess[] = [];
  /** Called for every new process. */
  static onMade: (child: FakeUtilityProcess) => void = () => {};
  onPosted: (message: unknown) => void = () => {};
  onKilled: () => void = () => {};
  readonly posted: unknown[] = [];
  readonly stderr = new PassThrough();
  killable = true;
  kills = 0;
  constructor() {
    super('UtilityProcess', EVENTS.utilityProcess);
    FakeUtilityProcess.made.push(this);
    FakeUtilityProcess.onMade(this);
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
    this.onPosted(message);
  }
  kill(): boolean {
    this.kills += 1;
    this.onKilled();
    return this.killable;
  }
}
