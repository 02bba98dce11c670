import { expect, test } from 'vitest';
import { classifyKeychainErrorMessage, toKeychainResultFromErrorText } from '#main/vault/keychain-result.ts';

test.each([
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['Secret Service: object locked', 'locked'],
  ['org.freedesktop.Secret.Error.IsLocked', 'locked'],
  ['SS error: connection closed before prompt completed', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['User canceled the operation.', 'locked'],
  ['The user name or passphrase you entered is not correct.', 'locked'],
  ['No matching credential found', 'absent'],
  ["Couldn't access platform storage: Secret Service: no result found", 'unavailable'],
  ['DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time', 'unavailable'],
  ['DBus error: Failed to connect to socket /run/user/0/bus: No such file or directory', 'unavailable'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'unavailable'],
  ['Mutex failure in credential store: lock poisoned', 'unavailable'],
  ["Value of 'password' is longer than the platform limit of 2560", 'unavailable'],
  ['', 'unavailable'],
])('%j means %s', (message, state) => {
  expect(classifyKeychainErrorMessage(message)).toBe(state);
});

test('the text of a failure is kept for support, without possible secrets', () => {
  expect(toKeychainResultFromErrorText(`broken ${'a1'.repeat(40)}`)).toEqual({
    state: 'unavailable',
    detail: 'broken ***',
  });
});
