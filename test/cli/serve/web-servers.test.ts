import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { PAGES_OF_DOCS, snippetsOf } from '../../docs/snippets.ts';
import { certificate } from '../../service/certificate.ts';
import { until } from '../../proxy/support/transport.ts';
import { freePort } from '../../support/http/free-port.ts';
import { firstOf, onPath } from '../../support/processes/find-program.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { folderWithLedger, Running, start } from '../command.ts';
import { stubService } from '../stub-service.ts';
import { describeInFull } from '../../support/thorough.ts';

/** Who the certificate is for. */
const HOST = 'stub.test';
const CONFIG = `import { defineConfig, env } from 'rewards-proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY'), ...${JSON.stringify(PATIENT)} },
  origins: ['https://${HOST}'],
  trustedProxies: ['127.0.0.1', '::1'],
  limits: { requests: { max: 4, perSeconds: 86_400 } },
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});`;
const PAGE = '<h1>A page of the site</h1>';
const APACHE_MODULES = '/usr/lib/apache2/modules';

/** What a web server is given to stand in front of the proxy. */
interface Ground {
  folder: string;
  /** Ports of 127.0.0.1 for the web server. */
  plain: number;
  secure: number;
  /** The proxy's. */
  proxy: number;
}

/** A program that is not everywhere, and how it is started with what the documentation has for it. */
interface WebServer {
  program: string;
  /** Writes its files and returns its arguments. `documented` are its texts in the documentation, fitted to the ground. */
  prepare: (ground: Ground, documented: readonly string[]) => Promise<string[]>;
  /** Where its texts stand. */
  headings: readonly string[];
}

