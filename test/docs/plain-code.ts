import type { SiteConfig } from 'vitepress';

/** Has a build of the documentation leave the code of all pages but these without colours: to find them takes a quarter of its time. */
export function plainCodeBut(pages: readonly string[]): (config: SiteConfig) => void {
  return (config) => {
    const usual = config.markdown?.config;
    config.markdown = {
      ...config.markdown,
      config(markdown) {
        usual?.(markdown);
        const { core, options, utils } = markdown;
        const { highlight } = options;
        const plain = (code: string) =>
          `<pre class="shiki vp-code" tabindex="0" v-pre><code>${utils.escapeHtml(code)}</code></pre>`;
        core.ruler.push('plain-code', ({ env }) => {
          options.highlight = pages.includes(env.relativePath) ? highlight : plain;
        });
      },
    };
  };
}
