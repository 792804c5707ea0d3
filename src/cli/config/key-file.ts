import type { RewardsConfig } from '../../proxy/index.ts';
import { isRecord } from '../../contract/guard.ts';
import { apiKeyProblem } from '../../service/index.ts';
import { ChangingFile } from './changing-file.ts';

/** A file that holds an API key. `variable` is the environment variable that names it. */
export interface KeyFileOptions {
  path: string;
  variable: string;
  /** Called when the file cannot be read while the proxy runs. */
  onFailure: (error: Error) => void;
}

/**
 * The API key in a file, such as a mounted secret. It is read again when the file has changed, so that a key can be
 * replaced while the proxy runs.
 */
export class KeyFile {
  readonly name = 'the key file';
  readonly #options: KeyFileOptions;
  readonly #file: ChangingFile<string>;

  constructor(options: KeyFileOptions) {
    this.#options = options;
    this.#file = new ChangingFile(options.path, readKey);
  }

  /** The key, for the service client. */
  readonly source = async (): Promise<string> => {
    try {
      return await this.#read();
    } catch (error) {
      if (error instanceof Error) this.#options.onFailure(error);
      throw error;
    }
  };

  /** Reads the file even if it has not changed. Throws an error that names the variable, the file and what to do, also if no call can carry its key. */
  async reload(): Promise<void> {
    this.#file.forget();
    const problem = apiKeyProblem(await this.#read());
    const { path, variable } = this.#options;
    if (problem !== null) throw new Error(`${variable}: the key in ${path} ${problem}`);
  }

  async #read(): Promise<string> {
    const { path, variable } = this.#options;
    try {
      return await this.#file.content();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new Error(`${variable}: the key file ${path} cannot be used: ${problem}`, { cause: error });
    }
  }
}

function readKey(text: string): string {
  const key = text.trim();
  if (key === '') throw new Error('it is empty; put the key that /api-key create made into it');
  return key;
}

/** A config in which some API keys are read from files, and those files. */
export interface KeyedConfig {
  config: RewardsConfig;
  files: KeyFile[];
}

/**
 * If the variable `NAME_FILE` is set, an API key that the config takes from the variable `NAME` is read from that file instead. The default
 * for `NAME` is `REWARDS_API_KEY`. Throws if both variables are set. The rest of the config is not checked here: the proxy does that.
 */
export function withKeyFiles(
  config: RewardsConfig,
  env: NodeJS.ProcessEnv,
  onFailure: KeyFileOptions['onFailure'],
): KeyedConfig {
  const files: KeyFile[] = [];
  function keyed<Service extends object>(service: Service & { apiKey?: unknown }, fallback?: string): Service {
    const name = variableOf(service) ?? (service.apiKey === undefined ? fallback : undefined);
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (name === undefined || !path) return service;
    if (env[name]) throw new Error(`${name} and ${variable} are both set: unset one of them`);
    const file = new KeyFile({ path, variable, onFailure });
    files.push(file);
    return { ...service, apiKey: file.source };
  }
  const { service, services } = config;
  if (isRecord(services)) {
    const entries = Object.entries(services).map(([name, one]) => [name, isRecord(one) ? keyed(one) : one]);
    return { config: { ...config, services: Object.fromEntries(entries) }, files };
  }
  const given = service ?? {};
  return { config: isRecord(given) ? { ...config, service: keyed(given, 'REWARDS_API_KEY') } : config, files };
}

function variableOf({ apiKey }: { apiKey?: unknown }): string | undefined {
  return isRecord(apiKey) && typeof apiKey['env'] === 'string' ? apiKey['env'] : undefined;
}
