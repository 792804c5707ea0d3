import { resolve } from 'node:path';
import type { MemberIds } from '../../proxy/identity/index.ts';
import { ConfigError, createProxy, type Proxy, type ProxyOptions, type RewardsConfig } from '../../proxy/index.ts';
import { blockList, withBlockList } from './block-list.ts';
import type { OptionSpec, OptionValues } from '../command.ts';
import { envFileAdvice } from './env-file.ts';
import { withKeyFiles } from './key-file.ts';
import { findConfig, loadConfig } from './load-config.ts';
import { memberIdsIn } from './member-ids.ts';
import { withMemberLists } from './member-lists.ts';

/** A file that is read again on SIGHUP. */
export interface Reloadable {
  readonly name: string;
  reload(): Promise<void>;
}

/** The options that say how the site is set up. */
export const SITE_OPTIONS: Record<'block-list' | 'config', OptionSpec> = {
  'block-list': {
    value: '<file>',
    help: 'members who may claim nothing: one id a line, read again when the file changes',
  },
  config: { value: '<file>', help: 'the config; by default rewards.config.ts, .js, .mjs or .json of this folder' },
};

/** The config that the options name, with the keys and the list of members that stand in files. */
export interface Site {
  path: string;
  config: RewardsConfig;
  files: readonly Reloadable[];
}

/** Reads it. Throws lines that name the file and the mend. `onFailure` is told where one of the files can't be read later. */
export async function loadSite(options: OptionValues, onFailure: (error: Error) => void): Promise<Site> {
  const path = options['config'] === undefined ? findConfig(process.cwd()) : resolve(options['config']);
  const loaded = await loadConfig(path);
  const { config, files: ownFiles } = withFiles(loaded, path, onFailure);
  const listFile = options['block-list'];
  const blocked =
    listFile === undefined ? null : blockList({ path: resolve(listFile), ids: memberIdsIn(loaded, path), onFailure });
  const files: Reloadable[] = [...ownFiles, ...(blocked ? [blocked] : [])];
  for (const file of files) await file.reload();
  return { path, config: blocked ? withBlockList(config, blocked) : config, files };
}

/** The config that was loaded from there, with its keys and lists of members taken from files where that is said, and those files, not read yet. */
export function withFiles(
  loaded: RewardsConfig,
  path: string,
  onFailure: (error: Error) => void,
): Pick<Site, 'config' | 'files'> {
  const keyed = withKeyFiles(loaded, process.env, onFailure);
  const ids = (): MemberIds => memberIdsIn(loaded, path);
  const listed = withMemberLists(keyed.config, { path, env: process.env, ids, onFailure });
  return { config: listed.config, files: [...keyed.files, ...listed.files] };
}

/** The proxy of the site. What is wrong with the config is said with the file that it stands in, now and by `ready`. */
export function proxyFor(path: string, options: ProxyOptions): Proxy {
  try {
    return createProxy(options);
  } catch (error) {
    throw namingConfig(path, error);
  }
}

/** Resolves once the proxy is ready. */
export async function readyAt(path: string, { ready }: Proxy): Promise<void> {
  await ready.catch((error: unknown) => {
    throw namingConfig(path, error);
  });
}

/** What is wrong with a config, as an error that names the file. */
export function namingConfig(path: string, error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  return new Error(configProblems(path, error).join('\n'), { cause: error });
}

/** What is wrong with a config, one line each, which names the file. */
export function configProblems(path: string, { issues }: ConfigError): string[] {
  return issues.map((issue) => `${path}: ${issue}${envFileAdvice(issue)}`);
}
