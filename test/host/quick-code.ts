/**
 * Switches of V8 for pages and processes without a window. A program under test lives for seconds: compiling its code
 * well takes longer than it saves.
 */
export const QUICK_CODE: readonly string[] = ['--no-opt', '--no-maglev'];
