/** A program that root starts, and that opens or makes a ledger as another user: prints what is thrown. Its arguments: `open` or `make`, and the ledger's path. */
import { LedgerError } from '../../src/ledger/index.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';

const NOBODY = 65_534;
const [what, path = ''] = process.argv.slice(2);

process.setgroups?.([]);
process.setgid?.(NOBODY);
process.setuid?.(NOBODY);
try {
  if (what === 'make') createSqliteLedger(path);
  else await sqliteLedger(path).close();
  console.log('done');
} catch (error) {
  console.log(error instanceof LedgerError ? `${error.code}: ${error.message.replaceAll(path, 'it')}` : error);
}
