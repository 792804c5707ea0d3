import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAnswers } from '../../src/cli/doctor/check-answers.ts';
import { Findings } from '../../src/common/finding.ts';

const SENT = { 'cache-control': 'no-store', vary: 'Origin', 'x-content-type-options': 'nosniff' };

/** What is found in two answers with these headers beside those that the proxy sends; null takes one away. */
function foundIn(changes: Record<string, string | null>, ids = ['a', 'b']): string {
  const findings = new Findings();
  const [first, second] = ids.map((id) => {
    const headers = new Headers({ ...SENT, 'x-request-id': id });
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    return headers;
  });
  checkAnswers(first ?? new Headers(), second ?? new Headers(), findings);
  return findings.all.map(({ level, text }) => `${level} ${text}`).join('\n');
}

describe('rewards doctor, where something stands in front of a proxy', () => {
  it('has nothing to say of answers as the proxy sends them', () => {
    assert.match(foundIn({}), /^ok its answers come as it sends them/);
    assert.match(foundIn({ vary: 'Accept-Encoding, origin', age: '0', 'cf-cache-status': 'DYNAMIC' }), /^ok /);
  });

  it('notices a cache, by what it says or by an answer that was given before', () => {
    assert.match(foundIn({ age: '12' }), /^fail something in front of it keeps its answers \(age: 12\)/);
    assert.match(foundIn({ 'cf-cache-status': 'HIT' }), /^fail .*keeps its answers \(cf-cache-status: HIT\)/);
    assert.match(foundIn({}, ['a', 'a']), /^fail something in front of it keeps its answers, so/);
  });

  it('notices headers that were taken away', () => {
    assert.match(foundIn({ 'cache-control': 'max-age=60' }), /^fail its answers may be kept/);
    assert.match(foundIn({ 'cache-control': null }), /^fail its answers may be kept/);
    assert.match(foundIn({ 'x-request-id': null }), /^warn .*takes X-Request-Id away/);
    assert.match(foundIn({ vary: null }), /^warn .*takes vary away/);
    assert.match(foundIn({ 'x-content-type-options': null }), /^warn .*takes x-content-type-options away/);
  });
});
