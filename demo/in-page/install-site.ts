/** Has a page be its own site's server as well, with a login and a proxy below the site's own address. */
import { intercept } from './intercept.ts';
import { backend } from './page-backend.ts';

intercept({
  below: new URL('/rewards/', location.href).href,
  answer: async (request) => (await backend()).answer(request),
});
intercept({
  below: new URL('/site/', location.href).href,
  answer: async (request) => (await backend()).answerForSite(request),
});
