import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { RewardsGrantedEvent } from 'rewards-elements/elements';
import 'rewards-elements/elements/checkin/define';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <rewards-checkin
        #widget
        action="daily"
        endpoint="__ENDPOINT__"
        lang="en"
        [auto]="false"
        [compact]="false"
        [getMemberToken]="noToken"
        (rewards-granted)="granted($event)"
      >
        <span slot="button">Collect</span>
      </rewards-checkin>
      <output id="heard">{{ points() }}</output>
      <button id="again" (click)="widget.reset()">Again</button>
    </main>
  `,
})
export class App {
  protected readonly points = signal('');
  protected readonly noToken = async () => null;

  protected granted(event: Event) {
    const [grant] = (event as RewardsGrantedEvent).detail.grants;
    this.points.set(grant?.type === 'points' ? String(grant.points) : '');
  }
}
