import '../../src/elements/checkin/checkin.define.ts';
import { render } from 'lit';
import { atLeisure } from '../in-page/at-leisure.ts';
import { followCommunity } from '../page/community-feed.ts';
import { offerMembers } from '../page/try-as.ts';
import { chatView } from './chat-view.ts';
import { offerCopies } from './copy.ts';
import { areLost, losesReplies } from './lost-reply.ts';
import { Story } from './story.ts';
import { claimAgain } from './another-tab.ts';
import { Way } from './way.ts';

/** The first element of the page that the selector means. Throws where there is none. */
function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const way = one('.way');
const widget = document.querySelector('rewards-checkin') ?? document.createElement('rewards-checkin');
const members = document.querySelectorAll<HTMLButtonElement>('.try-as button');
const chat = one('.chat');
const { emulator = '', proxy = '' } = way.dataset;
const tale = one('.tale');
/** Beside this page, unless its header says otherwise. */
const desk = document.querySelector('.site-header a[href$="desk/"]')?.getAttribute('href') ?? 'desk/';
const story = new Story(new Way(way), say, () => nameOf(widget.memberId));

function say(text: string, atDesk?: string): void {
  tale.textContent = text;
  if (atDesk === undefined) return;
  const link = document.createElement('a');
  link.href = desk;
  link.textContent = atDesk;
  tale.append(' ', link, '.');
}

function nameOf(id: string | null): string {
  return Array.from(members).find(({ value }) => value === id)?.textContent ?? 'The member';
}

async function pressInAnotherTab(): Promise<void> {
  story.pressed();
  const answer = await claimAgain(proxy, widget.memberId ?? '');
  if (answer.status === 'granted') story.granted(answer);
  else if (answer.status === 'pending') story.pending(answer);
  else story.refused('code' in answer ? answer.code : answer.status);
  widget.reset();
}

widget.addEventListener('rewards-claim', () => story.pressed());
widget.addEventListener('rewards-granted', ({ detail }) => story.granted(detail));
widget.addEventListener('rewards-pending', ({ detail }) => story.pending(detail));
widget.addEventListener('rewards-problem', ({ detail }) => story.refused(detail.code));
widget.addEventListener('rewards-state', ({ detail: { state, view } }) => {
  if (state === 'claimed') story.found('granted');
  if (state === 'pending') story.found('unknown', view?.member?.pendingClaimId ?? '');
});

offerMembers((id) => {
  widget.memberId = id;
  story.waits();
});

one('.again').addEventListener('click', () => void pressInAnotherTab());

/** How many requests for it are under way: until they are answered, the switch is as somebody left it. */
let arranging = 0;

async function arrange(lost: boolean): Promise<void> {
  arranging += 1;
  await losesReplies(emulator, lost).finally(() => (arranging -= 1));
  story.warned(lost);
}

const loses = document.querySelectorAll<HTMLInputElement>('.lose');
for (const lose of loses) {
  lose.addEventListener('change', () => void arrange(lose.checked));
}

followCommunity(emulator, (community) => {
  // One reply is lost at a time, and another tab may have asked for it.
  if (arranging === 0) for (const lose of loses) lose.checked = areLost(community.faults);
  story.heard(() => render(chatView(community, widget.memberId), chat));
});
offerCopies(document.querySelectorAll<HTMLButtonElement>('.copy'));

const looks = one('.looks');
atLeisure(() => {
  void import('./looks.ts').then(({ dressLooks }) => dressLooks(looks.querySelectorAll('template')));
});
