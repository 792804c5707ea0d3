import { html, nothing, type TemplateResult } from 'lit';
import type { Finding } from '../../../common/finding.ts';
import { ago } from '../format.ts';
import type { Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { dot } from './icons.ts';
import { numbersView } from './numbers-view.ts';

/** The three questions: does it work, does anything wait, what did it give. */
export function overviewView(model: Model): TemplateResult {
  return html`
    <h1 class="hidden" tabindex="-1" data-focus>${TEXTS.views.overview}</h1>
    <div class="answers">${worksView(model)} ${waitsView(model)}</div>
    ${numbersView(model)} ${screensView(model)}
  `;
}

/** Where codes are shown in a hall. */
function screensView({ desk }: Model): TemplateResult[] {
  const actions = desk?.actions.filter(({ hasCode }) => hasCode) ?? [];
  return actions.map(
    ({ name, title }) =>
      html`<p><a href="./#/code?${new URLSearchParams({ action: name })}">${fill(TEXTS.code.of, { title })}</a></p>`,
  );
}

function worksView(model: Model): TemplateResult {
  const { health, now } = model;
  const others = health?.findings.filter(({ check }) => check !== 'claims') ?? [];
  const worst = worstOf(others);
  const verdict = { ok: TEXTS.works.yes, warn: TEXTS.works.warn, fail: TEXTS.works.no }[worst];
  const newest = health?.newestClaimAt ?? null;
  return html`
    <section class="card ${worst === 'fail' ? 'bad' : ''}">
      <h2 class="ask">${TEXTS.works.question}</h2>
      ${
        health
          ? html`<p class="verdict">${dot(worst)}${verdict}</p>
              <p>${newest === null ? TEXTS.works.never : fill(TEXTS.works.newest, { ago: ago(newest, now) })}</p>
              ${others
                .filter(({ level }) => level !== 'ok')
                .map(({ level, text }) => html`<p class="finding">${dot(level)}<span>${text}</span></p>`)}
              <p><a href="./#/health">${TEXTS.works.more}</a></p>`
          : html`<p>${TEXTS.loading}</p>`
      }
    </section>
  `;
}

/** What is worst of what was found. */
export function worstOf(findings: readonly Finding[]): Finding['level'] {
  if (findings.some(({ level }) => level === 'fail')) return 'fail';
  return findings.some(({ level }) => level === 'warn') ? 'warn' : 'ok';
}

/** Where the oldest that waits is decided on, with those that were lost beside it. */
function firstToDecide({ waiting: { groups } }: Model): string {
  const [claim, ...others] = groups[0]?.claims ?? [];
  return `./#/waiting/${claim?.id ?? ''}${others.length > 0 ? '?together' : ''}`;
}

function waitsView(model: Model): TemplateResult {
  const { waiting, clock, now } = model;
  const oldest = waiting.shown?.oldestAt ?? null;
  return html`
    <section class="card ${waiting.count > 0 ? 'waits' : ''}">
      <h2 class="ask">${TEXTS.waits.question}</h2>
      ${
        waiting.shown === null
          ? html`<p>${TEXTS.loading}</p>`
          : waiting.count === 0
            ? html`<p class="verdict">${TEXTS.waits.nothing}</p>
                <p>${TEXTS.waits.nothingMore}</p>`
            : html`<p class="verdict">${fill(TEXTS.waits.yes, { claims: count(waiting.count, TEXTS.units.claims) })}</p>
                ${
                  oldest === null
                    ? nothing
                    : html`<p>
                        ${fill(TEXTS.waits.oldest, { time: clock.brief(oldest, now), ago: ago(oldest, now) })}
                      </p>`
                }
                <p class="row">
                  <a class="button main big" href=${firstToDecide(model)}>${TEXTS.waits.decide}</a>
                  <span class="soft">${TEXTS.waits.meanwhile}</span>
                </p>`
      }
    </section>
  `;
}