const SERVERS: Record<string, WebServer> = {
  nginx: {
    program: 'nginx',
    headings: ['### Behind nginx', '### Many connections from one address'],
    async prepare({ folder }, [servers = '', http = '', location = '']) {
      const own = `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''} events {}`;
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      const within = servers.replace(/(?<=location \/rewards\/ \{)/, `\n${location}`);
      await writeFile(`${folder}/nginx.conf`, `${own}\nhttp { access_log off; ${temporary}\n${http}\n${within} }`);
      return ['-p', folder, '-c', `${folder}/nginx.conf`];
    },
  },
  Caddy: {
    program: 'caddy',
    headings: ['### Behind Caddy', '### Many connections from one address'],
    async prepare({ folder, secure }, [site = '', , , options = '']) {
      const own = options.replace('{', '{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1');
      const within = site.replace(
        `${HOST} {`,
        `https://${HOST}:${secure} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      );
      await writeFile(`${folder}/Caddyfile`, `${own}\n${within}`);
      return ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'];
    },
  },
  Apache: {
    program: 'apache2',
    headings: ['### Behind Apache'],
    async prepare({ folder, plain, secure }, [hosts = '']) {
      const names = ['mpm_event', 'authz_core', 'alias', 'dir', 'ssl', 'headers', 'proxy', 'proxy_http'];
      const modules = names.map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`).join('\n');
      const own = `ServerName ${HOST}\nPidFile ${folder}/pid\nErrorLog "|/bin/cat"\nDefaultRuntimeDir ${folder}\nUser daemon\nGroup daemon`;
      const listen = `Listen 127.0.0.1:${plain}\nListen 127.0.0.1:${secure}`;
      await writeFile(`${folder}/apache.conf`, `${modules}\n${own}\n${listen}\n${hosts}`);
      return ['-D', 'FOREGROUND', '-d', folder, '-f', `${folder}/apache.conf`];
    },
  },
};

/** The blocks of text below these headings of the page about deploying, as far as the next one. */
function documentedBelow(headings: readonly string[]): string[] {
  const { path, text: page } = PAGES_OF_DOCS.find((one) => one.path.endsWith('/deploy.md')) ?? assert.fail('no page');
  const sections = headings.map((heading) => {
    const [, section = ''] = page.split(`\n${heading}\n`);
    const [own = ''] = section.split(/\n##+ /);
    return { path, text: own };
  });
  return snippetsOf(sections).flatMap(({ language, code }) => (language === 'text' ? [code] : []));
}

/** A text of the documentation with the ground's addresses and folders in the place of an owner's. */
function fitted(block: string, { folder, plain, secure, proxy }: Ground): string {
  return block
    .replaceAll('example.org', HOST)
    .replaceAll(`/etc/letsencrypt/live/${HOST}/fullchain.pem`, `${folder}/cert.pem`)
    .replaceAll(`/etc/letsencrypt/live/${HOST}/privkey.pem`, `${folder}/key.pem`)
    .replaceAll('/srv/www', `${folder}/www`)
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${proxy}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`)
    .replace('*:80>', `*:${plain}>`)
    .replace('*:443>', `*:${secure}>`);
}

async function prepareGround(t: TestContext): Promise<Ground> {
  const service = await stubService(t);
  const folder = await folderWithLedger(t, {
    'rewards.config.ts': CONFIG,
    key: 'canary-key-1\n',
    'cert.pem': certificate.cert,
    'key.pem': certificate.key,
  });
  // Apache's processes are somebody else's, who reads the site alone.
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'www'));
  await writeFile(join(folder, 'www/index.html'), PAGE);
  const env = { REWARDS_BASE_URL: service.url, REWARDS_API_KEY_FILE: join(folder, 'key') };
  const proxy = await start(t, ['serve', '--port', '0'], { cwd: folder, env }).url();
  return { folder, proxy: Number(new URL(proxy).port), plain: await freePort(), secure: await freePort() };
}

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Asked {
  path: string;
  /** The visitor's address, one of this machine's. */
  from: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks the web server as a visitor from that address. */
async function ask(port: number, { path, from, headers = {}, body }: Asked): Promise<Reply> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    servername: HOST,
    ca: certificate.cert,
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: HOST, ...headers },
    agent: false,
  });
  asked.end(body);
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Debian has them where only root looks. */
function pathOf(program: string): Promise<string | undefined> {
  return firstOf([...onPath(program), `/usr/sbin/${program}`]);
}

describeInFull('behind a web server, as the documentation has it', () => {
  for (const [name, { program, headings, prepare }] of Object.entries(SERVERS)) {
    it(`${name}: visitors get the site and the proxy over TLS, and each has limits of their own`, async (t) => {
      if (process.platform !== 'linux') return t.skip('only Linux has addresses for several visitors');
      const path = await pathOf(program);
      if (path === undefined) return t.skip(`${program} is not installed`);
      const ground = await prepareGround(t);
      const documented = documentedBelow(headings).map((block) => fitted(block, ground));
      const args = await prepare(ground, documented);
      const child = spawn(path, args, { env: { HOME: ground.folder }, stdio: 'pipe' });
      const running = new Running(child);
      t.after(() => running.stop());
      let ended = false;
      void running.ended.then(() => (ended = true));
      await until(async () => ended || (await isListening(ground.secure)));
      assert.equal(ended, false, running.output);

      const page = await ask(ground.secure, { path: '/index.html', from: '127.0.0.1' });
      assert.deepEqual([page.status, page.body], [200, PAGE], running.output);
      const claim = await ask(ground.secure, {
        path: '/rewards/actions/daily/claims',
        from: '127.0.0.2',
        headers: { origin: `https://${HOST}`, 'content-type': 'application/json' },
        body: '{"memberId":"1048273615902847361"}',
      });
      assert.equal(claim.status, 201, claim.body);
      for (const { headers } of [page, claim]) assert.equal(headers['strict-transport-security'], 'max-age=31536000');

      const left = async (from: string, forwarded: string) => {
        const headers = { 'x-forwarded-for': forwarded };
        const { headers: said } = await ask(ground.secure, { path: '/rewards/actions/daily', from, headers });
        return /r=(\d+)/.exec(String(said['ratelimit']))?.[1];
      };
      assert.deepEqual(
        [await left('127.0.0.2', '203.0.113.7'), await left('127.0.0.2', '203.0.113.8'), await left('127.0.0.3', '')],
        ['2', '1', '3'],
      );
    });
  }
});
