import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { FRAME_SCRIPT, PAGE_SCRIPT } from '../../../src/proxy/embed/scripts.ts';

const SITE = 'https://example.org';
const PROXY = 'https://rewards.example.org';
const STRANGER = 'https://evil.example';
const GREETING = { type: 'rewards-embed' };

interface Message {
  source: unknown;
  origin: string;
  data: unknown;
}

/** What a window hears of, and how a test tells it. */
function listeners() {
  const heard = new Map<string, (event?: Message) => void>();
  return {
    addEventListener: (type: string, listener: (event?: Message) => void) => void heard.set(type, listener),
    tell: (message: Message) => heard.get('message')?.(message),
    happen: (type: string) => heard.get(type)?.(),
  };
}

/** A window that notes what is posted to it. */
function noting() {
  const posted: unknown[] = [];
  return { posted, postMessage: (data: object, to: string) => void posted.push({ ...data, to }) };
}

describe('the script in a frame', () => {
  it('tells its height to a site of its list alone, once that has greeted it', () => {
    const { addEventListener, tell } = listeners();
    const around = noting();
    runInNewContext(FRAME_SCRIPT, {
      addEventListener,
      document: {
        currentScript: { dataset: { origins: `${SITE} https://shop.example.org` } },
        documentElement: { getBoundingClientRect: () => ({ height: 199.5 }) },
        querySelector: () => null,
      },
      location: { hash: '' },
      parent: around,
      window: {},
      ResizeObserver: class {
        observe = () => {};
      },
      URLSearchParams,
    });
    assert.deepEqual(around.posted.splice(0), [{ ...GREETING, to: '*' }]);
    tell({ source: around, origin: STRANGER, data: GREETING });
    tell({ source: around, origin: 'https://shop.example', data: GREETING });
    tell({ source: noting(), origin: SITE, data: GREETING });
    tell({ source: around, origin: SITE, data: { type: 'another' } });
    assert.deepEqual(around.posted, []);
    tell({ source: around, origin: SITE, data: GREETING });
    assert.deepEqual(around.posted, [{ ...GREETING, height: 200, to: SITE }]);
  });
});

describe('the script in a frame whose address has a token', () => {
  it('gives it to the widget, also one that comes later, and leaves none in the address', () => {
    const { addEventListener, happen } = listeners();
    const window = {};
    const location = { pathname: '/rewards/embed/daily', search: '?lang=de', hash: '#token=first' };
    const given: string[] = [];
    runInNewContext(FRAME_SCRIPT, {
      addEventListener,
      document: {
        currentScript: { dataset: { origins: SITE } },
        querySelector: () => ({ setAttribute: (...attribute: string[]) => void given.push(attribute.join(' ')) }),
      },
      history: {
        replaceState(_state: unknown, _unused: string, to: string) {
          assert.equal(to, '/rewards/embed/daily?lang=de');
          location.hash = '';
        },
      },
      location,
      parent: window,
      window,
      URLSearchParams,
    });
    for (const hash of ['#token=a.later-one', '#top']) {
      assert.equal(location.hash, '');
      location.hash = hash;
      happen('hashchange');
    }
    assert.deepEqual(given, ['member-token first', 'member-token a.later-one']);
    assert.equal(location.hash, '#top');
  });
});

describe('the script on the page around a frame', () => {
  it('hears frames of its proxy alone, and gives them only a height that one can have', () => {
    const { addEventListener, tell } = listeners();
    const frame = { src: `${PROXY}/rewards/embed/daily`, style: { height: '' }, contentWindow: noting() };
    const other = { src: `${STRANGER}/embed/daily`, style: { height: '' }, contentWindow: noting() };
    runInNewContext(PAGE_SCRIPT, {
      addEventListener,
      document: {
        currentScript: { src: `${PROXY}/rewards/embed.js` },
        querySelectorAll: () => [frame, other],
      },
      location: { origin: SITE },
      URL,
    });
    const { contentWindow: source } = frame;
    assert.deepEqual([source.posted.splice(0), other.contentWindow.posted], [[{ ...GREETING, to: PROXY }], []]);
    tell({ source, origin: STRANGER, data: { ...GREETING, height: 300 } });
    tell({ source: noting(), origin: PROXY, data: { ...GREETING, height: 300 } });
    tell({ source: other.contentWindow, origin: PROXY, data: { ...GREETING, height: 300 } });
    for (const height of [0, -1, 1e4, 1.5, '300']) tell({ source, origin: PROXY, data: { ...GREETING, height } });
    assert.deepEqual([frame.style.height, other.style.height, source.posted], ['', '', []]);
    tell({ source, origin: PROXY, data: { ...GREETING, height: 300 } });
    assert.equal(frame.style.height, '300px');
    tell({ source, origin: PROXY, data: GREETING });
    assert.deepEqual(source.posted, [{ ...GREETING, to: PROXY }]);
  });
});
