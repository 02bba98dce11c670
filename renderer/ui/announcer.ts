/** How long nothing new must be said before a screen reader gets it, so that typing and counting up stay silent. */
const REST_MS = 500;
/** How long the words stay in the region: a user who reads the page must not find them again. */
const KEPT_MS = 8000;

/** Tells screen readers what has happened, through the only polite live region of the page. */
interface Announcer {
  /**
   * Says the words once nothing new was said for half a second. Of one source only its latest words are said, and no words
   * twice in a row. Empty words take back what was not said yet.
   */
  readonly say: (source: object, words: string) => void;
  /** Makes a node the content of the live region; returns the function that ends it. */
  readonly attach: (region: ParentNode) => () => void;
}

/** Creates an announcer without a region: what is said before one is attached is dropped. */
export function createAnnouncer(): Announcer {
  let region: ParentNode | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let clearing: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Map<object, string>();
  const said = new WeakMap<object, string>();

  /** Each in a paragraph of its own, so that there is a pause between them. */
  function write(all: readonly string[]): void {
    const paragraphs = all.map((words) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = words;
      return paragraph;
    });
    region?.replaceChildren(...paragraphs);
  }
  function flush(): void {
    for (const [source, words] of waiting) said.set(source, words);
    write([...new Set(waiting.values())]);
    waiting.clear();
    clearTimeout(clearing);
    clearing = setTimeout(write, KEPT_MS, []);
  }
  return {
    say: (source, spoken) => {
      const words = spoken.trim();
      if (words === '') {
        said.delete(source);
        waiting.delete(source);
        return;
      }
      if (said.get(source) === words) {
        waiting.delete(source);
        return;
      }
      if (waiting.get(source) === words) return;
      waiting.set(source, words);
      clearTimeout(resting);
      resting = setTimeout(flush, REST_MS);
    },
    attach: (element) => {
      region = element;
      return () => {
        if (region === element) region = null;
        clearTimeout(resting);
        clearTimeout(clearing);
        waiting.clear();
      };
    },
  };
}

/** The announcer of the page. */
export const announcer = createAnnouncer();
