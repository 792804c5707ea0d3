import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { SumsView } from '../../api-types.ts';
import { type Clock, number } from '../format.ts';
import type { Model } from '../model.ts';
import type { DaysAs } from '../span.ts';
import { TEXTS } from '../texts.ts';
import { actionsOf, coloursOf, total } from '../totals.ts';

const WIDTH = 1000;
const HEIGHT = 240;
const ROOM = 0.62;
const WEEK = 7;

type Day = SumsView['days'][number];
type What = Exclude<DaysAs, 'table'>;

/**
 * The claims of each day as bars that begin at zero: granted by action, what is not settled hatched on top, and what was refused below
 * the line on the same scale; or the points of each day, by action. All of it stands in the table that takes its place on request.
 */
export function chartView(days: readonly Day[], what: What, model: Model): TemplateResult {
  const actions = actionsOf(days, model);
  const colours = coloursOf(days, model);
  const above = Math.max(...days.map(({ sums }) => givenOf(sums, what) + openOf(sums, what)));
  const below = Math.max(...days.map(({ sums }) => refusedOf(sums, what)));
  const step = stepFor(Math.max(above, below, 1));
  const [top, bottom] = [Math.max(step, Math.ceil(above / step) * step), Math.ceil(below / step) * step];
  const zero = (HEIGHT * top) / (top + bottom);
  const scale = zero / top;
  const isOpen = days.some(({ sums }) => openOf(sums, what) > 0);
  const marks = Array.from({ length: (top + bottom) / step + 1 }, (_, index) => top - index * step);
  return html`
    <p class="legend">
      ${actions.map(({ name, title }) => {
        const isDrawn = days.some(({ sums }) => givenOf(sums, what, name) > 0);
        return isDrawn ? html`<span><span class="swatch c${colours.get(name)}"></span>${title}</span>` : nothing;
      })}
      ${isOpen ? html`<span><span class="swatch open"></span>${TEXTS.gave.waitsForYou}</span>` : nothing}
      ${below > 0 ? html`<span><span class="swatch refused"></span>${TEXTS.gave.below}</span>` : nothing}
    </p>
    <div class="chart" role="img" aria-label=${describe(days, what, model)}>
      <div class="scale" aria-hidden="true">${marks.map((mark) => html`<span>${number(Math.abs(mark))}</span>`)}</div>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="open-back" width="8" height="8" />
            <rect class="open-line" width="3" height="8" />
          </pattern>
        </defs>
        ${marks.map((mark) => svg`<path class=${mark === 0 ? 'zero' : 'line'} d="M0 ${zero - mark * scale}H${WIDTH}" />`)}
        ${days.map((day, index) => {
          const bar = barOf(day, index, { what, days: days.length, zero, scale, colours });
          return svg`<g class=${model.now < day.until ? 'today' : ''}>${bar}</g>`;
        })}
      </svg>
      <div class="days ${days.length > WEEK ? 'dates' : ''}" aria-hidden="true">
        ${days.map(({ since }, index) => html`<span>${labelOf(since, days.length - 1 - index, days.length, model.clock)}</span>`)}
      </div>
    </div>
  `;
}

interface Frame {
  what: What;
  days: number;
  zero: number;
  scale: number;
  colours: ReadonlyMap<string, number>;
}

function barOf({ sums }: Day, index: number, { what, days, zero, scale, colours }: Frame): SVGTemplateResult[] {
  const width = WIDTH / days;
  const x = index * width + (width * (1 - ROOM)) / 2;
  let y = zero;
  const part = (look: string, amount: number): SVGTemplateResult => {
    const height = amount * scale;
    y -= height;
    return svg`<rect class=${look} x=${x} y=${y} width=${width * ROOM} height=${height} />`;
  };
  const given = Array.from(colours, ([action, colour]) => part(`c${colour}`, givenOf(sums, what, action)));
  const open = part('open', openOf(sums, what));
  const refused = refusedOf(sums, what) * scale;
  return [...given, open, svg`<rect class="refused" x=${x} y=${zero} width=${width * ROOM} height=${refused} />`];
}

function givenOf(sums: Day['sums'], what: What, action?: string): number {
  return total(sums, { what, ...(what === 'claims' && { state: 'granted' }), ...(action !== undefined && { action }) });
}

/** Only points that were given are known as points. */
function openOf(sums: Day['sums'], what: What): number {
  return what === 'claims' ? total(sums, { state: 'pending' }) : 0;
}

function refusedOf(sums: Day['sums'], what: What): number {
  return what === 'claims' ? total(sums, { state: 'refused' }) : 0;
}

/** A round distance between two to five marks. */
function stepFor(most: number): number {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
}

/**
 * What stands below the bar of the day that was so many days ago: of a week each day has its name. Of more each seventh has its date, since all
 * of those are the same day of the week.
 */
export function labelOf(since: number, ago: number, days: number, clock: Clock): string {
  if (days <= WEEK) return clock.weekday(since);
  return ago % WEEK === 0 ? clock.dayOfMonth(since) : '';
}

function describe(days: readonly Day[], what: What, { clock }: Model): string {
  const { chart, granted, points, refused, waiting } = TEXTS.gave;
  const words = days.map(({ since, sums }) => {
    const given = givenOf(sums, what);
    const said =
      what === 'points' ? [`${points} ${given}`] : [`${granted} ${given}`, `${refused} ${refusedOf(sums, what)}`];
    const open = openOf(sums, what);
    if (open > 0) said.push(`${waiting} ${open}`);
    return `${clock.day(since)}: ${said.join(', ')}`;
  });
  return `${chart[what]}. ${words.join('. ')}`;
}
