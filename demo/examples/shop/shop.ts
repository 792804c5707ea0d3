import '../../../src/elements/checkin/checkin.define.ts';
import '../../../src/elements/member/member.define.ts';
import '../try-it.ts';

const price = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'SAR' });

for (const data of document.querySelectorAll('data')) data.textContent = price.format(Number(data.value));
