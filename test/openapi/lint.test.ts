import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../../src/proxy/http/openapi.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** What each linter is told, in this folder: its recommended rules, of which warnings are failures, too. */
const LINTERS = {
  redocly: ['lint', '--extends', 'recommended', '--format', 'checkstyle'],
  spectral: ['lint', '--ruleset', 'spectral.json', '--fail-severity', 'hint'],
};

describe('the OpenAPI document, by the recommended rules', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rewards-openapi-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, args] of Object.entries(LINTERS)) {
    /** What the linter says of a document, on both streams. */
    const lint = (document: object) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document, null, 2));
      const program = join(HERE, 'node_modules/.bin', name);
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const { status, stdout } = spawnSync(program, [...args, file], { cwd: HERE, env, encoding: 'utf8' });
      return { status, complaints: /severity="|\d+:\d+\s+(?:error|warning|information|hint)/.test(stdout), stdout };
    };

    for (const mount of ['/rewards', '/']) {
      it(`has nothing that ${name} complains of, at ${mount}`, () => {
        const { status, complaints, stdout } = lint(openApiDocument(mount));
        assert.deepEqual({ status, complaints }, { status: 0, complaints: false }, stdout);
      });
    }

    it(`would not pass with a component that nothing refers to: ${name}`, () => {
      const document = openApiDocument('/rewards');
      const unused = { Unused: { type: 'string' } };
      const components = { ...Object(document['components']) } as { schemas: object };
      const { complaints, stdout } = lint({
        ...document,
        components: { ...components, schemas: { ...components.schemas, ...unused } },
      });
      assert.ok(complaints, stdout);
    });
  }
});
