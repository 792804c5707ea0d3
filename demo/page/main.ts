import '../../src/elements/define.ts';
import { render } from 'lit';
import { followCommunity } from './community-feed.ts';
import { communityView } from './community-view.ts';
import { Peek } from './peek.ts';
import { offerMembers } from './try-as.ts';

const field = document.querySelector('rewards-member');
const community = document.querySelector<HTMLElement>('#community');
const panel = community?.querySelector<HTMLElement>('.panel');
const sheet = document.querySelector<HTMLElement>('.peek');
const peek = sheet && community ? new Peek(sheet, community) : null;

/** Enters an id for the whole page, and puts it on the clipboard where that is allowed. */
async function enter(id: string): Promise<void> {
  await navigator.clipboard?.writeText(id).catch(() => undefined);
  if (field) field.value = id;
  field?.focus();
}

offerMembers((id) => {
  if (field) field.value = id;
});

if (panel) {
  followCommunity(community?.dataset['emulator'] ?? '', (now) => {
    render(
      communityView(now, ({ id }) => void enter(id)),
      panel,
    );
    peek?.tell(now);
  });
}
