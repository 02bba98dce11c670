import type { Locator, Page } from 'playwright/test';

/** The lock screen, and the PIN in the settings. */
export interface LockScreen {
  readonly heading: Locator;
  readonly pin: Locator;
  /** The recovery code that is shown once. */
  readonly code: Locator;
  readonly press: (name: string) => Promise<void>;
  /** Enters a PIN by the keyboard. */
  readonly enter: (pin: string) => Promise<void>;
  /** Types a new PIN twice. */
  readonly chooseNewPin: (newPin: string) => Promise<void>;
  /** Gives the open account its first PIN in the settings; returns the recovery code. */
  readonly setFirstPin: (pin: string) => Promise<string>;
  /** Opens the locked account with its recovery code and gives it this PIN; returns the new code. */
  readonly recover: (code: string, newPin: string) => Promise<string>;
  /** Locks the window by its key. */
  readonly lock: () => Promise<void>;
}

/** The lock on screen. */
export function lockScreen(page: Page): LockScreen {
  const heading = page.getByRole('heading', { name: 'Intray is locked', level: 1 });
  const pin = page.getByLabel('PIN', { exact: true });
  const code = page.getByRole('region', { name: 'Your new recovery code' }).getByRole('code');
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const readCode = async (): Promise<string> => {
    const shown = (await code.textContent()) ?? '';
    await press('I have written it down');
    return shown;
  };
  const chooseNewPin = async (newPin: string): Promise<void> => {
    await page.getByLabel('New PIN', { exact: true }).fill(newPin);
    await page.getByLabel('New PIN again').fill(newPin);
  };
  return {
    heading,
    pin,
    code,
    press,
    chooseNewPin,
    enter: async (typed) => {
      await pin.fill(typed);
      await pin.press('Enter');
    },
    setFirstPin: async (first) => {
      await page.getByRole('button', { name: /^Settings/ }).click();
      await press('Set a PIN');
      await chooseNewPin(first);
      await press('Save the PIN');
      return readCode();
    },
    recover: async (known, newPin) => {
      await press('Forgotten the PIN?');
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(known);
      await chooseNewPin(newPin);
      await press('Open with the code');
      return readCode();
    },
    lock: async () => {
      await page.keyboard.press('Control+l');
      await heading.waitFor();
    },
  };
}
