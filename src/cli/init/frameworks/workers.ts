import { publicScript } from '../public-script.ts';
import { ADDRESSES } from '../templates/config-file.ts';
import { page } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

const PORT = 8787;

const WORKER = `import { DurableObject } from 'cloudflare:workers';
import { durableObjectLedger } from 'rewards-proxy/ledger/durable-object';
import { type Bindings, createProxy, type Proxy } from 'rewards-proxy';
import config from './rewards.config.ts';

type Env = Bindings & { REWARDS: DurableObjectNamespace<Rewards> };

/** The proxy, and beside it who was rewarded for what: one object for the whole site. */
export class Rewards extends DurableObject<Env> {
  readonly #proxy: Proxy;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // Only while the variable says so is a ledger made: an object without one would pay everybody again.
    const ledger = durableObjectLedger(ctx.storage, { create: env['REWARDS_LEDGER'] === 'new' });
    this.#proxy = createProxy({ ...config, ledger, env });
  }

  fetch(request: Request): Promise<Response> {
    const clientAddress = request.headers.get('cf-connecting-ip') ?? undefined;
    return this.#proxy.fetch(request, { clientAddress });
  }
}

export default {
  fetch(request: Request, { REWARDS }: Env): Promise<Response> {
    return REWARDS.getByName('rewards').fetch(request);
  },
};
`;

const ENV = `
# Makes the ledger on this machine, which wrangler dev reads this file for.
REWARDS_LEDGER=new
`;

const SETTINGS = `{
  "name": "rewards",
  "main": "rewards-worker.ts",
  "compatibility_date": "2026-10-01",
  "assets": { "directory": "public", "run_worker_first": ["/rewards/*"] },
  "durable_objects": { "bindings": [{ "name": "REWARDS", "class_name": "Rewards" }] },
  "migrations": [{ "tag": "v1", "new_sqlite_classes": ["Rewards"] }]
}
`;

/** Cloudflare Workers, with the ledger in a Durable Object. */
export const workers: Framework = {
  name: 'workers',
  label: 'Cloudflare Workers, with the ledger in a Durable Object',
  fromCdn: true,
  port: PORT,
  page: '/check-in',
  start: 'npx wrangler dev',
  packages: ['wrangler'],
  choosesLedger: false,
  project: null,
  plainNode: false,
  ignores: ['.wrangler/'],
  env: ENV,
  notes: ["npx wrangler types writes the types of the Worker's environment for your editor."],
  files: (site) => ({
    ...sharedFiles(site, ADDRESSES.given),
    'rewards-worker.ts': WORKER,
    'wrangler.json': SETTINGS,
    'public/check-in.html': page(site, { script: publicScript(site) }),
  }),
};
