import { html, type TemplateResult } from 'lit';
import type { WidgetAction } from '../../client/types.ts';
import { allMessages } from '../claiming/all-messages.ts';
import { adoptStyles } from '../claiming/adopt.ts';
import { fill, type Localization } from '../localization.ts';
import type { ClaimHost } from '../types.ts';
import { accountStyles } from './account.styles.ts';
import { enterKept, keepEntries } from './kept-entries.ts';

/** What the visitor can do about the sign-in. */
export interface AccountActions {
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

/** The part of a widget for the sign-in, and the input that it keeps while the page is left for it. */
export class Account {
  readonly #host: ClaimHost;

  constructor(host: ClaimHost) {
    this.#host = host;
    void enterKept(host);
  }

  /** Who is signed in with a button to sign out, or a button to sign in. */
  render({ member, signIn }: WidgetAction, localization: Localization, actions: AccountActions): TemplateResult {
    adoptStyles(this.#host, accountStyles);
    const messages = allMessages(localization);
    return html`<p part="account">
      ${
        member
          ? html`<span>${fill(messages.member, signIn?.member ?? member.memberId)}</span>
              <button type="button" part="sign-out" @click=${() => actions.signOut()}>${messages.signOut}</button>`
          : html`<button type="button" part="sign-in" @click=${() => actions.signIn()}>
              ${fill(messages.signInWith, signIn?.platform ?? '')}
            </button>`
      }
    </p>`;
  }

  leaving(): Promise<void> {
    return keepEntries(this.#host);
  }
}
