import '../../../src/elements/role/role.define.ts';
import '../try-it.ts';

const RIGHT = '45';

const find = (id: string) => document.querySelector<HTMLElement>(`#${id}`);

/** The last lesson is done: the role can be claimed. */
function finish(): void {
  document.querySelector('progress')?.setAttribute('value', '5');
  const progress = find('progress-text');
  if (progress) progress.textContent = '5 of 5 lessons';
  find('this-lesson')?.classList.add('done');
  const text = find('finish-text');
  if (text)
    text.textContent = 'The lamp is lit, and that was the last lesson. The role is yours, with the keys to the tower.';
  find('gate')?.classList.add('open');
}

find('quiz')?.addEventListener('change', ({ target }) => {
  const right = target instanceof HTMLInputElement && target.value === RIGHT;
  const answer = find('answer');
  if (answer)
    answer.textContent = right ? 'Yes: four and a half times ten degrees.' : 'Not quite. A fist is ten degrees.';
  if (right) finish();
});
