/** Secrets are handed over ports, where they are needed; no child finds them lying about. */
const SECRETS: ReadonlySet<string> = new Set(['INTRAY_ACCESS_TOKEN', 'INTRAY_JWT', 'INTRAY_CACHE_KEY']);

/** Variables that would weaken or open a child of the packaged program. */
const DANGEROUS =
  /^(NODE_TLS_REJECT_UNAUTHORIZED|NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|NODE_DEBUG.*|SSLKEYLOGFILE|ELECTRON_.*)$/i;

/**
 * The environment of our child processes.
 * @param environment the environment of this process
 * @param packaged whether variables that weaken a child are left out
 */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !SECRETS.has(entry[0]) && !(packaged && DANGEROUS.test(entry[0])),
    ),
  );
}
