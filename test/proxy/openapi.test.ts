import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROBLEMS } from '../../src/contract/index.ts';
import { openApiDocument } from '../../src/proxy/http/openapi.ts';
import { cookieAt } from '../../src/proxy/identity/platform/cookies.ts';
import { isRecord } from '../../src/contract/guard.ts';
import { isKey } from '../../src/proxy/claims/claim-body.ts';
import { setUp } from './support/setup.ts';

const document = openApiDocument('/rewards');

/** Every object in the document. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (isRecord(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* objectsIn(item);
}

function operations(): [path: string, operation: Record<string, unknown>, item: Record<string, unknown>][] {
  assert.ok(isRecord(document['paths']));
  return Object.entries(document['paths']).flatMap(([path, item]) => {
    assert.ok(isRecord(item));
    const methods = Object.keys(item).filter((key) => key !== 'parameters');
    return methods.map((method): [string, Record<string, unknown>, Record<string, unknown>] => [
      path,
      Object(item[method]),
      item,
    ]);
  });
}

describe('the OpenAPI document', () => {
  it('is what the proxy serves', async () => {
    await using setup = setUp();
    const { status, headers, body } = await setup.ask('/rewards/openapi.json');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.deepEqual(body, document);
    assert.equal(body['openapi'], '3.1.0');
  });

  it('has every route', () => {
    assert.deepEqual(Object.keys(Object(document['paths'])), [
      '/rewards/actions/{action}',
      '/rewards/actions/{action}/challenge',
      '/rewards/actions/{action}/onchain',
      '/rewards/actions/{action}/claims',
      '/rewards/batch',
      '/rewards/claims/{id}',
      '/rewards/events/{source}',
      '/rewards/health',
      '/rewards/sign-in',
      '/rewards/sign-in/callback',
      '/rewards/sign-in/token',
      '/rewards/sign-out',
      '/rewards/embed/{action}',
      '/rewards/embed.js',
      '/rewards/elements/{version}/{path}',
      '/rewards/openapi.json',
    ]);
  });

  it('refers only to what it defines', () => {
    const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    assert.ok(references.length > 20);
    for (const reference of references) {
      let target: unknown = document;
      for (const step of reference.replace(/^#\//, '').split('/')) target = Object(target)[step];
      assert.ok(isRecord(target), reference);
    }
  });

  it('defines every path parameter, and names each operation once', () => {
    const names = operations().map(([path, operation, item]) => {
      const given = [item['parameters'], operation['parameters']].flat().filter(isRecord);
      const inPath = given
        .filter((parameter) => parameter['in'] === 'path')
        .map(({ name, required }) => (required === true ? name : null));
      assert.deepEqual(
        inPath,
        Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name),
      );
      return operation['operationId'];
    });
    assert.equal(new Set(names).size, names.length);
  });

  it('describes every response, its headers included', () => {
    for (const [path, { responses }] of operations()) {
      assert.ok(isRecord(responses));
      for (const [status, response] of Object.entries(responses)) {
        assert.ok(isRecord(response) && typeof response['description'] === 'string', `${path} ${status}`);
        assert.ok(isRecord(response['headers']) && 'X-Request-Id' in response['headers']);
        assert.ok(isRecord(response['content']) || status === '302' || status === '303');
        if (status === '405') assert.ok('Allow' in response['headers']);
      }
    }
  });

  it('says of what needs to know the member that the platform may not answer', () => {
    for (const name of ['getChallenge', 'createOnchainMessage', 'createClaim']) {
      const found = operations().find(([, { operationId }]) => operationId === name);
      assert.ok(found && '502' in Object(found[1]['responses']), name);
    }
  });

  it('names the cookie of a session as a sign-in sets it', () => {
    const { platformSession } = Object(Object(document['components'])['securitySchemes']);
    assert.equal(Object(platformSession)['name'], cookieAt('https://rewards.example', 'rewards').name);
  });

  it('takes the keys that the proxy takes, and no others', () => {
    const claim = operations().find(([, { operationId }]) => operationId === 'createClaim')?.[1];
    const key = [claim?.['parameters']].flat().find((parameter) => Object(parameter)['name'] === 'Idempotency-Key');
    const { minLength, maxLength, pattern } = Object(Object(key)['schema']);
    const isDescribed = (text: string) =>
      text.length >= minLength && text.length <= maxLength && new RegExp(pattern).test(text);
    for (const text of ['', '!', '~', 'a b', 'é', 'k'.repeat(255), 'k'.repeat(256)]) {
      assert.equal(isDescribed(text), isKey(text), JSON.stringify(text));
    }
  });

  it('says what cannot be left out', async () => {
    await using setup = setUp();
    const isRequired = (one: unknown) => isRecord(one) && one['required'] === true && one['in'] !== 'path';
    const demanding = operations()
      .filter(([, { parameters, requestBody }]) => [requestBody, ...[parameters].flat()].some(isRequired))
      .map(([, { operationId }]) => operationId);
    assert.deepEqual(demanding, [
      'createOnchainMessage',
      'createClaim',
      'getBatch',
      'receiveEvent',
      'beginSignIn',
      'beginSignInByForm',
      'redeemSignIn',
    ]);
    assert.equal((await setup.ask('/rewards/batch')).status, 400);
    assert.equal((await setup.claim('daily', undefined)).status, 400);
  });

  it('has every problem code, under its own status', () => {
    const declared = new Map<unknown, Set<unknown>>();
    for (const { properties } of objectsIn(document)) {
      if (!isRecord(properties) || !isRecord(properties['code']) || !isRecord(properties['status'])) continue;
      const status = properties['status']['const'];
      if (status === undefined) continue;
      const codes = declared.get(status) ?? new Set();
      declared.set(status, codes);
      for (const code of [properties['code']['enum']].flat()) codes.add(code);
    }
    const missing = Object.entries(PROBLEMS).filter(([code, { status }]) => !declared.get(status)?.has(code));
    assert.deepEqual(
      missing.map(([code]) => code),
      [],
    );
  });
});
