import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signMemberToken } from '../../../src/proxy/identity/public.ts';
import { chooseEngines } from '../../support/browsers/choose-engines.ts';
import { type EngineWindow, PAGE_ENGINES, until, untilFound } from '../../support/browsers/page-engines.ts';
import { describeInFull } from '../../support/thorough.ts';
import { type FramedSites, openFramedSites, SECRET } from './framed-sites.ts';

const FRAME = 'iframe';
const inState = (state: string) => `return document.querySelector('rewards-checkin')?.matches(':state(${state})')`;
const type = (member: string) => `
  const input = document.querySelector('rewards-checkin').shadowRoot.querySelector('[part~=input]');
  input.value = '${member}';
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
`;
const PRESS = "document.querySelector('rewards-checkin').shadowRoot.querySelector('[part~=button]').click()";
const enlarge = (percent: number) => `document.body.style.fontSize = '${percent}%'`;
const HEIGHT = 'return Math.ceil(document.documentElement.getBoundingClientRect().height)';
const GIVEN = `return Number.parseInt(document.querySelector('${FRAME}').style.height, 10)`;
/** Whether every frame of the page came to something, if only to the engine's own note. */
const LOADED = `return document.querySelectorAll('${FRAME}:not([data-loaded])').length === 0`;

const engines = await chooseEngines(PAGE_ENGINES, process.env, console.log);

describeInFull('a frame in every engine', () => {
  for (const { name, open } of engines) {
    describe(`a widget in a frame, in ${name}`, () => {
      const opened = new AsyncDisposableStack();
      let sites: FramedSites;
      let window: EngineWindow;

      before(async () => {
        sites = opened.use(await openFramedSites());
        window = opened.use(await open());
      });

      after(() => opened.disposeAsync());

      const frameTag = (rest: string) =>
        `<iframe title="Rewards" onload="this.dataset.loaded = 'yes'" src="${sites.proxy}/rewards/embed/${rest}"></iframe>`;
      const inFrame = { run: <T>(script: string) => window.runInFrame<T>(FRAME, script) };

      /** Opens a page of a site. */
      async function show(site: string, path: string, parts: string): Promise<void> {
        sites.pages.set(path, `<!doctype html><title>T</title>${parts}`);
        await window.goto(site + path);
      }

      /** Waits until the owner's page gives the frame the height that the frame's own page has, which may still change. */
      const fits = () =>
        untilFound('the frame is as high as its page', async () => {
          const wanted = await inFrame.run<number>(HEIGHT);
          return (await window.run<number>(GIVEN)) === wanted && wanted;
        });

      it('claims, and has the height that it needs, on a page of another site', async () => {
        const script = `<script src="${sites.proxy}/rewards/embed.js" async></script>`;
        await show(sites.site, '/claims', frameTag('daily') + script);
        const member = await sites.community.join();
        await until(inFrame, 'the widget can be pressed', inState('ready'));
        await inFrame.run(type(member));
        const first = await fits();
        await inFrame.run(PRESS);
        await until(inFrame, 'it is granted', inState('granted'));
        assert.equal((await sites.community.member(member)).points, 10);
        await inFrame.run(enlarge(200));
        assert.ok((await fits()) > first);
        await inFrame.run(enlarge(100));
        await fits();
      });

      it('takes the member’s token from the fragment, which nobody else sees', async () => {
        const member = await sites.community.join();
        const token = await signMemberToken({ memberId: member, secret: SECRET, action: 'watch' });
        await show(sites.site, '/token', frameTag(`watch#token=${token}`));
        await until(inFrame, 'the widget can be pressed', inState('ready'));
        assert.equal(await inFrame.run('return location.hash'), '');
        await inFrame.run(PRESS);
        await until(inFrame, 'it is granted', inState('granted'));
        assert.equal((await sites.community.member(member)).points, 10);
        assert.ok(sites.asked.every((line) => !line.includes(token)));
      });

      it('is not drawn on a page of any other site, whatever stands around that', async () => {
        const earlier = sites.asked.length;
        const around = (src: string) => `<iframe title="T" onload="this.dataset.loaded = 'yes'" src="${src}"></iframe>`;
        await show(sites.stranger, '/steal', frameTag('daily'));
        await until(window, 'the frame came to something', LOADED);
        await show(sites.site, '/around', around(`${sites.stranger}/steal`));
        await until(window, 'the frames came to something', LOADED);
        sites.pages.set('/inside', `<!doctype html><title>T</title>${frameTag('daily')}`);
        await show(sites.stranger, '/steal-all', around(`${sites.site}/inside`));
        await until(window, 'the frames came to something', LOADED);
        // The frame on the owner's page comes last: by then the others would have asked for what their widgets show.
        await show(sites.site, '/owner', frameTag('watch'));
        await until(
          inFrame,
          'the widget is there',
          'return document.querySelector("rewards-checkin:defined") !== null',
        );
        const asked = sites.asked.slice(earlier);
        assert.equal(asked.filter((line) => line.startsWith('/rewards/embed/daily')).length, 3);
        assert.deepEqual(
          asked.filter((line) => line.startsWith('/rewards/actions/daily')),
          [],
        );
      });
    });
  }
});
