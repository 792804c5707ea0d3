/**
 * Has ledgers in SQLite files of the folder that is given, calls the service and reads a chain, in any runtime with Node's modules.
 * Prints its address.
 */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Ledger } from '../../src/ledger/index.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { fetchTransport } from '../../src/service/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { callService } from '../service/call-service.ts';
import { answerWith, type Call, callLedger } from './answer.ts';
import { checkOnchain } from './check-onchain.ts';

const [, , folder = '.', via] = process.argv;
const transport = via === 'undici' ? undiciTransport() : fetchTransport();
const ledgers = new Map<string, Ledger>();

function ledgerOf(name: string): Ledger {
  const known = ledgers.get(name);
  if (known) return known;
  const path = join(folder, `${name}.db`);
  if (!existsSync(path)) createSqliteLedger(path);
  const ledger = sqliteLedger(path);
  ledgers.set(name, ledger);
  return ledger;
}

function carryOut(call: Call): Promise<unknown> {
  if ('ledger' in call) return callLedger(ledgerOf(call.ledger), call.call);
  return 'service' in call ? callService(transport, call.service) : checkOnchain(call.onchain);
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const call = (await json(incoming)) as Call;
  const response = await answerWith(() => carryOut(call));
  outgoing.end(await response.text());
}

const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
