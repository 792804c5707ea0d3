import { html, raw } from 'hono/html';
import type { ChallengeView } from '../../contract/index.ts';
import type { Action } from '../actions/action.ts';
import { textIn } from '../config/visitor-text.ts';
import { languagesOf } from '../http/languages.ts';
import { scriptElement } from '../http/page.ts';
import { type Answer, pageAnswer } from '../http/respond.ts';
import { sourceHash } from '../http/source-hash.ts';
import type { Elements } from './elements.ts';
import { framedBy } from './framed-by.ts';
import { lookOf, tagOf } from './look.ts';
import { FRAME_SCRIPT } from './scripts.ts';
import type { Incoming } from '../http/incoming.ts';

export interface FramePlace {
  mount: string;
  /** The sites that may frame it. */
  origins: readonly string[];
  elements: Elements;
}

/** The page is not wider or higher than its widget. It keeps the widget's room until the script is there. */
const STYLE = `
html { color-scheme: light dark; }
html[data-scheme=light] { color-scheme: light; }
html[data-scheme=dark] { color-scheme: dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { padding: 0.25rem; }
:not(:defined) { display: block; min-height: 12.46875rem; }
`;

const hashes = { style: sourceHash(STYLE), script: sourceHash(FRAME_SCRIPT) };

type CaptchaName = Exclude<ChallengeView['type'], 'altcha'>;

/** What else the challenges' services load, by their own documentation. */
const LOADED: Readonly<Record<CaptchaName, Record<'script' | 'frame' | 'style' | 'connect', string>>> = {
  turnstile: {
    script: ' https://challenges.cloudflare.com',
    frame: ' https://challenges.cloudflare.com',
    style: '',
    connect: '',
  },
  hcaptcha: {
    script: ' https://hcaptcha.com https://*.hcaptcha.com',
    frame: ' https://hcaptcha.com https://*.hcaptcha.com',
    style: ' https://hcaptcha.com https://*.hcaptcha.com',
    connect: ' https://hcaptcha.com https://*.hcaptcha.com',
  },
};

/** The page for a frame: only the action's widget, in the language and look of the address. */
export async function framePage(action: Action, request: Incoming, place: FramePlace): Promise<Answer> {
  const { mount, origins, elements } = place;
  const languages = languagesOf(request);
  const { theme, scheme } = lookOf(new URL(request.url).searchParams);
  const tag = widgetFor(action);
  const room = tag === 'rewards-signup' ? html` fields="${action.fields.length}"` : '';
  const attributes = html` endpoint="${mount}" action="${action.name}" identity="${action.identity}"${room}`;
  const widget = html`${raw(`<${tag}`)}${attributes}${raw(`></${tag}>`)}`;
  const document = await html`<!doctype html>
    <html lang="${tagOf(languages)}" data-scheme="${scheme ?? 'any'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${textIn(action.title, languages)}</title>
        ${raw(`<style>${STYLE}</style>`)}
        ${theme === null ? '' : html`<link rel="stylesheet" href="${elements.folder}themes/${theme}.css" />`}
        <script type="module" src="${elements.folder}cdn/${tag}.js" crossorigin></script>
      </head>
      <body>
        <main>${widget}<noscript>This needs JavaScript.</noscript></main>
        ${scriptElement({ text: FRAME_SCRIPT, data: { origins: origins.join(' ') } })}
      </body>
    </html> `;
  return pageAnswer(200, document.toString(), { 'content-security-policy': await policyOf(action.challenge, place) });
}

/** The widget that can show everything that the action asks for and gives. */
function widgetFor({ fields, onchain, points, role }: Action): `rewards-${'onchain' | 'signup' | 'role' | 'checkin'}` {
  if (onchain) return 'rewards-onchain';
  if (fields.length > 0) return 'rewards-signup';
  return points === null && role !== null ? 'rewards-role' : 'rewards-checkin';
}

async function policyOf(challenge: ChallengeView | null, { origins, elements }: FramePlace): Promise<string> {
  const service = challenge && challenge.type !== 'altcha' ? LOADED[challenge.type] : null;
  const directives = [
    "default-src 'none'",
    `script-src ${await hashes.script} ${elements.source}${service?.script ?? ''}`,
    `style-src ${await hashes.style} ${elements.source}${service?.style ?? ''}`,
    `connect-src 'self'${service?.connect ?? ''}`,
    ...(service ? [`frame-src${service.frame}`] : ["require-trusted-types-for 'script'"]),
    "base-uri 'none'",
    "form-action 'none'",
    framedBy(origins),
  ];
  return directives.join('; ');
}
