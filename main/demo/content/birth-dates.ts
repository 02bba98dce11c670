import { hashNumbers } from '../random-choices.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SALT = 77;
const FIRST_YEAR = 1936;
const YEARS = 75;
/** The highest day of a month that is drawn: every month has it. */
const DAYS = 28;

/** Returns the birth date of a generated patient, such as `12 Mar 1980`. */
export function getBirthDate(seed: number, index: number): string {
  const hash = hashNumbers(seed, SALT, index);
  const day = 1 + (hash % DAYS);
  const month = MONTHS[Math.floor(hash / DAYS) % MONTHS.length] ?? '';
  return `${day} ${month} ${FIRST_YEAR + (Math.floor(hash / (DAYS * MONTHS.length)) % YEARS)}`;
}
