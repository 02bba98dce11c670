import { errorSentence } from '#contract/error-text.ts';
import type { Health, KindHealth } from '#contract/health.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { isSyncing } from '#renderer/state/health.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { KIND_PLACE } from '#renderer/state/view.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { countText } from '#renderer/ui/format.ts';

/** How each kind of record stands with the service, with what went wrong and what can be done. */
export function HealthDetails({ health }: { readonly health: Health }) {
  const text = useText();
  const { sync, cancel } = useDesk().health;
  const isRunning = isSyncing(health);
  return (
    <div className="health">
      <h2>{text('health.title')}</h2>
      {health.error !== null && <p className="health-error">{errorSentence(health.error)}</p>}
      {health.cacheSetAside && <p className="health-note">{text('health.cacheSetAside')}</p>}
      <table className="health-kinds">
        <thead>
          <tr>
            <th>{text('health.kind')}</th>
            <th className="number">{text('health.cached')}</th>
            <th className="number">{text('health.received')}</th>
            <th className="number">{text('health.pages')}</th>
            <th className="number">{text('health.quarantined')}</th>
            <th>{text('health.lastSuccess')}</th>
          </tr>
        </thead>
        {health.kinds.map((kind) => (
          <KindRows key={kind.kind} kind={kind} />
        ))}
      </table>
      {health.kinds.some(({ quarantined }) => quarantined > 0) && (
        <p className="health-note">{text('health.quarantinedHint')}</p>
      )}
      <Button onPress={() => void (isRunning ? cancel() : sync())}>
        {text(isRunning ? 'sync.stop' : 'sync.now')}
      </Button>
    </div>
  );
}

function KindRows({ kind }: { readonly kind: KindHealth }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { sync } = useDesk().health;
  const name = text(`place.${KIND_PLACE[kind.kind]}`);
  return (
    <tbody>
      <tr>
        <th scope="row">
          {name}
          <span className="health-state">{text(`health.state.${kind.state}`)}</span>
        </th>
        <td className="number">{countText(kind.cached)}</td>
        <td className="number">{countText(kind.received)}</td>
        <td className="number">{countText(kind.pages)}</td>
        <td className="number">{countText(kind.quarantined)}</td>
        <td>{kind.lastSuccessAt === null ? text('health.neverComplete') : asOf(kind.lastSuccessAt, now)}</td>
      </tr>
      {kind.error !== null && (
        <tr>
          <td colSpan={6} className="health-kind-error">
            <div>
              <span>{errorSentence(kind.error)}</span>
              {kind.state !== 'running' && (
                <Button size="small" onPress={() => void sync([kind.kind])}>
                  {text('health.tryAgain')}
                </Button>
              )}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}
