import { html, LitElement } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { RewardsCheckin, RewardsGrantedEvent } from 'rewards-elements/elements';
import 'rewards-elements/elements/checkin/define';
import 'rewards-elements/themes/ocean.css';

const noToken = async () => null;

@customElement('my-element')
export class MyElement extends LitElement {
  @state() points = '';
  @query('rewards-checkin') widget!: RewardsCheckin;

  /** In the page itself, so that its styles reach the widget. */
  protected override createRenderRoot() {
    return this;
  }

  override render() {
    return html`
      <rewards-checkin
        action="daily"
        endpoint="__ENDPOINT__"
        lang="en"
        ?auto=${false}
        .compact=${false}
        .getMemberToken=${noToken}
        @rewards-granted=${({ detail: { grants } }: RewardsGrantedEvent) => {
          this.points = grants[0]?.type === 'points' ? String(grants[0].points) : '';
        }}
      >
        <span slot="button">Collect</span>
      </rewards-checkin>
      <output id="heard">${this.points}</output>
      <button id="again" @click=${() => this.widget.reset()}>Again</button>
    `;
  }
}
