/** Answers calls of ledgers in SQLite files of the folder that is given, each by its path, in any runtime with Node's modules. Prints its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ledger } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { answerLedgerCall } from './ledger-over-http.ts';

const folder = process.argv[2] ?? '.';
const ledgers = new Map<string, Ledger>();

function ledgerOf(name: string): Ledger {
  const ledger = ledgers.get(name) ?? sqliteLedger(join(folder, `${name}.db`));
  ledgers.set(name, ledger);
  return ledger;
}

const server = createServer(async (incoming, outgoing) => {
  const url = `http://ledger${incoming.url}`;
  const request = new Request(url, { method: 'POST', body: await text(incoming) });
  const response = await answerLedgerCall(request, ledgerOf(new URL(url).pathname.slice(1)));
  outgoing.end(await response.text());
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
