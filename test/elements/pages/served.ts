import { FakeProxy } from '../fake-proxy.ts';

// The page is one of its own, whose network the test cannot get at from outside.
Object.assign(window, { proxy: new FakeProxy() });
await import('../../../src/elements/define.ts');
