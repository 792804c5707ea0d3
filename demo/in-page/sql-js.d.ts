/** What is used of `sql.js`, which brings no types. */
declare module 'sql.js' {
  interface Statement {
    bind(values: readonly (string | number | null)[]): boolean;
    /** False once there are no more rows. */
    step(): boolean;
    getAsObject(): Record<string, string | number | null>;
    /** Resets the statement, so that it can be run again. */
    reset(): boolean;
  }

  interface Database {
    exec(sql: string): { values: (string | number | null)[][] }[];
    prepare(sql: string): Statement;
    /** Its file. Frees its statements, and opens it anew. */
    export(): Uint8Array;
    /** Frees its statements, too. */
    close(): void;
  }

  export default function initSqlJs(options?: {
    locateFile?: (name: string) => string;
  }): Promise<{ Database: new (file?: Uint8Array | null) => Database }>;
}

declare module '*.wasm?url' {
  const url: string;
  export default url;
}
