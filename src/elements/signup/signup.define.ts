import { RewardsSignup } from './signup.ts';

RewardsSignup.define();

declare global {
  interface HTMLElementTagNameMap {
    'rewards-signup': RewardsSignup;
  }
}
