import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtFile } from '../../../src/common/built-page.ts';
import { deskFiles } from '../../../src/desk/page-files.ts';

describe('the policy of the built page of the desk', () => {
  const page = builtFile(deskFiles(), '/');
  const policy = new Map(
    (page?.headers.get('content-security-policy') ?? '').split('; ').map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

  it('lets in what a page asks of its own server, and nothing of anybody else', () => {
    for (const own of ['script-src', 'style-src', 'connect-src']) assert.equal(policy.get(own), "'self'", own);
    assert.equal(policy.get('img-src'), "'self' data:");
    for (const none of ['default-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      assert.equal(policy.get(none), "'none'", none);
    }
  });

  it('keeps nothing from a page that is written into it', async () => {
    const html = (await page?.text()) ?? '';
    assert.match(html, /<script type="module"[^>]* src="\.\/[^"]+"/);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    for (const [, name = ''] of html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      assert.ok(builtFile(deskFiles(), `/${name}`), `${name} is not there`);
    }
  });
});
