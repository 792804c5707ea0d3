/** `rewards.ts` of a server that Node runs as it is: a mistake in the config stops the start. */
export function proxyModule(): string {
  return `import { sqliteLedger } from 'rewards-elements/ledger/sqlite';
import { createProxy } from 'rewards-elements/proxy';
import { undiciTransport } from 'rewards-elements/service/undici';
import config from './rewards.config.ts';

// Who was rewarded for what. Back it up: what it forgets can be claimed again.
const ledger = sqliteLedger('rewards.db');
const transport = undiciTransport();

export const proxy = createProxy({ ...config, ledger, transport });

/** Lets claims in flight settle, when the server stops. */
export async function closeProxy(): Promise<void> {
  await proxy.close();
  await transport.close();
  await ledger.close();
}
`;
}
