export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  css: ['rewards-elements/themes/ocean.css'],
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('rewards-') } },
});
