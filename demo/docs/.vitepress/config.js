/* The config is loaded by Node as it is: VitePress would bundle what it imports, which is half of `src`. */
const { default: config } = await import(new URL('../config.ts', import.meta.url).href);

export default config;
