import '../../src/elements/define.ts';
import { render } from 'lit';
import { followCommunity } from './community-feed.ts';
import { communityView } from './community-view.ts';
import { enterMemberId } from './enter-member-id.ts';
import { loginView, wanted } from './login-view.ts';
import { type Login, logIn, memberToken, readLogin } from './site-login.ts';

const [typed, signed, session] = ['wave', 'watch', 'bell'].map((action) =>
  document.querySelector<HTMLElementTagNameMap['rewards-checkin']>(`rewards-checkin[action=${action}]`),
);
const community = document.querySelector<HTMLElement>('#community');
const panel = community?.querySelector<HTMLElement>('.panel');
const form = document.querySelector<HTMLFormElement>('form.login');
const controls = form?.querySelector<HTMLElement>('.controls');

if (signed) signed.getMemberToken = memberToken;

if (typed && panel) {
  followCommunity(community?.dataset['emulator'] ?? '', (now) => {
    render(
      communityView(now, ({ id }) => void enterMemberId(typed, id)),
      panel,
    );
  });
}

function show(login: Login): void {
  if (controls) render(loginView(login), controls);
}

/** Somebody else is logged in now, so the two widgets that ask the site begin afresh. */
async function change(member: string | null): Promise<void> {
  await logIn(member);
  show(await readLogin());
  signed?.reset();
  session?.reset();
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void change(wanted(form));
});

show(await readLogin());
