import { RewardsMember } from './member.ts';

RewardsMember.define();

declare global {
  interface HTMLElementTagNameMap {
    'rewards-member': RewardsMember;
  }
}
