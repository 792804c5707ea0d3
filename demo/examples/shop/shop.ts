import '../../../src/elements/checkin/checkin.define.ts';
import '../../../src/elements/member/member.define.ts';
import '../try-it.ts';

const price = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'SAR' });

for (const data of document.querySelectorAll('data')) data.textContent = price.format(Number(data.value));

const cups = document.querySelectorAll('.cups li');

// A cup for each day without a gap; the tenth is the shop's.
addEventListener('rewards-granted', ({ detail: { streak } }) => {
  for (const [day, cup] of cups.entries()) cup.classList.toggle('drunk', day < (streak ?? 0));
});
