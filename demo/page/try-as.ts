/** Has the page's buttons give the ids of members of the emulated community, as whom a visitor can come. */
export function offerMembers(become: (id: string, name: string) => void): void {
  const members = document.querySelectorAll<HTMLButtonElement>('.try-as button');
  for (const member of members) {
    member.addEventListener('click', () => {
      for (const one of members) one.ariaPressed = String(one === member);
      become(member.value, member.textContent);
    });
  }
}
