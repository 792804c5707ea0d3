import { html, nothing, type TemplateResult } from 'lit';
import { FRAMES, MEMBERS } from '../choices.ts';
import type { Faint } from '../contrast.ts';
import type { Facts } from '../facts/facts.ts';
import type { LogEntry } from '../live/log.ts';
import { isLive, type Settings } from '../settings.ts';
import { type Change, controlsView } from './controls-view.ts';
import { segments } from './fields.ts';
import { logView } from './log-view.ts';
import { snippetsView } from './snippets-view.ts';

export interface PlaygroundContext {
  /** Whether the widget alone is shown yet. */
  begins: boolean;
  settings: Settings;
  facts: Facts;
  /** What of the address could not be understood. */
  ignored: readonly string[];
  /** What is hard to read. */
  faint: readonly Faint[];
  /** Holds the widget. */
  frame: HTMLElement;
  entries: readonly LogEntry[];
  change: Change;
  enterMember: (id: string) => void;
  startAfresh: () => void;
  clearLog: () => void;
  snippet: string;
  showSnippet: (id: string) => void;
  copy: (text: string) => void;
  copied: string;
}

const FRAME_NAMES: Record<string, string> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' };

export function playgroundView(context: PlaygroundContext): TemplateResult {
  const { begins, settings, facts, ignored, faint, change, snippet, showSnippet, copy, copied } = context;
  return html`
    <div class="intro">
      <h1>Playground</h1>
      <p>Try every widget in every state. Proxy and community run inside this page; nothing is sent anywhere.</p>
      <p class="ignored" role="status">
        ${ignored.length > 0 ? html`Left out of this link, because it means nothing here: <b>${ignored.join(', ')}</b>` : nothing}
      </p>
    </div>
    <section class="preview" aria-label="Preview">${previewView(context)}</section>
    <section class="controls" id="controls" tabindex="-1" aria-label="Settings">
      ${begins ? nothing : controlsView(settings, facts, faint, change)}
    </section>
    <section class="code" aria-labelledby="code">
      ${begins ? nothing : snippetsView({ settings, facts, open: snippet, show: showSnippet, copy, copied })}
    </section>
    <section class="log" aria-labelledby="log-title">
      ${begins ? nothing : logView(context.entries, context.clearLog)}
    </section>
  `;
}

function previewView({
  settings,
  frame,
  change,
  enterMember,
  startAfresh,
  copy,
  copied,
}: PlaygroundContext): TemplateResult {
  const frames = FRAMES.map((value) => ({ value, name: FRAME_NAMES[value] ?? value }));
  const link = location.href;
  const live = isLive(settings);
  return html`
    <div class="bar">
      ${segments({ id: 'frame', label: 'Width' }, frames, settings.frame, (value) => change({ ...settings, frame: value }, true))}
      <button type="button" @click=${() => copy(link)}>${copied === link ? 'Link copied' : 'Copy link'}</button>
    </div>
    <div class="stage">${frame}</div>
    <div class="bar below" ?hidden=${!live}>
      <label for="member">Try as</label>
      <select
        id="member"
        ?disabled=${settings.trust !== 'typed'}
        @change=${({ currentTarget }: Event) => {
          if (!(currentTarget instanceof HTMLSelectElement)) return;
          enterMember(currentTarget.value);
          currentTarget.value = '';
        }}
      >
        <option value="">a member …</option>
        ${MEMBERS.map(({ value, name }) => html`<option value=${value}>${name}, ${value}</option>`)}
      </select>
      <button type="button" @click=${startAfresh}>Start afresh</button>
    </div>
  `;
}
