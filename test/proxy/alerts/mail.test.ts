import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import type { AlertEvent } from '../../../src/proxy/alerts/index.ts';
import { loadNodemailer, mailChannel } from '../../../src/proxy/alerts/mail.ts';
import { ConfigError } from '../../../src/proxy/index.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { certificate } from '../../service/certificate.ts';
import { setUp } from '../support/setup.ts';
import { until } from '../support/transport.ts';

const USER = 'rewards@example.org';
const PASSWORD = 'canary p@ss/word';
const FROM = 'Rewards <rewards@example.org>';
const TO = 'owner@example.org';
const EVENT: AlertEvent = {
  kind: 'delivery-failed',
  receiver: 'shop',
  outcome: 'status 500\r\nBcc: mallory@example.org',
  at: '2026-06-01T00:00:00.000Z',
  more: 0,
};

interface Mail {
  to: string[];
  isEncrypted: boolean;
  raw: string;
}

interface Way {
  secure?: boolean;
  /** Whether STARTTLS is offered. */
  startTls?: boolean;
  /** Whether nobody may sign in, and so mail, without TLS. */
  needsTls?: boolean;
  /** How often a message is put off before it is taken. */
  busy?: number;
  /** Addresses that are refused. */
  refused?: string;
  /** Called once a mail is there. It is accepted when this resolves. */
  accepting?: () => Promise<void>;
}

