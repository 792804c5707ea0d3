import { ChangingFile } from './changing-file.ts';

export interface MembersFileOptions {
  /** What the file is, for the log. */
  name: string;
  /** What names it: an option, or a place in the config. */
  where: string;
  path: string;
  /** The ids in its text. Throws what is wrong in it, and in which line. */
  read: (text: string) => ReadonlySet<string>;
  /** Is told when the file can't be used while the proxy runs, once until it can be again. */
  onFailure: (error: Error) => void;
}

/** Members in a file, which is read again when it has changed. If it can't be used any more, what was read last holds. */
export class MembersFile {
  readonly name: string;
  readonly #options: MembersFileOptions;
  readonly #file: ChangingFile<ReadonlySet<string>>;
  #latest: ReadonlySet<string> = new Set();
  #failed = false;

  constructor(options: MembersFileOptions) {
    this.name = options.name;
    this.#options = options;
    this.#file = new ChangingFile(options.path, options.read);
  }

  /** Whether the member is in it, for the config. */
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
    const { where, path } = this.#options;
    try {
      this.#latest = await this.#file.content();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new Error(`${where}: ${path} cannot be used: ${problem}`, { cause: error });
    }
  }
}
