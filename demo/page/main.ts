import '../../src/elements/define.ts';
import { render } from 'lit';
import { followCommunity } from './community-feed.ts';
import { communityView } from './community-view.ts';

const field = document.querySelector('rewards-member');
const community = document.querySelector<HTMLElement>('#community');
const panel = community?.querySelector<HTMLElement>('.panel');

/** Enters an id for the whole page, and puts it on the clipboard where that is allowed. */
async function enter(id: string): Promise<void> {
  await navigator.clipboard?.writeText(id).catch(() => undefined);
  if (field) field.value = id;
  field?.focus();
}

if (panel) {
  followCommunity(community?.dataset['emulator'] ?? '', (now) => {
    render(
      communityView(now, ({ id }) => void enter(id)),
      panel,
    );
  });
}
