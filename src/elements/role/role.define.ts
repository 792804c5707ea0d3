import { RewardsRole } from './role.ts';

RewardsRole.define();

declare global {
  interface HTMLElementTagNameMap {
    'rewards-role': RewardsRole;
  }
}
