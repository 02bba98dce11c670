import { useState } from 'react';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import { useActionRunner } from '#renderer/shared/use-action.ts';
import type { AppError } from '#contract/result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import styles from './help.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** What the last action on this page has led to. */
type Outcome = { readonly savedAt: string } | { readonly error: AppError };

/**
 * Makes a file for support. Its whole text is shown before it is saved, so that the user sees what leaves the computer with it.
 */
export function SupportPage() {
  const text = useText();
  const { calls } = useStores();
  const [content, setContent] = useState<string | null>(null);
  const { isBusy, outcome, act } = useActionRunner<Outcome>();
  const prepare = (): void =>
    act(async () => {
      const prepared = await calls['support.prepare']({});
      if (!prepared.ok) return { error: prepared.error };
      setContent(prepared.value.text);
      return null;
    });
  const save = (shown: string): void =>
    act(async () => {
      const saved = await calls['files.saveText']({ suggested: 'intray-support.txt', text: shown });
      if (!saved.ok) return { error: saved.error };
      return saved.value.isSaved ? { savedAt: saved.value.path } : null;
    });
  return (
    <>
      <section className={styles.part}>
        <h2>{text('help.support.title')}</h2>
        <p>{text('help.support.lead')}</p>
        <div className={styles.actions}>
          <Button isPending={isBusy} onPress={prepare}>
            {text(content === null ? 'help.support.collect' : 'help.support.again')}
          </Button>
          {content !== null && (
            <>
              <Button tone="primary" isPending={isBusy} onPress={() => save(content)}>
                {text('help.support.save')}
              </Button>
              <CopyButton isPublic label={text('help.support.copy')} value={content} />
            </>
          )}
        </div>
        <Status as="p">
          {isBusy && content === null && text('help.support.collecting')}
          {outcome !== null && 'savedAt' in outcome && text('help.support.saved', { path: outcome.savedAt })}
        </Status>
        {outcome !== null && 'error' in outcome && (
          <p className="error-text" role="alert">
            {getErrorSentence(outcome.error)}
          </p>
        )}
      </section>
      {content !== null && (
        <pre
          className={styles.support}
          lang="en"
          dir="ltr"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
          tabIndex={0}
          aria-label={text('help.support.content')}
        >
          {content}
        </pre>
      )}
    </>
  );
}
