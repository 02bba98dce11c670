/** Where updates come from and which keys sign them. Both are part of the program, never of the user's settings. */

/** The address of the updates; a policy may name another. The same as `publish.url` in electron-builder.yml. */
export const DEFAULT_UPDATE_ADDRESS = 'https://updates.intray.example';

/**
 * Ed25519 public keys whose signature makes an update trusted: 32 bytes each, in base64. Several, so that a key
 * can be replaced by a release that knows both. `node scripts/sign-update.ts --new-key` makes a pair. While the
 * list is empty nothing is trusted.
 */
export const UPDATE_KEYS: readonly string[] = [];
