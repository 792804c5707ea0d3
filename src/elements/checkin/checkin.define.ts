import { RewardsCheckin } from './checkin.ts';

RewardsCheckin.define();

declare global {
  interface HTMLElementTagNameMap {
    'rewards-checkin': RewardsCheckin;
  }
}
