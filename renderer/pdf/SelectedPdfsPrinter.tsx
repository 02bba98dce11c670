import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { printStoredPdfs } from './print-pages.ts';

/** Prints the PDFs of the selected requisitions in one job, as soon as the bulk action asks for it. */
export function SelectedPdfsPrinter() {
  const { calls, worklist } = useStores();
  const { bulk } = worklist;
  const ids = useStore(bulk.store, ({ printedPdfs }) => printedPdfs);
  useEffect(() => {
    if (ids.length > 0) void printStoredPdfs(calls, ids).then(bulk.finishPdfPrint);
  }, [calls, bulk, ids]);
  return null;
}
