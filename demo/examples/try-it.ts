import { shareMember } from '../../src/elements/shared/claiming/member-sharing.ts';

/** The tab on top of an example, with members of the emulated community whose ids a visitor may borrow. */
const members = document.querySelectorAll<HTMLButtonElement>('.try-it button');

for (const member of members) {
  member.addEventListener('click', () => {
    shareMember(member.value);
    for (const one of members) one.ariaPressed = String(one === member);
  });
}
