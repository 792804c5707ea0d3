import { ledgerCode } from '../templates/ledger-code.ts';
import { PLAIN_CONFIG } from '../site.ts';
import type { Served } from './host.ts';

/** The kind of site whose proxy is a function of its own, beside pages of any kind. */
const BESIDE = 'standalone';
/** Frameworks that such hosts run by themselves, with the proxy among their own routes. */
const BY_THEMSELVES = ['next', 'sveltekit', 'astro', 'nuxt'];

/** What hosts that know the frameworks run. */
export const PAGES_AND_FUNCTIONS = [BESIDE, ...BY_THEMSELVES];
export const FUNCTIONS_ALONE = [BESIDE];

/** Longer than a claim takes at most: two grants, and what is recorded of them. */
export const MAX_SECONDS = 60;

const { imports, comment, open } = ledgerCode({ ledger: 'postgres', sleeps: true });

const PROXY = `${imports}
import { createProxy } from 'rewards-proxy';
import { undiciTransport } from 'rewards-proxy/service/undici';
import config from './${PLAIN_CONFIG}';

// ${comment}
const ledger = ${open};

export const proxy = createProxy({ ...config, ledger, transport: undiciTransport() });
`;

/** Whether the proxy is a function of its own there, and no route of a framework. */
export const isBeside = ({ framework }: Pick<Served, 'framework'>): boolean => framework === BESIDE;

/** The function's own files, where there is one: the proxy, and what the host needs to call it. */
export function functionFiles(served: Served, files: Record<string, string>): Record<string, string> {
  return isBeside(served) ? { 'rewards.mjs': PROXY, ...files } : {};
}

export const CREATE_LEDGER = 'REWARDS_DB=… npx rewards ledger create    # once, from where the database can be reached';
