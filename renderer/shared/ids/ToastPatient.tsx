import { ToastAbout } from '#renderer/ui/Toast.tsx';
import { NamedId } from './NamedId.tsx';

/** Says in a toast whose requisition it is about; nothing where the patient is not known. */
export function ToastPatient({ patient }: { readonly patient: string | null | undefined }) {
  if (patient === null || patient === undefined || patient === '') return null;
  return (
    <ToastAbout>
      <NamedId id={patient} show="end" />
    </ToastAbout>
  );
}
