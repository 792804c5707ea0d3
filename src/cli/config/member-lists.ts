import { dirname, extname, resolve } from 'node:path';
import { isRecord } from '../../contract/guard.ts';
import { resolveReferences } from '../../proxy/config/env.ts';
import type { MemberIds } from '../../proxy/identity/index.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { listedMembers } from '../../proxy/proofs/listed-members.ts';
import { MembersFile, type MembersFileOptions } from './members-file.ts';

/** A config in which some lists of members are read from files, and those files. */
export interface ListedConfig {
  config: RewardsConfig;
  files: MembersFile[];
}

interface Context extends Pick<MembersFileOptions, 'onFailure'> {
  /** The config's path. File names are relative to its folder. */
  path: string;
  env: NodeJS.ProcessEnv;
  /** Called only if the config names such a file. */
  ids: () => MemberIds;
}

/** Makes every proof of type `list` that names a file read its members from it. The config is not validated here: the proxy does that. */
export function withMemberLists(config: RewardsConfig, context: Context): ListedConfig {
  const files: MembersFile[] = [];
  const listed = (proof: unknown, where: string): unknown => {
    if (Array.isArray(proof)) return proof.map((one, index) => listed(one, `${where}.${index}`));
    if (!isRecord(proof)) return proof;
    const { type, members, file, ...rest } = proof;
    if (type !== undefined) {
      const name = resolveReferences(file, context.env, []);
      if (type !== 'list' || typeof name !== 'string' || members !== undefined) return proof;
      const list = memberList(name, where, context);
      files.push(list);
      return { type, ...rest, members: list.has };
    }
    const entries = Object.entries(proof).map(([key, value]) => [key, listed(value, `${where}.${key}`)]);
    return Object.fromEntries(entries);
  };
  const { actions } = config;
  if (!isRecord(actions)) return { config, files };
  const entries = Object.entries(actions).map(([name, action]) =>
    isRecord(action) && action.verify !== undefined
      ? [name, { ...action, verify: listed(action.verify, `actions.${name}.verify`) }]
      : [name, action],
  );
  return { config: { ...config, actions: Object.fromEntries(entries) }, files };
}

function memberList(file: string, where: string, { path, ids, onFailure }: Context): MembersFile {
  const rule = ids();
  return new MembersFile({
    name: `the list ${file}`,
    where: `${path}: ${where}.file`,
    path: resolve(dirname(path), file),
    read:
      extname(file) === '.json'
        ? (text) => readEntries(inJson(text), 'entry', rule)
        : (text) => readEntries(text, 'line', rule),
    onFailure,
  });
}

function inJson(text: string): string[] {
  const list: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (!Array.isArray(list))
    throw new Error('it must be a list of member ids in quotes, such as ["739204618530271847"]');
  return list.map((entry: unknown, index) => {
    if (typeof entry === 'string') return entry;
    throw new Error(`entry ${index + 1} is no text: put quotes around the id`);
  });
}

function readEntries(list: string | readonly string[], unit: string, ids: MemberIds): ReadonlySet<string> {
  const listed = listedMembers(list);
  if (listed.length === 0) throw new Error('it names no member');
  return new Set(
    listed.map(({ entry, line }) => {
      const read = ids.read(entry);
      if ('id' in read) return read.id;
      throw new Error(`${unit} ${line} is no member id, which is ${ids.rule}`);
    }),
  );
}
