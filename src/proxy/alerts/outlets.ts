import { once } from '../../common/once.ts';
import { ConfigError } from '../config/config-error.ts';
import type { AlertHook } from './alerts.ts';
import { type ChatForm, chatFormAt } from './chat-forms.ts';
import type { AlertQueue, AlertQueueOptions, Carrier } from './alert-queue.ts';
import type { MailSettings } from './mail.ts';
import type { MessageForm, WebhookOptions, WebhookSettings } from './webhook.ts';

/** What the config says of where alerts are posted to. */
export interface OutletSettings {
  webhook?: WebhookSettings | undefined;
  alertChat?: { url: string; form?: ChatForm | undefined } | undefined;
  alertMail?: MailSettings | undefined;
}

/** Where alerts go to: a webhook, a chat, by mail, all of them, or nowhere. */
export interface Outlets {
  readonly hooks: readonly AlertHook[];
  /** Rejects with a `ConfigError` if something is not installed that the config needs. */
  check(): Promise<void>;
  /** Resolves once what waits was posted, or is given up. */
  close(): Promise<void>;
}

/** The outlets of the config. Most sites have none, and seldom an alert, so what posts is loaded with the first. */
export function outletsFor(
  { webhook, alertChat, alertMail }: OutletSettings,
  context: Omit<AlertQueueOptions, 'carrier'> & Pick<WebhookOptions, 'now'>,
): Outlets {
  const opened: Promise<AlertQueue>[] = [];
  function outlet(loadCarrier: () => Promise<Carrier>): AlertHook {
    const open = once(() => {
      const opening = Promise.all([import('./alert-queue.ts'), loadCarrier()]).then(
        ([{ AlertQueue: Opened }, carrier]) => new Opened({ carrier, ...context }),
      );
      opened.push(opening);
      return opening;
    });
    return async (event) => (await open()).post(event);
  }
  function posted(key: WebhookOptions['key'], url: string, loadForm: () => Promise<MessageForm>): AlertHook {
    return outlet(async () => {
      const [{ webhookCarrier }, form] = await Promise.all([import('./webhook.ts'), loadForm()]);
      return webhookCarrier({ key, url, form, ...context });
    });
  }

  const hooks: AlertHook[] = [];
  if (webhook)
    hooks.push(posted('webhook', webhook.url, async () => (await import('./webhook.ts')).signedForm(webhook)));
  if (alertChat) {
    const { url, form = chatFormAt(url) ?? 'slack' } = alertChat;
    hooks.push(posted('alertChat', url, async () => (await import('./chat.ts')).chatForm(form)));
  }
  if (alertMail) {
    hooks.push(
      outlet(async () => {
        const { loadNodemailer, mailCarrier } = await import('./mail.ts');
        return mailCarrier(alertMail, { nodemailer: await loadNodemailer(), ...context });
      }),
    );
  }
  return {
    hooks,
    async check() {
      if (!alertMail) return;
      const { loadNodemailer } = await import('./mail.ts');
      await loadNodemailer().catch((cause: Error) => {
        throw new ConfigError([`alertMail: ${cause.message}`]);
      });
    },
    async close() {
      await Promise.all(opened.map(async (opening) => (await opening.catch(() => null))?.close()));
    },
  };
}
