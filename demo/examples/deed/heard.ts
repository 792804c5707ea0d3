import type { Heard } from '../../chain/wallet.ts';

const WORDS: Record<Heard['question'], string> = {
  connect: 'Show an account',
  switch: 'Switch the chain',
  sign: 'Sign a text',
  send: 'Send a transaction',
};

/** Shows what the wallet was asked, and what it did, below what is there. */
export function tellHeard({ question, answer, text }: Heard): void {
  const list = document.querySelector('#heard');
  const item = document.createElement('li');
  const title = document.createElement('b');
  title.textContent = WORDS[question];
  const said = document.createElement('span');
  said.textContent = answer === null ? 'It said no.' : shorten(answer);
  item.append(title, ' ', said);
  if (text !== undefined) item.append(folded(text));
  list?.append(item);
  list?.parentElement?.scrollTo({ top: list.scrollHeight });
}

function folded(text: string): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'The text';
  const whole = document.createElement('pre');
  whole.textContent = text;
  details.append(summary, whole);
  return details;
}

/** So much of what is in hex as one compares. */
const shorten = (answer: string) => answer.replace(/^(0x.{4}).{8,}(.{4})$/, '$1…$2');
