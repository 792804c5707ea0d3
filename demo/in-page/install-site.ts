/** Has a page be its own site's server as well, with a login and a proxy below the site's own address. */
import { backend } from './install.ts';
import { intercept } from './intercept.ts';
import { answerForSite } from './site.ts';

intercept({
  below: new URL('/rewards/', location.href).href,
  answer: async (request) => (await backend()).answer(request),
});
intercept({
  below: new URL('/site/', location.href).href,
  answer: async (request) => {
    const { site, emulator } = await backend();
    return answerForSite(request, site, emulator);
  },
});
