import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

interface Rule {
  /** The files that the rule is for, as the beginning of a path below `src/`. The longest that fits a file counts. */
  files: string;
  /** Paths below `src/` that may be imported from outside the own folder. */
  ours?: string[];
  /** Of those, and of the own folder, the ones that may not. */
  never?: string[];
  packages?: string[];
  node?: boolean;
}

/** Who may import whom. `*` stands for anything. */
const RULES: Rule[] = [
  { files: 'contract/', never: ['contract/schemas/', 'contract/index.ts'] },
  { files: 'contract/index.ts' },
  { files: 'contract/schemas/', packages: ['zod'] },
  { files: 'elements/', ours: ['contract/'], never: ['contract/schemas/', 'contract/index.ts'], packages: ['lit'] },
  {
    files: 'elements/client/',
    ours: ['contract/'],
    never: ['contract/schemas/', 'contract/index.ts', 'elements/shared/', 'elements/locales/', 'elements/index.ts'],
  },
  { files: 'common/', packages: ['@noble/hashes'] },
  { files: 'common/built-files.ts', node: true },
  { files: 'service/', ours: ['common/'], packages: ['zod'] },
  { files: 'service/undici.ts', packages: ['undici'] },
  { files: 'service/undici/', ours: ['common/'], packages: ['undici'], node: true },
  { files: 'ledger/', never: ['ledger/conformance/'], packages: ['@noble/hashes'] },
  { files: 'ledger/conformance/', node: true },
  { files: 'ledger/sqlite/', ours: ['common/'], node: true },
  { files: 'ledger/postgres/', ours: ['common/'], packages: ['@noble/hashes'] },
  {
    files: 'proxy/',
    ours: ['common/', 'contract/guard.ts', 'contract/index.ts', 'ledger/index.ts', 'service/index.ts'],
    packages: ['zod', 'hono', '@noble/hashes'],
  },
  { files: 'proxy/client-address/', packages: ['ipaddr.js'] },
  { files: 'proxy/identity/', ours: ['common/', 'contract/guard.ts', 'contract/index.ts'], packages: ['jose', 'zod'] },
  {
    files: 'proxy/challenge/',
    ours: ['common/', 'contract/guard.ts', 'contract/index.ts', 'service/index.ts'],
    packages: ['zod', 'altcha-lib'],
  },
  {
    files: 'proxy/identity/platform/',
    ours: ['common/', 'contract/guard.ts', 'contract/index.ts', 'ledger/index.ts', 'service/index.ts'],
    packages: ['jose', 'openid-client', 'zod', 'hono/utils/cookie'],
  },
  { files: 'proxy/adapters/', packages: ['@hono/node-server'] },
  { files: 'proxy/adapters/node.ts', packages: ['@hono/node-server'], node: true },
  { files: 'proxy/adapters/http-listener.ts', node: true },
  { files: 'proxy/adapters/lambda.ts', node: true },
  {
    files: 'onchain/',
    ours: ['common/', 'contract/guard.ts', 'proxy/index.ts', 'service/index.ts'],
    packages: ['viem', 'zod'],
  },
  { files: 'emulator/', ours: ['common/', 'service/wire.ts'], packages: ['zod', 'hono'] },
  {
    files: 'emulator/console/',
    ours: ['common/modal.ts', 'emulator/index.ts', 'emulator/api/failures.ts'],
    packages: ['lit'],
  },
  {
    files: 'desk/',
    ours: [
      'common/',
      'contract/guard.ts',
      'contract/index.ts',
      'ledger/index.ts',
      'proxy/index.ts',
      'proxy/deliveries/message.ts',
      'proxy/upstream/index.ts',
    ],
  },
  {
    files: 'desk/codes/',
    ours: ['proxy/index.ts', 'proxy/proofs/authenticator.ts', 'proxy/proofs/shown-code.ts'],
    packages: ['uqr'],
  },
  { files: 'desk/gifts/', ours: ['proxy/index.ts', 'service/index.ts'], packages: ['csv-parse/sync'] },
  {
    files: 'desk/page/',
    ours: [
      'common/finding.ts',
      'common/modal.ts',
      'common/once.ts',
      'contract/guard.ts',
      'ledger/index.ts',
      'ledger/periods/gifts.ts',
      'proxy/index.ts',
    ],
    packages: ['lit'],
  },
  { files: 'cli/', ours: ['*'], packages: ['*'], node: true },
];

interface Import {
  from: string;
  specifier: string;
  typeOnly: boolean;
  /** Only where it is come to: `import()`. */
  late: boolean;
}

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
const IMPORT =
  /^(import|export)\s+(type\s+)?(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return Array.from(text.matchAll(IMPORT), ([, , type, from, dynamic]) => ({
    from: file,
    specifier: from ?? dynamic ?? '',
    typeOnly: type !== undefined,
    late: dynamic !== undefined,
  }));
}

