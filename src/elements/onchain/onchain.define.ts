import { RewardsOnchain } from './onchain.ts';

RewardsOnchain.define();

declare global {
  interface HTMLElementTagNameMap {
    'rewards-onchain': RewardsOnchain;
  }
}
