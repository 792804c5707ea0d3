import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Client } from 'pg';
import { UsageError } from '../../src/cli/command.ts';
import { readPostgresUrl } from '../../src/cli/postgres-url.ts';
import { certificate } from '../service/certificate.ts';
import { run } from './command.ts';

const ADDRESS = 'postgres://rewards:s%3Fcret@db.internal/rewards';

const folder = mkdtempSync(join(tmpdir(), 'rewards-url-'));
after(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const told = (query: string) => readPostgresUrl(`${ADDRESS}?${query}`).connectionString;

const refused = (query: string, message: string) =>
  assert.throws(
    () => readPostgresUrl(`${ADDRESS}?${query}`),
    (error) => error instanceof UsageError && error.message.startsWith(message),
  );

describe('a PostgreSQL URL', () => {
  it('says how long to wait, of which the server is not told, and is named without the password', () => {
    const limits = 'connect_timeout=3&statement_timeout=900&lock_timeout=800&idle_in_transaction_session_timeout=700';
    assert.deepEqual(readPostgresUrl(`${ADDRESS}?${limits}&application_name=a%20shop`), {
      name: 'postgres://db.internal/rewards',
      connectionString: `${ADDRESS}?application_name=a%20shop`,
      limits: {
        connectTimeoutMs: 3_000,
        statementTimeoutMs: 900,
        lockTimeoutMs: 800,
        idleInTransactionTimeoutMs: 700,
      },
    });
    assert.equal(told('lock_timeout=800'), ADDRESS);
    assert.equal(readPostgresUrl(ADDRESS).connectionString, ADDRESS);
  });

  it('may name a socket by its folder, with a user and no host before', () => {
    for (const who of ['rewards:s%3Fcret@', 'rewards@', '']) {
      const text = `postgres://${who}/rewards?host=/run/postgresql&port=5433`;
      const { name, connectionString } = readPostgresUrl(text);
      assert.equal(name, 'postgres:///rewards');
      const { host, port, database, user } = new Client(connectionString);
      assert.deepEqual([host, port, database], ['/run/postgresql', 5433, 'rewards']);
      if (who !== '') assert.equal(user, 'rewards');
    }
  });

  it('needs a path after a user without a host, as pg does', () => {
    for (const rest of ['?host=/run/postgresql', '', ':5433/rewards']) {
      assert.throws(() => readPostgresUrl(`postgres://rewards:secret@${rest}`), UsageError);
    }
  });

  for (const hosts of ['one,two', 'one:5432,two:5433', '[::1]:5432,two']) {
    it(`does not take ${hosts}, and says that it takes one host`, () => {
      for (const who of ['', 'rewards:s,cret@']) {
        assert.throws(
          () => readPostgresUrl(`postgres://${who}${hosts}/rewards?target_session_attrs=read-write`),
          (error) =>
            error instanceof UsageError && error.message.startsWith('--db names several hosts, and one is taken: '),
        );
      }
    });
  }

  it('may have commas elsewhere', () => {
    const text = 'postgres://rewards:s,cret@db.internal/re,wards?options=-c%20a,b';
    assert.equal(readPostgresUrl(text).connectionString, text);
  });

  for (const parameter of [
    'connect_timeout',
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
  ]) {
    for (const text of ['0', '-1', '1.5', '5s', '', '1000000']) {
      it(`does not take ${parameter}=${text}`, () =>
        refused(`${parameter}=${text}`, `--db: ${parameter} in the URL must be a whole number of `));
    }
  }
});

describe('TLS in a PostgreSQL URL', () => {
  it('is told to pg by the name of what pg does, without its warning', async (t) => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    t.after(() => process.off('warning', note));
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      assert.equal(told(`sslmode=${mode}`), `${ADDRESS}?sslmode=verify-full`);
      assert.ok(new Client({ connectionString: told(`sslmode=${mode}`) }).ssl);
    }
    await new Promise(setImmediate);
    assert.deepEqual(warnings, []);
  });

  for (const query of ['sslmode=disable', 'sslmode=no-verify', 'sslmode=require&uselibpqcompat=true']) {
    it(`stays as it is with ${query}`, () => assert.equal(told(query), `${ADDRESS}?${query}`));
  }

  for (const mode of ['allow', 'verify_full']) {
    it(`is not by sslmode=${mode}, which pg would take for verify-full`, () =>
      refused(
        `sslmode=${mode}`,
        `--db: sslmode in the URL must be one of disable, no-verify, prefer, require, verify-ca, verify-full, not ${mode}`,
      ));
  }

  it('is not given up where the server has none, which says what to do', async (t) => {
    const server = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = Object(server.address());
    const { code, stderr } = await run([
      'ledger',
      'show',
      '--db',
      `postgres://rewards@127.0.0.1:${port}/x?sslmode=prefer`,
    ]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^rewards: .*does not support SSL connections \(no sslmode falls back .*: sslmode=disable in /,
    );
  });

  it('is by the authorities that Node.js knows where the URL says so, and verified', () => {
    const system = 'sslrootcert=system';
    for (const query of [system, `sslmode=require&${system}`, `sslmode=require&uselibpqcompat=true&${system}`]) {
      assert.match(told(query), /\?(?:uselibpqcompat=true&)?sslmode=verify-full$/);
    }
    assert.equal(told(`sslmode=disable&${system}`), `${ADDRESS}?sslmode=disable`);
  });

  it('is by a file of certificates, which must be one', () => {
    const authorities = fileOf('ca.crt', `# ours\n${certificate.cert}`);
    const query = `sslmode=verify-full&sslrootcert=${authorities}`;
    assert.deepEqual(told(query).split('?')[1]?.split('&').toSorted(), query.split('&').toSorted());
    const key = fileOf('ca.key', certificate.key);
    refused(
      `sslrootcert=${key}`,
      `--db: sslrootcert in the URL must name a file of certificates (PEM), and ${key} is none`,
    );
    for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
      refused(
        `${parameter}=/nowhere/x`,
        `--db: ${parameter} in the URL must name a file that can be read: ENOENT: no such file or directory, open '/nowhere/x'`,
      );
    }
  });
});
