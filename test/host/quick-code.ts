/**
 * Switches of V8 for pages and utility processes without a window. A program under test lives for seconds: compiling its
 * code well takes longer than it saves. The host itself starts sooner without, from the code that Node was built with.
 * STAND_IN_CODE=optimized leaves them out, for measurements.
 */
export const QUICK_CODE: readonly string[] =
  process.env['STAND_IN_CODE'] === 'optimized' ? [] : ['--no-opt', '--no-maglev'];
