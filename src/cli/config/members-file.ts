import { ChangingFile } from './changing-file.ts';

export interface MembersFileOptions {
  /** A description of the file, for the log. */
  name: string;
  /** Where the file is named: an option, or a path in the config. */
  where: string;
  path: string;
  /** Parses the ids. Throws an error that names the line. */
  read: (text: string) => ReadonlySet<string>;
  /** Called when the file becomes unusable while the proxy runs. */
  onFailure: (error: Error) => void;
}

/** Members in a file that is read again when it changes. While it is unusable, the members that were read last still count. */
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

  /** Reads the file even if it has not changed. Throws an error that names the file and what to do. */
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
