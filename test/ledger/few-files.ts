/**
 * A program that may have few files open, and uses a ledger once it has no more left: prints what became of two claims, the second of them
 * much later, and of two more once files can be opened again. Its argument is the ledger's path.
 */
import { closeSync, openSync, readdirSync, utimesSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { request } from '../../src/ledger/conformance/requests.ts';
import { LedgerError } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';

const [path = ''] = process.argv.slice(2);
const now = performance.now.bind(performance);
let ahead = 0;
performance.now = () => now() + ahead;

const ledger = sqliteLedger(path);

async function claim(memberId: string): Promise<string> {
  try {
    return (await ledger.reserve(request({ memberId }))).kind;
  } catch (error) {
    return error instanceof LedgerError ? error.message.replace(path, 'it') : String(error);
  }
}

const said = [await claim('first')];
const taken: number[] = [];
try {
  for (;;) taken.push(openSync(process.execPath, 'r'));
} catch {
  // There are no more.
}
// From then on the ledger looks what is in the file.
utimesSync(path, 1, 1);
said.push(await claim('second'));
ahead = 60_000;
said.push(await claim('second'));
for (const file of taken) closeSync(file);
said.push(await claim('first'), await claim('second'));
await ledger.close();
console.log(
  JSON.stringify({ said, files: readdirSync(dirname(path)).map((name) => name.replace(basename(path), 'it')) }),
);
