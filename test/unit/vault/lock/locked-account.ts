import { createComputer, setPin, signIn } from '../../../support/locks.ts';
import { useTemporaryFolder } from '../../../support/temporary-folder.ts';

/** Gives each test of a file an empty data folder, and a function that makes a computer with an account with a PIN in it. */
export function useLockedAccount() {
  const folder = useTemporaryFolder();
  async function createLocked() {
    const computer = createComputer(folder());
    const first = computer.start();
    const key = await signIn(first);
    const code = await setPin(first);
    return { ...computer, key, code };
  }
  return { folder, createLocked };
}
