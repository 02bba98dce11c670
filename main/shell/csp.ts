/**
 * What the page may do: run and style itself from its own bundle, and nothing else. It makes no requests;
 * every datum reaches it through the bridge.
 */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-src': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'worker-src': "'self'",
  'require-trusted-types-for': "'script'",
  // The one policy there is hands out the address of the worker that reads PDFs, and no other.
  'trusted-types': 'pdf-worker',
};

/**
 * The Content-Security-Policy of every response of the `app` scheme.
 * @param styleHashes source expressions of the styles that libraries put into the page at run time
 */
export function contentSecurityPolicy(styleHashes: readonly string[]): string {
  return Object.entries(DIRECTIVES)
    .map(([name, sources]) => [name, sources, ...(name === 'style-src' ? styleHashes : [])].join(' '))
    .join('; ');
}
