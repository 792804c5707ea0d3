import { loadMessages } from '../../../src/elements/locales/index.ts';
import { FakeProxy } from '../fake-proxy.ts';

// The page is one of its own, whose network the test cannot get at from outside.
Object.assign(window, { proxy: new FakeProxy() });
// The elements do not wait long for texts; these are here before.
const lang = new URLSearchParams(location.search).get('lang');
if (lang) await loadMessages(lang);
await import('../../../src/elements/define.ts');
