import { expect, it } from 'vitest';
import { findEarlyExit } from '../../host/chromium-arguments.ts';

it.each([
  [['--type=lab'], 'linux'],
  [['--headless', 'list', 'requisitions', '--type=lab'], 'darwin'],
  [['-type=lab'], 'win32'],
  [['--base-url', 'https://clinic.example.org', '--data-dir', 'D'], 'win32'],
  [['list', '--search', 'Doe: x', '5'], 'win32'],
] as const)('%j ends the program on %s before it begins', (words, platform) => {
  expect(findEarlyExit(words, platform)).toBeTypeOf('string');
});

it.each([
  [['--headless', '--', 'list', 'requisitions', '--type=lab'], 'linux'],
  [['--type', 'lab'], 'linux'],
  [['--base-url', 'https://clinic.example.org', '--data-dir', 'D'], 'linux'],
  [['--base-url=https://clinic.example.org', '--data-dir=D'], 'win32'],
  [['--data-dir', 'D', '--base-url', 'https://clinic.example.org'], 'win32'],
  [
    ['--headless', '--', 'account', 'add', '--base-url', 'https://clinic.example.org', '--user', 'u'],
    'win32',
  ],
  [['--data-dir', 'C:\\Intray', '--screenshot', 'D:\\a.png'], 'win32'],
] as const)('%j reaches the program on %s', (words, platform) => {
  expect(findEarlyExit(words, platform)).toBeNull();
});
