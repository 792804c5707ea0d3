/// <reference types="vite/types/importMeta.d.ts" />

declare module 'virtual:element-facts' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- a declared module may not import by a relative path
  export const facts: import('./facts.ts').Facts;
}
