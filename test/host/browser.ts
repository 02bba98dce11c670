import { chromium, type BrowserContext } from 'playwright';
import { chromiumSwitches, wantsSandbox } from './app.ts';
import { config } from './config.ts';
import { QUICK_CODE } from './quick-code.ts';

export interface BrowserOptions {
  readonly width: number;
  readonly height: number;
  /** Chromium's policy for addresses that WebRTC may reveal. */
  readonly webRtcPolicy: string;
}

function switchWords(): readonly string[] {
  return [...chromiumSwitches()].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
}

/**
 * Starts Chromium with an empty profile that is removed when it ends. It is controlled through a pipe, so it
 * ends with this process in any case.
 */
export function launchBrowser({ width, height, webRtcPolicy }: BrowserOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', {
    executablePath: config.chromium,
    headless: !config.isVisible,
    chromiumSandbox: wantsSandbox(),
    viewport: config.isVisible ? null : { width, height },
    // The user's own setting on this computer takes precedence.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    acceptDownloads: false,
    serviceWorkers: 'block',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: ['--enable-automation', '--disable-popup-blocking'],
    args: [
      '--disable-gpu',
      ...(config.isVisible || QUICK_CODE.length === 0 ? [] : [`--js-flags=${QUICK_CODE.join(' ')}`]),
      '--disable-quic',
      '--test-type',
      `--window-size=${width},${height}`,
      `--webrtc-ip-handling-policy=${webRtcPolicy}`,
      ...(config.isVisible ? ['--app=data:text/html,'] : []),
      ...switchWords(),
    ],
  });
}
