/** A program that root starts, and that opens a ledger as another user: prints what is thrown. Its argument is the ledger's path. */
import { LedgerError } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';

const NOBODY = 65_534;
const [path = ''] = process.argv.slice(2);

process.setgroups?.([]);
process.setgid?.(NOBODY);
process.setuid?.(NOBODY);
try {
  await sqliteLedger(path).close();
  console.log('opened');
} catch (error) {
  console.log(error instanceof LedgerError ? `${error.code}: ${error.message.replaceAll(path, 'it')}` : error);
}
