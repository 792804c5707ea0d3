import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSecrets } from '../../src/cli/doctor/check-secrets.ts';
import { Findings } from '../../src/common/finding.ts';

const SITE = 'https://site.example';
const SENT: Readonly<Record<string, string>> = {
  '.env': 'REWARDS_API_KEY=key',
  'rewards.db': 'SQLite format 3\0',
};

describe('what doctor says of files that no web server may send', () => {
  for (const [name, text] of Object.entries(SENT)) {
    for (const open of [`${SITE}/${name}`, `${SITE}/club/${name}`]) {
      it(`${open} is found where it is sent, and nothing else`, async (t) => {
        t.mock.method(globalThis, 'fetch', (href: string) =>
          Promise.resolve(href === open ? new Response(text) : new Response('Not here', { status: 404 })),
        );
        const findings = new Findings();
        await checkSecrets(new URL(`${SITE}/club/check-in`), findings);
        const [{ level, text: said } = assert.fail(), ...others] = findings.all;
        assert.deepEqual(others, []);
        assert.equal(level, 'fail');
        assert.ok(said.startsWith(`everybody can read ${open}: take it out of what the web server sends, and `), said);
      });
    }
  }

  it('a page in the place of all that is not there is none of them', async (t) => {
    t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response('<p>Not here</p>')));
    const findings = new Findings();
    await checkSecrets(new URL(`${SITE}/club/check-in`), findings);
    assert.deepEqual(
      findings.all.map(({ text }) => text),
      [`${SITE} sends nobody .env or rewards.db`],
    );
  });
});
