import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';

/** What became of the last pack, until it is put away. */
export function PackDone() {
  const text = useText();
  const { print } = useStores().day;
  const saved = useStore(print.store, (state) => state.saved);
  if (saved === null) return null;
  const { pages, missing } = saved;
  return (
    <section className="day-strip" data-phase="done">
      <output>
        {text('pack.saved', { count: pages })}{' '}
        {missing.length === 0
          ? text('pack.savedWhole')
          : text('pack.savedMissing', { count: missing.length })}
      </output>
      <Button size="small" tone="quiet" onPress={() => print.dismiss()}>
        {text('pack.close')}
      </Button>
    </section>
  );
}
