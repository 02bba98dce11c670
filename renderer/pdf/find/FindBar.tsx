import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { PDF_KEYS } from '#renderer/shared/fixed-keys.ts';
import { useGetFixedKeyLabel } from '#renderer/shared/use-key-label.ts';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { getCurrentAndTotalMatchNumbers, type PdfFind, type PdfFindState } from './pdf-find.ts';
import styles from './find.module.css';
import { Status } from '#renderer/ui/Status.tsx';

interface FindBarProps {
  readonly find: PdfFind;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Returns the page in view, at which a search begins. */
  readonly getPageInView: () => number;
  readonly onClose: () => void;
}

const MAX_LENGTH = 200;
/** How long nothing has to change before the number of matches is read out. */
const QUIET_MS = 600;

/** What a search has found, in words; empty before there is a search. */
function describe(text: TextFunction, state: PdfFindState): string {
  const { search, isSearching, hasText, isPartial } = state;
  const { at, all } = getCurrentAndTotalMatchNumbers(state);
  if (search === '') return '';
  if (all > 0) return text(isPartial ? 'pdfFind.countPartial' : 'pdfFind.count', { at, all });
  if (isSearching) return text('pdfFind.searching');
  if (isPartial) return text('pdfFind.nothingPartial');
  return text(hasText ? 'pdfFind.nothing' : 'pdfFind.noText');
}

/** Returns a text once it has not changed for a moment, so that a screen reader reads the result and not the way to it. */
function useQuietText(words: string): string {
  const [quiet, setQuiet] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(words), QUIET_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return quiet;
}

/** The search in a PDF: its field, the number of matches, and the way through them. */
export function FindBar({ find, inputRef, getPageInView, onClose }: FindBarProps) {
  const text = useText();
  const keyLabel = useGetFixedKeyLabel();
  const state = useStore(find.store);
  const [typed, setTyped] = useState('');
  const words = describe(text, state);
  const quiet = useQuietText(state.isSearching ? '' : words);
  const reason = state.current === null ? text('pdfFind.noSteps') : null;
  useEffect(() => {
    inputRef.current?.focus();
    return find.clear;
  }, [inputRef, find]);

  function type(value: string): void {
    setTyped(value);
    void find.search(value, getPageInView());
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find.step(event.shiftKey ? -1 : 1);
  }

  return (
    <search className={styles.findBar} aria-label={text('pdfFind.label')}>
      <input
        ref={inputRef}
        className={styles.findInput}
        type="text"
        aria-label={text('pdfFind.label')}
        placeholder={text('pdfFind.label')}
        dir={typed === '' ? undefined : 'auto'}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck="false"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        // The key may be held, as F3 may be.
        data-enter-steps
      />
      <span className={styles.findCount} aria-hidden="true">
        {words}
      </span>
      <Status className="visually-hidden">{quiet}</Status>
      <span className={styles.findSteps}>
        <ButtonWithDisabledReason
          size="small"
          tone="quiet"
          icon={<Icon shape={ChevronUp} />}
          iconLabel={text('pdfFind.previous')}
          shortcut={keyLabel(PDF_KEYS.previous)}
          reason={reason}
          onPress={() => find.step(-1)}
        />
        <ButtonWithDisabledReason
          size="small"
          tone="quiet"
          icon={<Icon shape={ChevronDown} />}
          iconLabel={text('pdfFind.next')}
          shortcut={keyLabel(PDF_KEYS.next)}
          reason={reason}
          onPress={() => find.step(1)}
        />
        <ButtonWithHint
          size="small"
          tone="quiet"
          icon={<Icon shape={X} />}
          aria-label={text('pdfFind.close')}
          shortcut={keyLabel(PDF_KEYS.close)}
          onPress={onClose}
        />
      </span>
    </search>
  );
}
