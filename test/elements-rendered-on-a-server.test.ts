import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html, type TemplateResult } from 'lit';
import { loadLocale } from '../src/elements/index.ts';
import '../src/elements/define.ts';

describe('rendered on a server', () => {
  const draw = (template: TemplateResult) => collectResultSync(render(template));

  it('every element has its whole card in a declarative shadow root', () => {
    const drawn = draw(html`
      <rewards-checkin action="daily" member-id="12"></rewards-checkin>
      <rewards-role action="keeper"></rewards-role>
      <rewards-signup action="meetup"
        ><form><input name="name" /></form
      ></rewards-signup>
      <rewards-member></rewards-member>
      <rewards-onchain action="deed"></rewards-onchain>
    `);
    assert.equal(drawn.match(/<template shadowroot="open" shadowrootmode="open"/g)?.length, 5);
    for (const said of [
      'Member: 12',
      'Check in',
      'Get this role',
      'Sign up',
      'Claim with wallet',
      'Your member id',
      'One moment…',
    ]) {
      assert.ok(drawn.includes(said), said);
    }
  });

  it('a press before the script is there sends nothing and loads no page', () => {
    assert.match(draw(html`<rewards-checkin action="daily"></rewards-checkin>`), /<form\s[^>]*\smethod="dialog"/);
  });

  it('there is room for the streak of a member that the site knows', () => {
    const drawn = draw(html`<rewards-checkin action="daily" member-id="12"></rewards-checkin>`);
    assert.match(drawn, /<div part="streak">/);
  });

  it('they speak a language that was loaded before', async () => {
    await loadLocale('de');
    const drawn = draw(html`<rewards-checkin action="daily" lang="de"></rewards-checkin>`);
    assert.match(drawn, /Deine Mitglieds-ID/);
    assert.match(draw(html`<rewards-onchain action="deed" lang="de"></rewards-onchain>`), /Mit Wallet holen/);
    assert.match(drawn, /aria-busy="false"/);
  });
});
