import type { Subject } from './measure.ts';

/** What is compared, by name. */
export const SUBJECTS = {
  checkin: {
    title: '`<rewards-checkin>`',
    program: new URL('checkin.ts', import.meta.url),
    markup: '<rewards-checkin action="daily"></rewards-checkin>',
    drawn: 'rewards-checkin',
    settled: 'rewards-checkin:state(ready)',
    prepare: answerAtLeisure,
  },
  asking: {
    title: '`<rewards-checkin>` with its request',
    program: new URL('checkin.ts', import.meta.url),
    markup: '<rewards-checkin action="daily"></rewards-checkin>',
    drawn: 'rewards-checkin',
    settled: 'rewards-checkin:state(ready)',
  },
  known: {
    title: '`<rewards-checkin>` with a member’s week',
    program: new URL('checkin.ts', import.meta.url),
    markup: '<rewards-checkin action="daily" member-id="123456789012345678"></rewards-checkin>',
    drawn: 'rewards-checkin',
    settled: 'rewards-checkin:state(ready)',
  },
  shoelace: {
    title: 'Shoelace, field and button',
    program: new URL('../peers/widgets/shoelace.ts', import.meta.url),
    markup:
      '<sl-input label="Your member id" help-text="Your id, not your name" required></sl-input><sl-button variant="primary">Check in</sl-button>',
    drawn: 'sl-button',
    settled: 'sl-button',
  },
  webAwesome: {
    title: 'Web Awesome, field and button',
    program: new URL('../peers/widgets/web-awesome.ts', import.meta.url),
    markup:
      '<wa-input label="Your member id" hint="Your id, not your name" required></wa-input><wa-button variant="brand">Check in</wa-button>',
    drawn: 'wa-button',
    settled: 'wa-button',
  },
  material: {
    title: 'Material, field and button',
    program: new URL('../peers/widgets/material.ts', import.meta.url),
    markup:
      '<md-outlined-text-field label="Your member id" supporting-text="Your id, not your name" required></md-outlined-text-field><md-filled-button>Check in</md-filled-button>',
    drawn: 'md-filled-button',
    settled: 'md-filled-button',
  },
  cap: {
    title: 'Cap',
    program: new URL('../peers/widgets/cap.ts', import.meta.url),
    markup: '<cap-widget data-cap-api-endpoint="/cap/"></cap-widget>',
    drawn: 'cap-widget',
    settled: 'cap-widget',
  },
  altcha: {
    title: 'ALTCHA',
    program: new URL('../peers/widgets/altcha.ts', import.meta.url),
    markup: '<altcha-widget challenge="/altcha"></altcha-widget>',
    drawn: 'altcha-widget:has(input)',
    settled: 'altcha-widget:has(input)',
  },
} satisfies Record<string, Subject>;

/**
 * Runs in the page: answers requests without sending them, when whatever asks has been drawn. A check-in asks a proxy for
 * its action, which the others have no need to: so it is measured with the requests taken from it, and once more as it is.
 */
function answerAtLeisure(): void {
  const reply = fetch('/rewards/actions/daily').then((response) => response.text());
  globalThis.fetch = async () => {
    const text = await reply;
    await new Promise((resolve) => setTimeout(resolve));
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}
