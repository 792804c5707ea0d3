import manifest from '../../package.json' with { type: 'json' };
import elements from './rewards-elements.json' with { type: 'json' };
import proxy from './rewards-proxy.json' with { type: 'json' };

/** What package.json says of a package, but for what it shares with the repository: its version and those of what it needs. */
export interface Package {
  name: string;
  files: string[];
  exports: Record<string, string | { types: string; default?: string }>;
  dependencies: string[];
  /** What only some of those who install it need, and install by themselves. */
  optionalPeers?: string[];
  bin?: Record<string, string>;
}

/** The two packages that this one tree is published as. */
export const PACKAGES: readonly Package[] = [elements, proxy];

/** Where types are for a TypeScript that knows of no exports: with `moduleResolution: node`, as projects from before version 5 have it. */
function typesByPath(exports: Package['exports']): object {
  const typed = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [{ path: path.slice('./'.length), types: target.types }],
  );
  const paths = typed.map(({ path, types }) => [path, [types]] as const).filter(([path]) => path !== '');
  const whole = typed.find(({ path }) => path === '');
  return { ...(whole && { types: whole.types }), typesVersions: { '*': Object.fromEntries(paths) } };
}

/** The package.json to publish. What a package needs may be any later version that is compatible by semantic versioning. */
export function published({ dependencies, optionalPeers, ...rest }: Package): object {
  const versions: Record<string, string> = { ...manifest.devDependencies, ...manifest.dependencies };
  const rangesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `^${versions[name]}`]));
  return {
    ...rest,
    ...typesByPath(rest.exports),
    version: manifest.version,
    dependencies: rangesOf(dependencies),
    ...(optionalPeers && {
      peerDependencies: rangesOf(optionalPeers),
      peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
    }),
  };
}
