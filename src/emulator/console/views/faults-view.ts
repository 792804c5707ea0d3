import { html, nothing, type TemplateResult } from 'lit';
import type { Fault } from '../../index.ts';
import { FAULT_PRESETS, type FaultPreset, isOf, remaining, withPreset } from '../fault-presets.ts';
import type { Model } from '../model.ts';

/** Switches for what can go wrong between proxy and service. */
export function faultsView(model: Model): TemplateResult {
  const { faults } = model;
  const others = faults.filter((fault) => !FAULT_PRESETS.some((preset) => isOf(preset, fault)));
  return html`
    <header class="head">
      <h2>Faults</h2>
      <p>Make the service fail, and see what the widget says and what the ledger keeps</p>
    </header>
    <div class="scroll">
      <ul class="faults">
        ${FAULT_PRESETS.map((preset) => presetView(preset, model))} ${others.map(otherView)}
      </ul>
      <p>
        <button type="button" ?disabled=${faults.length === 0} @click=${() => model.setFaults([])}>
          All faults off
        </button>
      </p>
    </div>
  `;
}

function presetView(preset: FaultPreset, model: Model): TemplateResult {
  const { name, what } = preset;
  const left = remaining(preset, model.faults);
  const set = (times: number | 'always') => model.setFaults(withPreset(preset, times, model.faults));
  return html`
    <li class=${left === 0 ? '' : 'on'}>
      <div>
        <h3>${name}</h3>
        <p>${what}${left === 0 ? nothing : html` <strong>${soon(left)}</strong>`}</p>
      </div>
      <button
        type="button"
        aria-label="${name}, for the next call"
        @click=${() => set(typeof left === 'number' ? left + 1 : 1)}
      >
        Next call
      </button>
      <button
        type="button"
        role="switch"
        aria-checked=${left === 'always'}
        aria-label="${name}, for every call"
        @click=${() => set(left === 'always' ? 0 : 'always')}
      >
        Every call
      </button>
    </li>
  `;
}

function soon(left: number | 'always'): string {
  if (left === 'always') return 'Applies to every call.';
  return left === 1 ? 'Applies to the next call.' : `Applies to the next ${left} calls.`;
}

/** A fault that was set through the API. */
function otherView(fault: Fault): TemplateResult {
  return html`<li class="on">
    <div>
      <h3>Set through the API</h3>
      <pre tabindex="0">${JSON.stringify(fault)}</pre>
    </div>
  </li>`;
}
