/** What we use of `pngjs`, which has no types. */
declare module 'pngjs' {
  export const PNG: {
    readonly sync: {
      read(file: Uint8Array): { readonly width: number; readonly height: number; readonly data: Uint8Array };
    };
  };
}
