/** What `@custom-elements-manifest/analyzer` exports, but has no types for. */
declare module '@custom-elements-manifest/analyzer/index.js' {
  interface SourceFile {
    readonly fileName: string;
  }

  export const ts: {
    readonly ScriptTarget: { readonly ES2022: number };
    createSourceFile(path: string, text: string, target: number, setParentNodes: boolean): SourceFile;
  };

  export function create(options: { modules: SourceFile[]; plugins: object[] }): object;
}

declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  export function litPlugin(): object[];
}
