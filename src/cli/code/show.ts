import { resolve } from 'node:path';
import { isRecord } from '../../contract/guard.ts';
import { resolveReferences } from '../../proxy/config/env.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { type Command, UsageError } from '../command.ts';
import { ENV_OPTION } from '../config/env-file.ts';
import { findConfig, loadConfig } from '../config/load-config.ts';
import { JSON_OPTION } from '../options.ts';
import { SITE_OPTIONS } from '../config/site-options.ts';
import { stdout } from '../output/stdout.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { codeShown, pageOf, type ShownCode } from '../../proxy/proofs/shown-code.ts';
import { rotatingCodeOf } from './rotating-code.ts';
import { codeScreen } from './screen.ts';
import { isoTime } from '../../common/iso-time.ts';

const SECOND_MS = 1000;
/** A screen of its own, without the cursor, and the terminal as it was. */
const BEGIN = '\u001b[?1049h\u001b[?25l';
const END = '\u001b[?25h\u001b[?1049l';
const AFRESH = '\u001b[H';
const TO_LINE_END = '\u001b[K';
const TO_SCREEN_END = '\u001b[J';

/** `rewards code show`: shows a changing code on an organiser's screen. */
export const codeShow: Command = {
  name: 'code show',
  usage: 'rewards code show',
  operands: '<action>',
  summary: "show an action's changing code, with a QR code that leads to its page",
  options: {
    config: SITE_OPTIONS.config,
    env: ENV_OPTION,
    json: { ...JSON_OPTION, help: 'the current code as JSON, which is the default without a terminal' },
    page: {
      value: '<address>',
      help: 'the page with the widget, for the QR code, which fills in the code there',
    },
  },
  notes: [
    'For an action with a proof of the type rotating-code. The command reads its secret as the proxy does, and nothing else of the\nconfig, so an organiser needs no API key. The clock of this machine must be right to half a minute.',
  ],
  async run(options, [action, ...more]) {
    if (action === undefined || more.length > 0) throw new UsageError('name one action: rewards code show <action>');
    const { config: named, page: address, json } = options;
    const config = await loadConfig(named === undefined ? findConfig(process.cwd()) : resolve(named));
    const settings = rotatingCodeOf(config, action, process.env);
    const page = address === undefined ? null : readPage(address, config);
    const shown = (now: number): ShownCode => codeShown(settings, page, now);
    if (stdout.isTerminal && json === undefined) return showUntilStopped(titleOf(config, action), shown);
    const { code, nextAt, goodUntil, address: link } = shown(Date.now());
    const times = { nextAt: isoTime(nextAt), goodUntil: isoTime(goodUntil) };
    stdout.print(JSON.stringify({ action, field: settings.field, code, ...times, page: link }));
  },
};

/** A page of one of the sites that may use the proxy. Throws `UsageError`. */
function readPage(text: string, { origins }: RewardsConfig): URL {
  const sites: unknown = resolveReferences(origins, process.env, []);
  const page = pageOf(text, Array.isArray(sites) ? sites : []);
  if ('error' in page) throw new UsageError(`--page ${page.error}`);
  return page;
}

function titleOf({ actions }: RewardsConfig, action: string): string {
  const settings: unknown = actions[action];
  return isRecord(settings) && typeof settings['title'] === 'string' ? settings['title'] : action;
}

async function showUntilStopped(title: string, shown: (now: number) => ShownCode): Promise<void> {
  const terminal = process.stdout;
  const draw = (): void => {
    const now = Date.now();
    const { columns, rows } = terminal;
    const lines = codeScreen(title, shown(now), { now, columns, rows }).split('\n');
    terminal.write(AFRESH + lines.map((line) => `${line}${TO_LINE_END}`).join('\n') + TO_SCREEN_END);
  };
  terminal.write(BEGIN);
  draw();
  const timer = setInterval(draw, SECOND_MS);
  terminal.on('resize', draw);
  try {
    await stopSignal();
  } finally {
    clearInterval(timer);
    terminal.off('resize', draw);
    terminal.write(END);
  }
}
