/** What the thread that binds a pack answers, by name. It makes one pack and ends. */
export interface PackCalls {
  /** The printed pages, which say themselves as of when they are. */
  begin: { input: { pages: Uint8Array }; output: null };
  /** One PDF behind the others, with a line in the margin of each page; answers whether it could be read. */
  add: { input: { bytes: Uint8Array; line: string }; output: boolean };
  /** Encrypts all of it and writes it, for its owner alone, whole or not at all. */
  write: {
    input: { password: string; path: string; replaces: boolean };
    output: { pages: number };
  };
}
