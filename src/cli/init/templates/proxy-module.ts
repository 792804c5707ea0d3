import { ledgerCode, type LedgerKind } from './ledger-code.ts';

interface ModuleOptions {
  ledger: LedgerKind;
  /** Whether undici reaches the service, which knows more than the runtime's own `fetch`. Bun has none. */
  undici: boolean;
}

/** `rewards.ts` of a server that runs it as it is: a mistake in the config stops the start. */
export function proxyModule({ ledger, undici }: ModuleOptions): string {
  const { imports, comment, open } = ledgerCode({ ledger });
  return `${imports}
import { createProxy } from 'rewards-proxy';
${undici ? "import { undiciTransport } from 'rewards-proxy/service/undici';\n" : ''}import config from './rewards.config.ts';

// ${comment}
const ledger = ${open};
${undici ? 'const transport = undiciTransport();\n' : ''}
export const proxy = createProxy({ ...config, ledger${undici ? ', transport' : ''} });

/** Lets claims in flight settle, when the server stops. */
export async function closeProxy(): Promise<void> {
  await proxy.close();
${undici ? '  await transport.close();\n' : ''}  await ledger.close();
}
`;
}
