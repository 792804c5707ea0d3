import type { MemberIds } from '../../proxy/identity/index.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { isRecord } from '../../contract/guard.ts';
import { MembersFile, type MembersFileOptions } from './members-file.ts';

/** The ids of blocked members in a file: one on each line. `#` begins a comment. */
export function blockList({
  ids,
  ...file
}: Pick<MembersFileOptions, 'path' | 'onFailure'> & { ids: MemberIds }): MembersFile {
  return new MembersFile({
    ...file,
    name: 'the block list',
    where: '--block-list',
    read: (text) => readIds(text, ids),
  });
}

/** The config, with the members of the list blocked. Throws if the config blocks members itself. The rest of the config is not checked here: the proxy does that. */
export function withBlockList(config: RewardsConfig, list: MembersFile): RewardsConfig {
  const { members = {} } = config;
  if (!isRecord(members)) return config;
  if (members.block === undefined) return { ...config, members: { ...members, block: list.has } };
  throw new Error(
    '--block-list takes the place of members.block in the config: move those ids into the file, or leave it out',
  );
}

function readIds(text: string, ids: MemberIds): ReadonlySet<string> {
  const members = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    const read = ids.read(entry);
    if ('error' in read) throw new Error(`line ${index + 1} is no member id, which is ${ids.rule}`);
    members.add(read.id);
  }
  return members;
}
