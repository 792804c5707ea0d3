import type { MemberIds } from '../proxy/identity/index.ts';
import type { RewardsConfig } from '../proxy/index.ts';
import { isRecord } from '../contract/guard.ts';
import { ChangingFile } from './changing-file.ts';

export interface BlockListOptions {
  path: string;
  ids: MemberIds;
  /** Is told when the file can't be used while the proxy runs, once until it can be again. */
  onFailure: (error: Error) => void;
}

/**
 * The ids of blocked members in a file: one a line, with what follows a `#` left out. It is read again when it has changed. Where
 * it can't be used any more, the list that was read last holds.
 */
export class BlockList {
  readonly name = 'the block list';
  readonly #options: BlockListOptions;
  readonly #file: ChangingFile<ReadonlySet<string>>;
  #latest: ReadonlySet<string> = new Set();
  #failed = false;

  constructor(options: BlockListOptions) {
    this.#options = options;
    this.#file = new ChangingFile(options.path, (text) => readIds(text, options.ids));
  }

  /** Whether the member is on the list, for the config. */
  readonly has = async (memberId: string): Promise<boolean> => {
    try {
      await this.#read();
      this.#failed = false;
    } catch (error) {
      if (!this.#failed && error instanceof Error) this.#options.onFailure(error);
      this.#failed = true;
    }
    return this.#latest.has(memberId);
  };

  /** Reads the file, whether it has changed or not. Throws what names the file and the mend. */
  async reload(): Promise<void> {
    this.#file.forget();
    await this.#read();
  }

  async #read(): Promise<void> {
    try {
      this.#latest = await this.#file.content();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new Error(`--block-list: ${this.#options.path} cannot be used: ${problem}`, { cause: error });
    }
  }
}

/** The config, with the members of the list blocked. Throws where the config blocks members itself. It may be wrong: the proxy is who checks it. */
export function withBlockList(config: RewardsConfig, list: BlockList): RewardsConfig {
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
    if ('flaw' in read) throw new Error(`line ${index + 1} is no member id, which is ${ids.rule}`);
    members.add(read.id);
  }
  return members;
}
