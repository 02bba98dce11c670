import { Notice } from '#renderer/ui/Notice.tsx';

interface FailureScreenProps {
  readonly title: string;
  readonly safe: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A window that cannot do its work: what is wrong, what is safe, what to do. */
export function FailureScreen({ title, safe, action }: FailureScreenProps) {
  return (
    <main className="failure">
      <Notice isPage role="alert" title={title} hint={safe} {...(action === undefined ? {} : { action })} />
    </main>
  );
}
