import { ok } from '#contract/result.ts';
import type { AccessLog } from '../access/log.ts';
import type { AccessRecorder } from '../access/recorder.ts';
import type { EngineHandlers } from './deps.ts';

/** Returns the handlers that open, read and check the access log. */
export function createAccessLogHandlers(
  accessLog: AccessLog,
  recorder: Pick<AccessRecorder, 'note' | 'keepReceipts' | 'drain' | 'scope'>,
): EngineHandlers<
  | 'accessLog.open'
  | 'accessLog.close'
  | 'accessLog.note'
  | 'accessLog.keepReceipts'
  | 'accessLog.state'
  | 'accessLog.list'
  | 'accessLog.export'
  | 'accessLog.verify'
> {
  return {
    'accessLog.open': (target) => accessLog.open(target),
    'accessLog.close': async () => {
      await recorder.drain();
      await accessLog.close();
      return ok({});
    },
    'accessLog.note': async (access) => {
      recorder.note(access);
      return ok({});
    },
    'accessLog.keepReceipts': ({ receipts }) => recorder.keepReceipts(receipts),
    'accessLog.state': async () => ok(accessLog.state),
    'accessLog.list': async (request) => {
      await recorder.drain();
      return accessLog.read('list', { ...request, ...recorder.scope });
    },
    'accessLog.export': async (request) => {
      await recorder.drain();
      return accessLog.read('export', { ...request, ...recorder.scope });
    },
    'accessLog.verify': async () => {
      await recorder.drain();
      return accessLog.verify();
    },
  };
}
