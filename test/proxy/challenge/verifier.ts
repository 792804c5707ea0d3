import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Transport } from '../../../src/service/index.ts';
import { undiciTransport } from '../../../src/service/undici.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { type Call, grant, type Script, scriptedTransport } from '../support/transport.ts';

/** What a service for challenges was asked. */
export interface Question {
  /** The host that was meant. */
  host: string;
  path: string | undefined;
  form: Record<string, string>;
}

export interface Verifier extends AsyncDisposable {
  questions: Question[];
  /** Reaches this server in place of services for challenges, and a community in place of any other. */
  transport: Transport;
  /** What came to the community. */
  calls: Call[];
}

const HOSTS = ['challenges.cloudflare.com', 'api.hcaptcha.com'];

/** A local stand-in for the services that judge challenges, which answers as the test says. */
export async function verifier(
  answer: (response: ServerResponse, question: Question) => void,
  script: Script = grant,
): Promise<Verifier> {
  const questions: Question[] = [];
  let host = '';
  const server = createServer({ keepAliveTimeout: PATIENT.replyTimeoutMs }, (request, response) => {
    void judge(request, response);
  });
  async function judge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const question = { host, path: request.url, form };
    questions.push(question);
    answer(response, question);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const network = undiciTransport();
  const community = scriptedTransport(script);
  return {
    questions,
    calls: community.calls,
    transport(request) {
      if (!HOSTS.includes(request.url.host)) return community.transport(request);
      host = request.url.host;
      const url = new URL(request.url.pathname, `http://127.0.0.1:${port}`);
      return network({ ...request, url, ...PATIENT });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await network.close();
    },
  };
}

/** A verdict in JSON. */
export function says(verdict: object, status = 200): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict));
}
