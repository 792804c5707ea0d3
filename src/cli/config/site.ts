import { resolve } from 'node:path';
import type { MemberIds } from '../../proxy/identity/index.ts';
import { ConfigError, createProxy, type Proxy, type ProxyOptions, type RewardsConfig } from '../../proxy/index.ts';
import { blockList, withBlockList } from './block-list.ts';
import type { OptionValues } from '../command.ts';
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

/** The config that the options name, and the files with keys and members that it reads from. */
export interface Site {
  path: string;
  config: RewardsConfig;
  files: readonly Reloadable[];
}

/** Reads the config and its files. Throws lines that name the file and what to do. `onFailure` is called if a file cannot be read later. */
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

/** The config with keys and lists of members that are read from files, and those files, which are not read yet. */
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

/** Creates the site's proxy. Errors in the config name its file. */
export function proxyFor(path: string, options: ProxyOptions): Proxy {
  try {
    return createProxy(options);
  } catch (error) {
    throw namingConfig(path, error);
  }
}

/** Resolves once the proxy is ready. Errors in the config name its file. */
export async function readyAt(path: string, { ready }: Proxy): Promise<void> {
  await ready.catch((error: unknown) => {
    throw namingConfig(path, error);
  });
}

/** A `ConfigError` as an error that names the file; any other error as it is. */
export function namingConfig(path: string, error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  return new Error(configProblems(path, error).join('\n'), { cause: error });
}

/** The errors in a config: one line each, which begins with the file's path. */
export function configProblems(path: string, { issues }: ConfigError): string[] {
  return issues.map((issue) => `${path}: ${issue}${envFileAdvice(issue)}`);
}
