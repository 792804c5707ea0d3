import type { Declaration, Manifest, Named } from '../../../build/manifest/schema.ts';

/** The manifest as the package has it. */
export async function readManifest(): Promise<Manifest> {
  const response = await fetch('/dist/custom-elements.json');
  if (!response.ok) throw new Error('There is no dist/custom-elements.json. Run "npm run build" first.');
  return response.json();
}

export function declarationOf(tag: string, { modules }: Manifest): Declaration {
  const declaration = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === tag);
  if (!declaration) throw new Error(`The manifest has no <${tag}>.`);
  return declaration;
}

export const names = (list: Named[] = []): string[] => list.map(({ name }) => name).toSorted();
