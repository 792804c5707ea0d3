import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import type { Plugin } from 'vite';
import { analyze } from './analyze.ts';
import { frameworkTypes } from './framework-types.ts';
import { publicFace } from './public-face.ts';
import type { Named } from './schema.ts';

/**
 * Writes what editors and documentation tools read of the elements, made from the docs of their classes: the custom
 * elements manifest, and from it the data for VS Code and JetBrains, and the types for templates of frameworks.
 */
export function elementManifest(): Plugin {
  return {
    name: 'element-manifest',
    generateBundle() {
      const manifest = publicFace(analyze());
      const files = {
        'custom-elements.json': JSON.stringify(manifest),
        'vscode.html-custom-data.json': getVsCodeHtmlCustomData(manifest, {}),
        'vscode.css-custom-data.json': getVsCodeCssCustomData(manifest, {}),
        'web-types.json': getWebTypesData(manifest, {}),
      };
      for (const [name, source] of Object.entries(frameworkTypes(manifest)))
        this.emitFile({ type: 'asset', fileName: `elements/${name}.d.ts`, source });
      for (const [fileName, text] of Object.entries(files)) {
        const data: unknown = JSON.parse(text, (_key, value: unknown) => (Array.isArray(value) ? once(value) : value));
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(data, null, 2)}\n` });
      }
    },
  };
}

/** What several elements have in common is listed once where it does not say whose it is. */
const once = (list: unknown[]) =>
  list.filter(
    (item, at) => !isNamed(item) || list.findIndex((other) => isNamed(other) && other.name === item.name) === at,
  );

const isNamed = (item: unknown): item is Named => typeof item === 'object' && item !== null && 'name' in item;
