/** The address of a worker's script. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}

/** As much of Trusted Types as starts a worker. Not every browser has them. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string };
    }
  | undefined;
