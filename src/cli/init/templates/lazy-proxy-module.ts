import { ledgerCode, type OpenedLedger } from './ledger-code.ts';

export interface LazyModuleOptions {
  site: OpenedLedger;
  /** The config, as this file imports it. */
  config: string;
  /** Whether the framework puts what is in .env among the process's variables, also once it is built. */
  loadsEnv: boolean;
  /** Whether the project is one of plain JavaScript. */
  plain?: boolean;
}

const LOAD_ENV = `  // The config reads the process's variables. Those that are set already stay.
  if (existsSync('.env')) loadEnvFile('.env');
`;

/** `rewards.ts`, or `rewards.js`, for a framework, which loads its routes also while it builds, when there is no key. */
export function lazyProxyModule({ site, config, loadsEnv, plain = false }: LazyModuleOptions): string {
  const imports = loadsEnv
    ? ''
    : "import { existsSync } from 'node:fs';\nimport { loadEnvFile } from 'node:process';\n";
  const code = ledgerCode(site);
  const type = (text: string) => (plain ? '' : text);
  return `${imports}${code.imports}
import { createProxy${type(', type Proxy')} } from 'rewards-proxy';
import { undiciTransport } from 'rewards-proxy/service/undici';
import config from '${config}';

let proxy${type(': Proxy | undefined')};

/** The proxy, made when it is first needed: while the site is built there is no key. */
export function rewards()${type(': Proxy')} {
  proxy ??= makeProxy();
  return proxy;
}

function makeProxy()${type(': Proxy')} {
${loadsEnv ? '' : LOAD_ENV}  // ${code.comment}
  const ledger = ${code.open};
  return createProxy({ ...config, ledger, transport: undiciTransport() });
}
`;
}
