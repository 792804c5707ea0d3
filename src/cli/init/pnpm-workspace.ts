const COMMENT = /(?<=^|\s)#.*$/gm;
const KEY = /^["']?packages["']?\s*:/m;
const NEXT_KEY = /^(?=[^\s\]-])/m;

/** The patterns that a pnpm-workspace.yaml names packages by: the list under `packages`, in either form that YAML has for one. */
export function packagesIn(yaml: string): string[] {
  const rest = yaml.replaceAll(COMMENT, '').split(KEY, 2)[1] ?? '';
  const list = (rest.split(NEXT_KEY, 1)[0] ?? '').trim();
  const items = list.startsWith('[') ? (list.match(/"[^"]*"|'[^']*'|[^\s,[\]]+/g) ?? []) : list.split(/^\s*-\s+/m);
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2')).filter((item) => item !== '');
}
