/** What a frame and the page around it call their messages. */
const TYPE = 'rewards-embed';

/**
 * In the frame. It gives the widget the token that stands in the fragment, also one that comes later, and takes it out of the address. It says to the page around it
 * that it is there, and its height only to one of the sites that may frame it, once that has asked: a greeting from there.
 */
export const FRAME_SCRIPT = `
const { origins } = document.currentScript.dataset;
const sites = origins.split(' ');
const widget = document.querySelector('main > :first-child');
const take = () => {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return;
  widget.setAttribute('member-token', token);
  history.replaceState(null, '', location.pathname + location.search);
};
take();
addEventListener('hashchange', take);
let site;
const tell = () => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (site) parent.postMessage({ type: '${TYPE}', height }, site);
};
if (parent !== window) {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !sites.includes(origin) || data?.type !== '${TYPE}') return;
    site = origin;
    tell();
  });
  new ResizeObserver(tell).observe(document.documentElement);
  parent.postMessage({ type: '${TYPE}' }, '*');
}
`;

/**
 * On the owner's page. It gives each frame of this proxy the height that the frame itself asks for, and hears nobody else. Frames and
 * script find each other whichever is there first: a frame that is loaded is greeted, and one that comes later says so.
 */
export const PAGE_SCRIPT = `{
  const { href, origin } = new URL('embed/', document.currentScript.src);
  const frames = () => [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(href));
  const greet = (frame) => frame.postMessage({ type: '${TYPE}' }, origin);
  addEventListener('message', ({ source, origin: from, data }) => {
    const frame = from === origin && data?.type === '${TYPE}' && frames().find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    const { height } = data;
    if (Number.isInteger(height) && height > 0 && height < 1e4) frame.style.height = height + 'px';
    else if (height === undefined) greet(source);
  });
  for (const { contentWindow, contentDocument } of frames()) if (!contentDocument || origin === location.origin) greet(contentWindow);
}
`;