/** A mail server that others have written, which knows one user. `smtp` is its address with that one's password. */
async function mailServer(
  t: TestContext,
  {
    secure = false,
    startTls = false,
    needsTls = false,
    busy = 0,
    refused = '',
    accepting = () => Promise.resolve(),
  }: Way = {},
) {
  const hungUp = Promise.withResolvers<void>();
  const mails: Mail[] = [];
  const passwords: string[] = [];
  let left = busy;
  const server = new SMTPServer({
    secure,
    ...certificate,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    allowInsecureAuth: !needsTls,
    onAuth({ username = '', password = '' }, _session, done) {
      passwords.push(password);
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(new Error(`wrong password ${password}`));
    },
    onRcptTo: ({ address }, _session, done) => (address === refused ? done(new Error('no such mailbox')) : done()),
    onClose: hungUp.resolve,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const take = async () => {
        const raw = await text(stream);
        await accepting();
        const isBusy = left > 0;
        left -= 1;
        if (!isBusy) mails.push({ to, isEncrypted: session.secure, raw });
        done(isBusy ? Object.assign(new Error('try again later'), { responseCode: 451 }) : null);
      };
      void take();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const smtp = (password: string) =>
    `${secure ? 'smtps' : 'smtp'}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return { mails, passwords, smtp: smtp(PASSWORD), withPassword: smtp, hungUp: hungUp.promise };
}

async function channelFor(smtp: string, to: string | string[] = TO, from = FROM) {
  const lines: string[] = [];
  const log = (details: object, message: string) => void lines.push(JSON.stringify({ message, ...details }));
  const logger = { debug: log, info: log, warn: log, error: log };
  const secrets = new Secrets();
  const loaded = await loadNodemailer();
  const given: Record<string, unknown> = {};
  const nodemailer = {
    createTransport: (options: object) => loaded.createTransport(Object.assign(given, options)),
  };
  const channel = mailChannel({ smtp, from, to }, { nodemailer, logger, secrets });
  const send = (id = 'msg_1') => channel.send({ id, body: channel.format(EVENT) }, new AbortController().signal);
  return { channel, send, lines, given, secrets };
}

describe('alerts by mail', () => {
  it('say in words what is wrong and what to do, to all who are named', async (t) => {
    const { smtp, mails } = await mailServer(t);
    const to = [TO, 'Ana <ana@example.org>'];
    await using setup = setUp({ config: { alertMail: { smtp, from: FROM, to }, members: { block: ['mallory'] } } });
    await setup.claim('daily', { memberId: 'mallory' });
    await setup.proxy.close();
    const [{ to: reached, raw } = assert.fail(), ...others] = mails;
    assert.deepEqual(others, []);
    assert.deepEqual(reached, [TO, 'ana@example.org']);
    assert.match(raw, /^From: Rewards <rewards@example\.org>\r$/m);
    assert.match(raw, /^Subject: Member [0-9a-f]{16} may not claim, but asked for daily\.\r$/m);
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
    assert.match(raw, /\r\nYou need not do anything/);
  });

  it('keep the password out of logs in each form in which a server is sent it', async () => {
    const { secrets } = await channelFor(`smtp://ana:${encodeURIComponent(PASSWORD)}@127.0.0.1`);
    const forms = [PASSWORD, btoa(PASSWORD), btoa(`\0ana\0${PASSWORD}`)];
    assert.deepEqual(
      forms.map((form) => secrets.conceal(`wrong: ${form}`)),
      forms.map(() => 'wrong: [secret]'),
    );
  });

  it('are tried again under the same Message-ID while the server puts them off', async (t) => {
    const { smtp, mails } = await mailServer(t, { busy: 1 });
    const { send } = await channelFor(smtp);
    const put = await send('msg_a');
    assert.deepEqual([put.taken, put.gone, put.final], [false, false, false]);
    assert.match(put.outcome, /451 try again later/);
    assert.equal((await send('msg_a')).taken, true);
    assert.match(mails[0]?.raw ?? '', /^Message-ID: <msg_a@example\.org>\r$/m);
  });

  it('are not tried again where the server refuses the password, and the log says so without it', async (t) => {
    const { withPassword } = await mailServer(t);
    const smtp = withPassword('canary-wrong-password');
    await using setup = setUp({ config: { alertMail: { smtp, from: FROM, to: TO }, members: { block: ['mallory'] } } });
    await setup.claim('daily', { memberId: 'mallory' });
    await until(() => setup.logs.some(({ message }) => message.startsWith('the mail server did not take an event')));
    await setup.proxy.close();
    const logs = JSON.stringify(setup.logs);
    assert.match(logs, /535|wrong password/);
    assert.doesNotMatch(logs, /canary|Y2FuYXJ5/);
    assert.match(logs, /which is lost, and is not tried again: check alertMail in the config/);
  });

  it('hold no header that somebody else has put into an alert', async (t) => {
    const { smtp, mails } = await mailServer(t);
    const { send } = await channelFor(smtp);
    await send();
    const [head = ''] = mails[0]?.raw.split('\r\n\r\n') ?? [];
    assert.doesNotMatch(head, /^Bcc:/m);
    assert.deepEqual(mails[0]?.to, [TO]);
  });

  it('reach the others where one address is refused, which is logged', async (t) => {
    const { smtp, mails } = await mailServer(t, { refused: 'gone@example.org' });
    const { send, lines } = await channelFor(smtp, [TO, 'gone@example.org']);
    assert.equal((await send()).taken, true);
    assert.equal(mails.length, 1);
    assert.match(lines.join(), /refused some of the addresses/);
    assert.doesNotMatch(lines.join(), /gone@/);
  });

  it('go by TLS to a server that somebody vouches for', async (t) => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, certificate.cert]);
    t.after(() => setDefaultCACertificates(before));
    const { smtp, mails } = await mailServer(t, { secure: true });
    const { send } = await channelFor(smtp);
    assert.equal((await send()).outcome, 'accepted');
    assert.equal(mails[0]?.isEncrypted, true);
  });

  it('go by TLS to a server of this machine that takes nothing else, whose certificate nobody vouches for', async (t) => {
    const { smtp, mails } = await mailServer(t, { startTls: true, needsTls: true });
    const { send } = await channelFor(smtp);
    assert.equal((await send()).outcome, 'accepted');
    assert.equal(mails[0]?.isEncrypted, true);
  });

  it('are not handed to a server of another machine after STARTTLS if nobody vouches for its certificate', async (t) => {
    const { smtp, mails, passwords } = await mailServer(t, { startTls: true });
    const { send } = await channelFor(smtp.replace('127.0.0.1', '0.0.0.0'));
    const { taken, outcome } = await send();
    assert.equal(taken, false);
    assert.match(outcome, /self-signed certificate/);
    assert.deepEqual([mails, passwords], [[], []]);
  });

  it('keep a name whole that has characters with a meaning in headers', async (t) => {
    const { smtp, mails } = await mailServer(t);
    const { send } = await channelFor(
      smtp,
      '"Ana, \\"the\\" owner" <ana@example.org>',
      'Rewards: alerts <rewards@example.org>',
    );
    assert.equal((await send()).outcome, 'accepted');
    const [{ to, raw } = assert.fail()] = mails;
    assert.deepEqual(to, ['ana@example.org']);
    assert.match(raw, /^From: "Rewards: alerts" <rewards@example\.org>\r$/m);
    assert.match(raw, /^To: "Ana, \\"the\\" owner" <ana@example\.org>\r$/m);
    assert.match(raw, /^Message-ID: <msg_1@example\.org>\r$/m);
  });

  it('wait ten minutes for a server that has the mail, but not once the proxy ends', async (t) => {
    const arrived = Promise.withResolvers<void>();
    const accepting = () => (arrived.resolve(), new Promise<void>(() => {}));
    const { smtp, hungUp } = await mailServer(t, { accepting });
    const { channel, given } = await channelFor(smtp);
    const ending = new AbortController();
    const sent = channel.send({ id: 'a', body: channel.format(EVENT) }, ending.signal);
    await arrived.promise;
    assert.equal(given['socketTimeout'], 600_000);
    ending.abort();
    assert.equal((await sent).taken, false);
    await hungUp;
  });

  it('go to the usual port where the address has none, and to an address of IPv6', async () => {
    for (const [smtp, host, port] of [
      ['smtps://mail.example.org', 'mail.example.org', 465],
      ['smtp://mail.example.org', 'mail.example.org', 587],
      ['smtp://[::1]:2525', '::1', 2525],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- nothing is sent
      const { given } = await channelFor(smtp);
      assert.deepEqual([given['host'], given['port']], [host, port]);
    }
  });

  it('have a subject of limited length', async () => {
    const { channel } = await channelFor('smtp://127.0.0.1');
    const { subject } = JSON.parse(channel.format({ ...EVENT, receiver: 'shop '.repeat(100) }));
    assert.equal(subject.length, 120);
  });

  it('are not handed to a server of another machine that has no TLS, nor is the password', async (t) => {
    const { smtp, mails, passwords } = await mailServer(t);
    // It leads to this machine, but is no name of it.
    const { send } = await channelFor(smtp.replace('127.0.0.1', '0.0.0.0'));
    const { taken, outcome } = await send();
    assert.equal(taken, false);
    assert.match(outcome, /TLS/);
    assert.deepEqual([mails, passwords], [[], []]);
  });

  it('are not handed to a server whose certificate nobody vouches for', async (t) => {
    const { smtp, mails } = await mailServer(t, { secure: true });
    const { send } = await channelFor(smtp);
    const { taken, outcome } = await send();
    assert.equal(taken, false);
    assert.match(outcome, /self-signed certificate/);
    assert.deepEqual(mails, []);
  });

  it('are broken off when the proxy ends', async (t) => {
    const { smtp } = await mailServer(t);
    const { channel } = await channelFor(smtp);
    const over = AbortSignal.abort();
    assert.equal((await channel.send({ id: 'a', body: channel.format(EVENT) }, over)).taken, false);
  });

  it('name the package to install at start where it is not there', async (t) => {
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        if (specifier === 'nodemailer') throw new Error(`Cannot find package '${specifier}'`);
        return next(specifier, context);
      },
    });
    t.after(() => hooks.deregister());
    const alertMail = { smtp: 'smtps://user:canary@mail.example.org', from: FROM, to: TO };
    await using setup = setUp({ config: { alertMail } });
    await assert.rejects(setup.proxy.ready, (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.issues, [
        'alertMail: needs the package nodemailer, which is not there: npm install nodemailer',
      ]);
      return true;
    });
    assert.doesNotMatch(JSON.stringify(setup.logs), /canary/);
  });
});
