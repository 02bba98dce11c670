/** Encrypts the files of a folder with another key in a process of its own. Arguments: the folder, both keys. */
import { rekeyAccountFiles } from '#main/engine/rekey.ts';

const [folder = '', key = '', next = ''] = process.argv.slice(2);
process.stdout.write('begins\n');
rekeyAccountFiles({ folder, key, next });
