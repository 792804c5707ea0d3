/** The owner's desk as a page of the static site: the desk's own page, and in place of its server the proxy of this page. */
import '../../src/desk/page/styles/base.css';
import '../../src/desk/page/styles/frame.css';
import '../../src/desk/page/styles/pieces.css';
import '../../src/desk/page/styles/claims.css';
import '../../src/desk/page/styles/claim.css';
import '../../src/desk/page/styles/claims-narrow.css';
import '../../src/desk/page/styles/deliveries.css';
import '../../src/desk/page/styles/give.css';
import '../../src/desk/page/styles/screen.css';
import '../../src/desk/page/styles/numbers.css';
import '../../src/desk/page/styles/set-aside-colors.css';
import '../../src/desk/page/styles/print.css';
import { intercept } from '../in-page/intercept.ts';
import { backend } from '../in-page/page-backend.ts';

const below = new URL('./api/', document.baseURI).href;

intercept({ below, answer: async (request) => (await backend()).answerAtDesk(request) });
// What a link has saved goes past `fetch`.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null;
  if (!link?.href.startsWith(below)) return;
  event.preventDefault();
  void save(link.href, link.download || 'claims.csv');
});

void backend().then(({ prepare }) => prepare());

void import('../../src/desk/page/main.ts');

async function save(address: string, name: string): Promise<void> {
  const href = URL.createObjectURL(await (await fetch(address)).blob());
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
