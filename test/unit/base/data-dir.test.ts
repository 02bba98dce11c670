import { expect, test } from 'vitest';
import { defaultDataDir } from '#main/base/data-dir.ts';

test.each([
  ['linux', {}, '/home/ada', '/home/ada/.config/intray'],
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, '/home/ada', '/cfg/intray'],
  ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada', '/home/ada/.config/intray'],
  ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Intray'],
  ['win32', { APPDATA: 'D:\\Roaming' }, 'C:\\Users\\ada', 'D:\\Roaming\\Intray'],
  ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Intray'],
] as const)('on %s with %j data lies in its usual place', (platform, variables, home, expected) => {
  expect(defaultDataDir(platform, variables, home)).toBe(expected);
});
