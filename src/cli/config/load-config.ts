import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RewardsConfig } from '../../proxy/index.ts';
import { isRecord } from '../../contract/guard.ts';
import { readJsonFile } from './read-json-file.ts';
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
 * The content of the config file, not validated yet. Types in a `.ts` file are stripped by Node.
 * Throws one line that names the file, the line in it if that is known, and what to do.
 */
export async function loadConfig(path: string): Promise<RewardsConfig> {
  if (!existsSync(path)) throw new Error(`no config: there is no file ${path}; correct --config`);
  const config = await read(path);
  if (canBeConfig(config)) return config;
  throw new Error(`${path} holds no config: it must ${extname(path) === '.json' ? 'be an object' : SHAPE}`);
}

/** Everything else is validated by the proxy, which names each wrong key. */
function canBeConfig(value: unknown): value is RewardsConfig {
  return isRecord(value);
}

async function read(path: string): Promise<unknown> {
  const extension = extname(path);
  if (extension === '.json') return readJsonFile(path);
  if (MODULES.has(extension)) return importConfig(path);
  throw new Error(`the config ${path} must be a .ts, .js, .mjs or .json file`);
}

async function importConfig(path: string): Promise<unknown> {
  // Reports UTF-16 in plain words: Node's own error for a file without a byte order mark does not.
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
 * Makes Node load the file as a TypeScript module, whatever its extension and the nearest package.json say. This avoids warnings, and unlike
 * for plain JavaScript its syntax errors name the line.
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

/** `:` and the line of the config in which the error was thrown, by its stack; empty if that is not known. */
function lineOf(url: string, { stack = '' }: Error): string {
  const at = stack.indexOf(`${url}:`);
  const line = at < 0 ? undefined : /^\d+/.exec(stack.slice(at + url.length + 1))?.[0];
  return line === undefined ? '' : `:${line}`;
}
