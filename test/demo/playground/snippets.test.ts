import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parseTemplate, TmplAstElement } from '@angular/compiler';
import { compileScript, compileTemplate, parse } from '@vue/compiler-sfc';
import { compile } from 'svelte/compiler';
import { parseSync } from 'vite';
import { PACKAGES } from '../../../build/packages/manifests.ts';
import { actionOf, endpointOf } from '../../../demo/playground/settings.ts';
import { angularSnippet } from '../../../demo/playground/snippets/angular.ts';
import { reactSnippet } from '../../../demo/playground/snippets/react.ts';
import { configSnippet } from '../../../demo/playground/snippets/rewards-config.ts';
import { fetchesToken } from '../../../demo/playground/snippets/tag.ts';
import { svelteSnippet } from '../../../demo/playground/snippets/svelte.ts';
import { vueSnippet } from '../../../demo/playground/snippets/vue.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { createProxy, type RewardsConfig } from '../../../src/proxy/index.ts';
import { folderOf, OWN_PACKAGES } from '../../support/processes/own-packages.ts';
import { facts, SAMPLES } from './samples.ts';
import { itInFull } from '../../support/thorough.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const ENV = {
  REWARDS_BASE_URL: 'https://service.example',
  REWARDS_API_KEY: 'key-of-the-service',
  REWARDS_TOKEN_SECRET: 'a secret of at least 32 bytes, indeed',
  REWARDS_SESSION_SECRET: 'another secret of at least 32 bytes, too',
  PLATFORM_CLIENT_ID: 'client',
  PLATFORM_CLIENT_SECRET: 'secret-of-the-client',
};

/** What a project around the snippets would have besides the package. */
const SURROUNDINGS = `declare module '*.css';
declare module '@angular/core' {
  export function Component(options: { selector: string; schemas: unknown[]; template: string }): (target: unknown) => void;
  export const CUSTOM_ELEMENTS_SCHEMA: unknown;
}
`;

const scriptOf = (component: string) => /<script[^>]*>(.*?)<\/script>/s.exec(component)?.[1] ?? '';

describe('the snippets of the playground', () => {
  let project: string;

  before(() => {
    project = mkdtempSync(join(tmpdir(), 'rewards-snippets-'));
    mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
    mkdirSync(join(project, 'your-app'));
    for (const name of OWN_PACKAGES) symlinkSync(folderOf(name), join(project, 'node_modules', name));
    symlinkSync(join(ROOT, 'node_modules/@types/react'), join(project, 'node_modules/@types/react'));
    symlinkSync(join(ROOT, 'node_modules/lit'), join(project, 'node_modules/lit'));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'surroundings.d.ts'), SURROUNDINGS);
    writeFileSync(
      join(project, 'your-app/session.ts'),
      'export const sessionOf = async (_: Request): Promise<{ memberId: string } | null> => null;\n',
    );
  });

  after(() => rmSync(project, { recursive: true }));

  it('are TypeScript, and import what the package has', () => {
    const [{ exports } = assert.fail()] = PACKAGES;
    for (const settings of SAMPLES) {
      for (const text of [reactSnippet(settings, facts), configSnippet(settings)]) {
        assert.deepEqual(parseSync('snippet.tsx', text).errors, [], text);
        for (const [, path = ''] of text.matchAll(/'rewards-elements(\/[^']+)'/g))
          assert.ok(
            Object.keys(exports).some((key) => matchesGlob(`.${path}`, key)),
            path,
          );
      }
    }
  });

  itInFull('agree with the types of the package, in each framework', async () => {
    for (const [at, settings] of SAMPLES.entries()) {
      writeFileSync(join(project, `react-${at}.tsx`), reactSnippet(settings, facts));
      writeFileSync(join(project, `vue-${at}.ts`), scriptOf(vueSnippet(settings, facts)));
      writeFileSync(join(project, `svelte-${at}.ts`), scriptOf(svelteSnippet(settings, facts)));
      writeFileSync(join(project, `angular-${at}.ts`), angularSnippet(settings, facts));
      writeFileSync(join(project, `config-${at}.ts`), configSnippet(settings));
    }
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'preserve',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      allowImportingTsExtensions: true,
      types: ['react'],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await promisify(execFile)(tsc, ['-p', project]).catch((error: { stdout: string }) => error);
    assert.equal(stdout, '');
  });

  it('are components that Vue compiles', () => {
    for (const settings of SAMPLES) {
      const source = vueSnippet(settings, facts);
      const { descriptor, errors } = parse(source);
      assert.deepEqual(errors, [], source);
      assert.ok(descriptor.template);
      compileScript(descriptor, { id: 'reward' });
      const { errors: flaws, tips } = compileTemplate({
        source: descriptor.template.content,
        filename: 'Reward.vue',
        id: 'reward',
        compilerOptions: { isCustomElement: (tag) => tag.startsWith('rewards-') },
      });
      assert.deepEqual([flaws, tips], [[], []], source);
    }
  });

  it('are components that Svelte compiles without a warning', () => {
    for (const settings of SAMPLES) {
      const source = svelteSnippet(settings, facts);
      const { warnings } = compile(source, { generate: 'client' });
      assert.deepEqual(warnings.map(String), [], source);
    }
  });

  it('are templates that Angular reads, with the attributes as they were meant', () => {
    for (const settings of SAMPLES) {
      const source = angularSnippet(settings, facts);
      const [, template = ''] = /template: `(.*?)`,\n\}\)/s.exec(source) ?? [];
      const { errors, nodes } = parseTemplate(template, 'reward.html');
      assert.equal(errors, null, source);
      const element = nodes.find((node) => node instanceof TmplAstElement && node.name === settings.element);
      assert.ok(element instanceof TmplAstElement);
      const written = new Map(element.attributes.map(({ name, value }) => [name, value]));
      for (const [name, value] of Object.entries(settings.attributes)) {
        assert.equal(written.get(name), value === true ? '' : value, source);
      }
      const bound = fetchesToken(settings) ? ['getMemberToken'] : [];
      assert.deepEqual(
        element.inputs.map(({ name }) => name),
        bound,
        source,
      );
      const heard = settings.element === 'rewards-member' ? [] : ['rewards-granted'];
      assert.deepEqual(
        element.outputs.map(({ name }) => name),
        heard,
        source,
      );
    }
  });

  it('bring a config that a proxy runs with, at the endpoint of the tag', async () => {
    for (const [at, settings] of SAMPLES.entries()) {
      const file = join(project, `run-${at}.ts`);
      writeFileSync(file, configSnippet(settings));
      // oxlint-disable-next-line no-await-in-loop -- a failure should name the first that is wrong
      const { default: config }: { default: RewardsConfig } = await import(pathToFileURL(file).href);
      const ledger = sqliteLedger(':memory:');
      const proxy = createProxy({ ...config, limits: false, ledger, env: ENV });
      const url = new URL(`${endpointOf(settings)}/actions/${actionOf(settings)}`, 'https://example.org');
      // oxlint-disable-next-line no-await-in-loop -- see above
      const response = await proxy.fetch(new Request(url));
      // oxlint-disable-next-line no-await-in-loop -- see above
      const view = (await response.json()) as { identity: string };
      assert.equal(view.identity, settings.trust, configSnippet(settings));
      // oxlint-disable-next-line no-await-in-loop -- see above
      await ledger.close();
    }
  });
});
