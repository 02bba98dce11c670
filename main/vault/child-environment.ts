import { SECRET_VARIABLE_NAMES, type EnvironmentVariables } from './variables.ts';

/**
 * Names of environment variables that would weaken a child process's protection. With those of NAPI-RS the keychain's addon
 * loads another library.
 */
const DANGEROUS =
  /^(NODE_TLS_REJECT_UNAUTHORIZED|NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|NODE_DEBUG.*|SSLKEYLOGFILE|NAPI_RS_.*|ELECTRON_.*)$/i;

/**
 * Returns whether a variable holds a secret: one of ours, or the password of a proxy. Windows ignores the case of
 * names.
 */
function isSecret(name: string, value: string): boolean {
  return SECRET_VARIABLE_NAMES.has(name.toUpperCase()) || (/_proxy$/i.test(name) && value.includes('@'));
}

/**
 * Returns the environment of our child processes. It holds no secrets: they are passed through ports where they are
 * needed.
 * @param environment the environment of this process
 * @param isStrict whether variables that weaken a child are left out: a developer may need them
 */
export function createChildEnvironment(
  environment: EnvironmentVariables,
  isStrict: boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !isSecret(entry[0], entry[1]) && !(isStrict && DANGEROUS.test(entry[0])),
    ),
  );
}
