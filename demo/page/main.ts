import '../../src/elements/checkin/checkin.define.ts';
import { render } from 'lit';
import { followCommunity } from './community-feed.ts';
import { communityView } from './community-view.ts';
import { enterMemberId } from './enter-member-id.ts';

const widget = document.querySelector('rewards-checkin');
const community = document.querySelector<HTMLElement>('#community');
const panel = community?.querySelector<HTMLElement>('.panel');

if (widget && panel) {
  followCommunity(community?.dataset['emulator'] ?? '', (now) => {
    render(
      communityView(now, ({ id }) => void enterMemberId(widget, id)),
      panel,
    );
  });
}
