import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolveOwnPackage } from '../../../src/cli/own-package.ts';
import type { Scaffold } from './scaffold.ts';

export type Answer = (request: Request) => Promise<Response>;
type Handler<Context> = (context: Context) => Promise<Response>;
type WithRequest = { request: Request; getClientAddress?: () => string; clientAddress?: string };

/** The web server on the same machine, which says for whom it asks. */
const ADDRESS = '127.0.0.1';

const SCRIPTS = new URL('../../../dist/cdn/', import.meta.url);

/** Stands for Express, whose router it is that calls a listener: it keeps the listener of a path. */
const EXPRESS_STUB = `data:text/javascript,
  const listeners = [];
  const router = { all: (path, listener) => listeners.push([path, listener]), get() {}, use() {}, listeners };
  export default Object.assign(() => router, { Router: () => router, static() {} });`;

/** A framework's mount: the file, and how the framework calls what is in it. */
export interface Mount {
  file: string;
  /** Whether its starter has put .env among the process's variables. */
  envIsLoaded: boolean;
  /** Whether the proxy is there from the start, and not from the first request on: a build has no key. */
  eager: boolean;
  answerOf: (module: Record<string, unknown>, t: TestContext) => Promise<Answer>;
}

/** By the framework's name. */
export const MOUNTS: Record<string, Mount> = {
  hono: {
    file: 'rewards-routes.ts',
    envIsLoaded: true,
    eager: true,
    answerOf: async ({ rewardsRoutes }) => {
      const { fetch } = rewardsRoutes as { fetch: (request: Request, env: object) => Promise<Response> };
      const incoming = { socket: { remoteAddress: ADDRESS, remotePort: 1, remoteFamily: 'IPv4' } };
      return (request) => fetch(request, { incoming });
    },
  },
  express: {
    file: 'rewards-routes.ts',
    envIsLoaded: true,
    eager: true,
    answerOf: async ({ rewardsRoutes }, t) => {
      const { listeners } = rewardsRoutes as { listeners: [RegExp, RequestListener][] };
      return through(t, (incoming, outgoing) => {
        const [, listener] = listeners.find(([path]) => path.test(incoming.url ?? '')) ?? [];
        listener?.(incoming, outgoing);
      });
    },
  },
  next: {
    file: 'app/rewards/[...path]/route.ts',
    envIsLoaded: true,
    eager: false,
    answerOf: async (module) => async (request) => (module[request.method] as Answer)(request),
  },
  sveltekit: {
    file: 'src/routes/rewards/[...path]/+server.ts',
    envIsLoaded: false,
    eager: false,
    answerOf: async ({ fallback, prerender }) => {
      assert.equal(prerender, false);
      return (request) => (fallback as Handler<WithRequest>)({ request, getClientAddress: () => ADDRESS });
    },
  },
  astro: {
    file: 'src/pages/rewards/[...path].ts',
    envIsLoaded: false,
    eager: false,
    answerOf: async ({ ALL, prerender }) => {
      assert.equal(prerender, false);
      return (request) => (ALL as Handler<WithRequest>)({ request, clientAddress: ADDRESS });
    },
  },
  nuxt: {
    file: 'server/routes/rewards/[...path].ts',
    envIsLoaded: false,
    eager: false,
    answerOf: async ({ default: handler }) => {
      return (request) => (handler as Handler<WithRequest>)({ request });
    },
  },
};

/** What Nuxt's server has without an import. */
export const NUXT_GLOBALS = {
  defineEventHandler: <Context>(handler: Handler<Context>) => handler,
  toWebRequest: ({ request }: WithRequest) => request,
  getRequestIP: () => ADDRESS,
};

/** Resolves what a bundler would: paths without an ending, and packages of a project. */
function resolveAsBundlersDo(): () => void {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'express') return { url: EXPRESS_STUB, format: 'module', shortCircuit: true };
      const script = /^rewards-elements\/cdn\/(.+)/.exec(specifier)?.[1];
      if (script !== undefined) return { url: new URL(script, SCRIPTS).href, shortCircuit: true };
      if (/^(hono|@hono\/)/.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
      const url = specifier.startsWith('.') ? new URL(`${specifier}.ts`, context.parentURL) : null;
      return url && existsSync(fileURLToPath(url)) ? next(url.href, context) : next(specifier, context);
    },
  });
  return () => hooks.deregister();
}

/** An answer through a Node server with that listener. */
async function through(t: TestContext, listener: RequestListener): Promise<Answer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return async ({ url, method, headers, body }) =>
    fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, {
      method,
      headers,
      ...(body && { body: await new Response(body).text() }),
    });
}

/** Has the site at work in this process, from its own folder, as the framework would. */
export async function mount(
  t: TestContext,
  { folder }: Scaffold,
  { file, envIsLoaded, answerOf }: Mount,
): Promise<Answer> {
  const home = process.cwd();
  process.chdir(folder);
  if (envIsLoaded) loadEnvFile();
  t.after(() => {
    process.chdir(home);
    delete process.env['REWARDS_BASE_URL'];
    delete process.env['REWARDS_API_KEY'];
  });
  const restore = [resolveOwnPackage(), resolveAsBundlersDo()];
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(join(folder, file)).href);
    return await answerOf(module, t);
  } finally {
    for (const undo of restore) undo();
  }
}
