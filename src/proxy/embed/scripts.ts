/** The type of the messages between a frame and the page around it. */
const TYPE = 'rewards-embed';

/**
 * Runs in the frame. It gives the widget the token in the fragment, also one that comes later, and removes it from the address. It tells the page
 * around it that it is there. It tells its height only to a site that may frame it, after that site has asked with a greeting.
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
 * Runs on the owner's page. It gives each frame of this proxy the height that the frame asks for, and ignores all other messages. Frames and script
 * find each other in either order: a frame that has loaded is greeted, and a frame that comes later announces itself.
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
