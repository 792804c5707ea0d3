import { html, nothing, type TemplateResult } from 'lit';
import type { Finding } from '../../../common/finding.ts';
import type { Clock } from '../format.ts';
import type { Model } from '../model.ts';
import { fill, TEXTS } from '../texts.ts';
import { dot } from './icons.ts';
import { worstOf } from './overview-view.ts';

const CHECKS = ['service', 'ledger', 'claims'] as const;

/** Whether all works, check by check, and how to fix what does not. */
export function healthView(model: Model): TemplateResult {
  const { health, clock } = model;
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>${TEXTS.health.heading}</h1>
      ${health ? html`<p>${fill(TEXTS.health.checked, { time: clock.whole(health.checkedAt) })}</p>` : ''}
      <button class="button push" type="button" @click=${() => model.reload()}>${TEXTS.health.again}</button>
    </div>
    ${
      health
        ? html`<div class="checks">${CHECKS.map((check) => checkView(check, health.findings, clock))}</div>`
        : html`<p>${TEXTS.loading}</p>`
    }
    <p class="soft">${TEXTS.health.doctor}</p>
  `;
}

function checkView(check: (typeof CHECKS)[number], all: readonly Finding[], clock: Clock): TemplateResult {
  const findings = all.filter((finding) => finding.check === check);
  const level = worstOf(findings);
  return html`
    <section class="card ${level === 'fail' ? 'bad' : level === 'warn' ? 'waits' : ''}">
      <h2>${TEXTS.health.checks[check]} <span class="soft">${TEXTS.health.levels[level]}</span></h2>
      <ul class="findings">
        ${findings.map(
          ({ level: mark, text }) =>
            html`<li class="finding">${dot(mark)}<span>${clock.withLocalTimes(text)}</span></li>`,
        )}
      </ul>
      ${check === 'claims' ? html`<p class="beyond"><a href="./#/deliveries">${TEXTS.health.told}</a></p>` : nothing}
    </section>
  `;
}
