import type { RequestListener } from 'node:http';
import { listen } from '../../../src/cli/serve/listen.ts';
import { createEmulator, HARBOUR_LIGHTS, newApiKey } from '../../../src/emulator/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { elementFiles } from '../../../src/proxy/embed/element-files.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { serve } from '../../support/http/serve.ts';
import { ANYWHERE } from '../support/anywhere.ts';
import { Community } from '../support/community.ts';

/** What the member tokens of `watch` are signed with; `daily` takes an id that is typed. */
export const SECRET = 'a secret of thirty-two bytes or more';

/** A proxy whose widgets come in frames, and two sites that frame them. */
export interface FramedSites extends AsyncDisposable {
  community: Community;
  /** Where the proxy is, without a slash at the end, as are the sites. */
  proxy: string;
  /** The owner's site, and one that is none of the owner's. Each has the page that a test gives it. */
  site: string;
  stranger: string;
  pages: Map<string, string>;
  /** The addresses that the proxy was asked for, each with the referrer. */
  asked: string[];
}

export async function openFramedSites(): Promise<FramedSites> {
  await using open = new AsyncDisposableStack();
  const pages = new Map<string, string>();
  const asked: string[] = [];
  const apiKey = newApiKey();
  const emulator = await listen(toNodeListener(createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey }] })), ANYWHERE);
  open.defer(() => emulator.close());
  // Another name is another site, and another port another origin.
  const host = async (listener: RequestListener) => {
    const served = await serve(listener);
    open.defer(() => served.close());
    return served.url.replace('127.0.0.1', 'localhost');
  };
  const pageOf: RequestListener = ({ url = '' }, response) =>
    void response.setHeader('content-type', 'text/html; charset=utf-8').end(pages.get(url) ?? '');
  const site = await host(pageOf);
  const stranger = await host(pageOf);
  const ledger = sqliteLedger(':memory:');
  open.defer(() => ledger.close());
  const action = { repeats: 'daily', points: 10, remark: 'Daily check-in' } as const;
  const made = createProxy({
    service: { baseUrl: emulator.url, apiKey },
    origins: [site],
    embed: true,
    elements: elementFiles,
    identity: { signed: { secrets: [SECRET] } },
    actions: {
      daily: { ...action, title: 'Daily check-in' },
      watch: { ...action, title: 'The watch', identity: 'signed' },
    },
    ledger,
  });
  open.defer(() => made.close());
  const answer = toNodeListener(made);
  const served = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers.referer ?? ''}`);
    answer(request, response);
  });
  open.defer(() => served.close());
  const opened = open.move();
  return {
    community: new Community(emulator.url),
    proxy: served.url,
    site,
    stranger,
    pages,
    asked,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
