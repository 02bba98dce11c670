import { isDeepStrictEqual } from 'node:util';
import { isAnyId } from '#contract/records.ts';
import {
  formatDirectoryLines,
  parseDirectoryTable,
  type DirectoryTableLine,
} from '#main/engine/local/data/directory-table.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const toNamed = ({ id, name, identifier }: DirectoryTableLine) => [id, name, identifier];

/** Tables of names: a broken line affects no other, and what is exported is read back unchanged. */
export function createTarget(): FuzzTarget {
  return {
    seeds: [
      'id,name\r\nuser_1,Ana Ruiz\r\nuser_2,"Okafor, Ben"\r\n',
      'user_3;"a ""b"" c"\nuser_4;\'=1+1\nuser_5; spaced \n',
      '\uFEFFid;name\nfac_1;漢字\n\n,\n',
    ],
    tokens: ['\n', '\r', '""', ';', ',', "'=", '=cmd|', 'user_9', '\t', '@', '+', '-'],
    run: (input) => {
      const { named, problems } = parseDirectoryTable(Buffer.from(input).toString(), 1);
      for (const { id } of named) assertHolds(isAnyId(id), 'a name belongs to an id');
      for (const { line } of problems) assertHolds(line >= 1, 'a problem names its line');
      // The export has a heading, so that no entry stands in the first line.
      const again = parseDirectoryTable(formatDirectoryLines(named), 2);
      assertHolds(
        isDeepStrictEqual(again.named.map(toNamed), named.map(toNamed)),
        'an exported table is read back unchanged',
      );
    },
  };
}
