import { toBase64 } from '../../common/base64.ts';
import { isRecord } from '../../contract/guard.ts';
import { isLoopback } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { AlertChannel } from './alert-queue.ts';
import { alertText } from './alert-text.ts';
import { readMailbox } from './mailbox.ts';
import type { Posted } from './post.ts';

/** Where alerts are mailed, and through which server. */
export interface MailSettings {
  /** Such as `smtps://user:password@mail.example.org:465`. */
  smtp: string;
  from: string;
  to: string | readonly string[];
}

/** The part of nodemailer that is used. The owner installs it. */
export interface Nodemailer {
  createTransport(options: object): {
    sendMail(mail: object): Promise<{ rejected?: readonly unknown[] }>;
  };
}

const TIMEOUT_MS = 15_000;
/**
 * A server may take this long to accept a mail that it has received completely (RFC 5321, section 4.5.3.2.6). A client that disconnects earlier sends
 * the mail twice.
 */
const SILENCE_MS = 600_000;
const STARTTLS_IF_THERE = { opportunisticTLS: true, tls: { rejectUnauthorized: false } };
const MAX_SUBJECT = 120;

/** Rejects with an error that says what to do if nodemailer is not installed. */
export async function loadNodemailer(): Promise<Nodemailer> {
  const loaded = await importNamed('nodemailer').catch((cause: unknown) => {
    throw new Error('needs the package nodemailer, which is not there: npm install nodemailer', { cause });
  });
  if (isNodemailer(loaded)) return loaded;
  throw new Error('needs another version of nodemailer: npm install nodemailer@latest');
}

/**
 * Only those who use mail have the package, so bundlers must not look for it. A bundler would insert a constant into `import()`, and another bundler
 * that processes the result would not see a comment that tells it to ignore the import. So the name is a parameter.
 */
function importNamed(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name);
}

function isNodemailer(loaded: unknown): loaded is Nodemailer {
  return isRecord(loaded) && typeof loaded['createTransport'] === 'function';
}

/**
 * Mails alerts as text through the server of the address: with TLS from the beginning (smtps) or before anything else (smtp). A server on this
 * machine may be without TLS, and its certificate is not checked with STARTTLS, because nobody is in between. A message has the same Message-ID at
 * each attempt.
 */
export function mailChannel(
  { smtp, from, to }: MailSettings,
  { nodemailer, logger, secrets }: { nodemailer: Nodemailer; logger: Logger; secrets: Secrets },
): AlertChannel {
  const url = new URL(smtp);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isSecure = url.protocol === 'smtps:';
  // A server may repeat the password, plain or in the form in which it was sent.
  if (pass !== '') for (const secret of [pass, base64(pass), base64(`\0${user}\0${pass}`)]) secrets.keep(secret);
  const sender = readMailbox(from);
  const recipients = [to].flat().map(readMailbox);
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const transport = nodemailer.createTransport({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    ...(!isSecure && (isLoopback(url.hostname) ? STARTTLS_IF_THERE : { requireTLS: true })),
    ...(user !== '' && { auth: { user, pass } }),
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    name: 'mail server',
    key: 'alertMail',
    format(event) {
      const text = alertText(event);
      return JSON.stringify({ subject: text.split('\n')[0]?.slice(0, MAX_SUBJECT), text: `${text}\n\n${event.at}\n` });
    },
    async send({ id, body }, signal): Promise<Posted> {
      const { subject, text }: { subject: string; text: string } = JSON.parse(body);
      const sending = transport.sendMail({
        from: sender,
        to: recipients,
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        // RFC 3834: automatic responders must not answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      });
      try {
        const { rejected = [] } = await sending;
        if (rejected.length > 0)
          logger.warn(
            { addresses: rejected.length },
            'the mail server refused some of the addresses that alerts go to',
          );
        return { taken: true, gone: false, final: false, outcome: 'accepted', retryAfterMs: null };
      } catch (error) {
        const { message: outcome } = secrets.describe(error);
        return { taken: false, gone: false, final: isFinal(error), outcome, retryAfterMs: null };
      }
    },
  };
}

/** Whether the server has said that it will never accept the mail (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  return isRecord(error) && Number(error['responseCode']) >= 500;
}

function base64(text: string): string {
  return toBase64(new TextEncoder().encode(text));
}
