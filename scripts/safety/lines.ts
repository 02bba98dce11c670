/** The safety lists: 58 rules, 64 faults and 47 bad inputs. */
import type { SafetyLine } from './line.ts';
import { BAD_ANSWERS } from './lists/bad-answers.ts';
import { BAD_CALLS } from './lists/bad-calls.ts';
import { BAD_ADDRESSES, BAD_TEXTS } from './lists/bad-texts.ts';
import { CLINIC_RULES } from './lists/clinic.ts';
import { DATABASE_RULES } from './lists/database.ts';
import { FILE_CHANGE_FAULTS } from './lists/file-change-faults.ts';
import { FILE_FAULTS } from './lists/file-faults.ts';
import { KEYCHAIN_FAULTS } from './lists/keychain-faults.ts';
import { LIST_FAULTS } from './lists/list-faults.ts';
import { NETWORK_FAULTS } from './lists/network-faults.ts';
import { NETWORK_RULES } from './lists/network.ts';
import { PROGRAM_FAULTS } from './lists/program-faults.ts';
import { PROGRAM_RULES } from './lists/program.ts';
import { SENDING_RULES } from './lists/sending.ts';
import { WINDOW_RULES } from './lists/windows.ts';
import { WRITE_FAULTS } from './lists/write-faults.ts';

/** Every line, in the order of the lists. */
export const LINES: readonly SafetyLine[] = [
  ...WINDOW_RULES,
  ...PROGRAM_RULES,
  ...NETWORK_RULES,
  ...DATABASE_RULES,
  ...CLINIC_RULES,
  ...SENDING_RULES,
  ...WRITE_FAULTS,
  ...LIST_FAULTS,
  ...NETWORK_FAULTS,
  ...FILE_FAULTS,
  ...FILE_CHANGE_FAULTS,
  ...KEYCHAIN_FAULTS,
  ...PROGRAM_FAULTS,
  ...BAD_ANSWERS,
  ...BAD_TEXTS,
  ...BAD_ADDRESSES,
  ...BAD_CALLS,
];
