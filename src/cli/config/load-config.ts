import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RewardsConfig } from '../../proxy/index.ts';
import { isRecord } from '../../contract/guard.ts';
import { readJson } from './read-json.ts';
import { readTextFile } from './read-text-file.ts';
import { resolveOwnPackage } from '../own-package.ts';

const USUAL = ['rewards.config.ts', 'rewards.config.js', 'rewards.config.mjs', 'rewards.config.json'];
const MODULES = new Set(['.ts', '.mts', '.js', '.mjs']);
const SHAPE = 'export default defineConfig({ … })';
const IMPORT = "import { defineConfig, env } from 'rewards-proxy'";

/** The path of the config in a folder, under one of its usual names; null if there is none. */
export function usualConfig(folder: string): string | null {
  return USUAL.map((name) => resolve(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** The path of the config in a folder. Throws if there is none. */
export function findConfig(folder: string): string {
  const found = usualConfig(folder);
  if (found !== null) return found;
  throw new Error(`no config: ${folder} has no ${USUAL.join(', ')}; add one, or name it with --config <file>`);
}

/**
 * What the config file holds, not checked yet. A `.ts` file has its types stripped, as Node does it.
 * Throws one line that names the file, where it can be told the line in it, and what to mend.
 */
export async function loadConfig(path: string): Promise<RewardsConfig> {
  if (!existsSync(path)) throw new Error(`no config: there is no file ${path}; correct --config`);
  const config = await read(path);
  if (canBeConfig(config)) return config;
  throw new Error(`${path} holds no config: it must ${extname(path) === '.json' ? 'be an object' : SHAPE}`);
}

/** The rest is for the proxy to check, which names every key at fault. */
function canBeConfig(value: unknown): value is RewardsConfig {
  return isRecord(value);
}

async function read(path: string): Promise<unknown> {
  const extension = extname(path);
  if (extension === '.json') return readJson(path);
  if (MODULES.has(extension)) return importConfig(path);
  throw new Error(`the config ${path} must be a .ts, .js, .mjs or .json file`);
}

async function importConfig(path: string): Promise<unknown> {
  // What Node says of UTF-16 without the mark of it does not tell that it is that.
  await readTextFile(path);
  const url = pathToFileURL(path).href;
  const restore = [resolveOwnPackage(), readAsModule(url)];
  try {
    const module: { default?: unknown } = await import(/* @vite-ignore */ url);
    return module.default;
  } catch (error) {
    throw explained(path, url, error);
  } finally {
    for (const undo of restore) undo();
  }
}

/**
 * Has Node take the file as a module with types, whatever its ending and whatever package.json is near: no warnings about
 * that, and syntax errors that tell the line, which those of plain JavaScript do not.
 */
function readAsModule(url: string): () => void {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === url ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
  });
  return () => hooks.deregister();
}

function explained(path: string, url: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${path} threw ${String(error)}`);
  const message = (error.message.split('\n')[0] ?? '').replace(/ (imported from|in ES module scope).*/, '');
  return new Error(`${path}${lineOf(url, error)}: ${message}${advice(message, path)}`, { cause: error });
}

function advice(message: string, path: string): string {
  if (/^(defineConfig|env) is not defined/.test(message)) return `; begin with ${IMPORT}`;
  if (/^(module|exports|require) is not defined/.test(message))
    return `; ${basename(path)} is a module: it must ${SHAPE}`;
  return message === "Unexpected character '\uFFFD'" ? '; save it as UTF-8' : '';
}

/** The line in the config that the error came from, as its stack tells, or nothing. */
function lineOf(url: string, { stack = '' }: Error): string {
  const at = stack.indexOf(`${url}:`);
  const line = at < 0 ? undefined : /^\d+/.exec(stack.slice(at + url.length + 1))?.[0];
  return line === undefined ? '' : `:${line}`;
}