function allowed({ from, specifier, typeOnly }: Omit<Import, 'late'>): boolean {
  const rule = RULES.filter(({ files }) => from.startsWith(files)).toSorted(
    (a, b) => b.files.length - a.files.length,
  )[0];
  if (!rule) return false;
  const may = (list: string[] | undefined, test: (entry: string) => boolean) =>
    list?.some((entry) => entry === '*' || test(entry)) ?? false;
  if (specifier.startsWith('.')) {
    const target = relative(SOURCE, join(SOURCE, dirname(from), specifier));
    const room = (path: string) => path.slice(0, path.indexOf('/') + 1);
    if (from.startsWith('proxy/adapters/') && target.startsWith('proxy/adapters/')) return false;
    if (rule.never?.some((entry) => target.startsWith(entry))) return false;
    if (room(target) === room(from)) return true;
    return may(rule.ours, (entry) => target.startsWith(entry));
  }
  if (specifier.startsWith('node:')) return rule.node === true;
  return typeOnly && specifier === 'zod'
    ? true
    : may(rule.packages, (entry) => specifier === entry || specifier.startsWith(`${entry}/`));
}

/** The files below `src/` that a file imports. */
function targetsOf(file: string): string[] {
  const specifiers = importsOf(file).map(({ specifier }) => specifier);
  return specifiers.filter((specifier) => specifier.startsWith('.')).map((specifier) => join(dirname(file), specifier));
}

/** What of others is loaded with a file, before anything of it runs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  seen.add(file);
  for (const { specifier, typeOnly, late } of importsOf(file)) {
    if (typeOnly || late) continue;
    if (!specifier.startsWith('.')) packages.add(specifier);
    else {
      const target = join(dirname(file), specifier);
      if (!seen.has(target)) for (const name of loadedWith(target, seen)) packages.add(name);
    }
  }
  return packages;
}

/** Ways through the imports that come back to where they began, one for each import that closes one. */
function circlesIn(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file]);
    if (way.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return circles;
}

const files = globSync('**/*.ts', { cwd: SOURCE });

describe('the import rules', () => {
  it('find imports in every folder', () => {
    for (const { files: start } of RULES.filter(({ files: path }) => path.endsWith('/'))) {
      assert.ok(
        files.some((file) => file.startsWith(start)),
        `src/${start} has no file`,
      );
    }
    assert.ok(files.flatMap(importsOf).length > 100);
  });

  it('hold in every file', () => {
    const broken = files.flatMap(importsOf).filter((found) => !allowed(found));
    assert.deepEqual(
      broken.map(({ from, specifier }) => `src/${from} may not import ${specifier}`),
      [],
    );
  });

  it('leave no circle, types included', () => {
    const circles = circlesIn(new Map(files.map((file) => [file, targetsOf(file)])));
    assert.deepEqual(
      circles.map((circle) => circle.map((file) => `src/${file}`).join(' -> ')),
      [],
    );
  });

  it('notice a circle', () => {
    const targets = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['b.ts']],
    ]);
    assert.deepEqual(circlesIn(targets), [['b.ts', 'c.ts', 'b.ts']]);
  });

  it('leave what only some configurations use, or only a claim does, to be loaded where it is used', () => {
    const ofOthers = new Set([...loadedWith('cli/serve/serve.ts'), ...loadedWith('cli/serve/serve-site.ts')]);
    const forSome = ['pg', 'jose', 'openid-client', 'altcha-lib', 'nodemailer', 'csv-parse/sync', 'uqr', 'viem', 'lit'];
    const later = [...forSome, 'undici'];
    assert.deepEqual(
      [...ofOthers].filter((name) => later.includes(name)),
      [],
    );
    assert.ok(ofOthers.has('hono/router/reg-exp-router') && ofOthers.has('zod'));
  });

  it('leave the proxy to be loaded while the thread of the ledger starts', () => {
    const first = loadedWith('cli/serve/serve.ts');
    assert.ok(!first.has('zod') && first.has('node:sqlite'));
  });

  const forbidden: [string, string][] = [
    ['elements/checkin/checkin.ts', '../../proxy/index.ts'],
    ['elements/checkin/checkin.ts', 'zod/mini'],
    ['elements/checkin/checkin.ts', '../../contract/index.ts'],
    ['elements/client/claim-flow.ts', '../shared/events.ts'],
    ['elements/client/claim-flow.ts', 'lit'],
    ['contract/claim.ts', 'zod/mini'],
    ['contract/read-claim.ts', './schemas/claim.ts'],
    ['common/within.ts', '../contract/index.ts'],
    ['contract/claim.ts', '../service/wire.ts'],
    ['service/client.ts', '../contract/index.ts'],
    ['service/client.ts', 'undici'],
    ['ledger/claims/reserve.ts', 'node:sqlite'],
    ['ledger/sqlite.ts', 'node:sqlite'],
    ['ledger/claims/reserve.ts', '../../proxy/index.ts'],
    ['proxy/claims.ts', '../ledger/sqlite.ts'],
    ['proxy/claims.ts', 'node:fs'],
    ['proxy/adapters/node.ts', './express.ts'],
    ['emulator/state/state.ts', '../../proxy/index.ts'],
    ['somewhere/new.ts', 'zod'],
  ];
  for (const [from, specifier] of forbidden) {
    it(`forbid ${from} to import ${specifier}`, () => {
      assert.equal(allowed({ from, specifier, typeOnly: false }), false);
    });
  }
});
