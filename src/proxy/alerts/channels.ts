import { once } from '../../common/once.ts';
import { ConfigError } from '../config/config-error.ts';
import type { AlertHook } from './alerts.ts';
import { type ChatForm, chatFormAt } from './chat-forms.ts';
import type { AlertQueue, AlertQueueOptions, AlertChannel } from './alert-queue.ts';
import type { MailSettings } from './mail.ts';
import type { MessageForm, WebhookOptions, WebhookSettings } from './webhook.ts';

/** The keys of the config that name channels. */
export interface AlertChannelSettings {
  webhook?: WebhookSettings | undefined;
  alertChat?: { url: string; form?: ChatForm | undefined } | undefined;
  alertMail?: MailSettings | undefined;
}

/** The channels that the config names: a webhook, a chat, mail, several of them, or none. */
export interface AlertChannels {
  readonly hooks: readonly AlertHook[];
  /** Rejects with a `ConfigError` if a package that the config needs is not installed. */
  check(): Promise<void>;
  /** Resolves once waiting alerts were sent or given up. */
  close(): Promise<void>;
}

/** Loads the code of a channel with its first alert: most sites have no channel, and alerts are rare. */
export function createAlertChannels(
  { webhook, alertChat, alertMail }: AlertChannelSettings,
  context: Omit<AlertQueueOptions, 'channel'> & Pick<WebhookOptions, 'now'>,
): AlertChannels {
  const opened: Promise<AlertQueue>[] = [];
  function channelHook(loadChannel: () => Promise<AlertChannel>): AlertHook {
    const open = once(() => {
      const opening = Promise.all([import('./alert-queue.ts'), loadChannel()]).then(
        ([{ AlertQueue: Opened }, channel]) => new Opened({ channel, ...context }),
      );
      opened.push(opening);
      return opening;
    });
    return async (event) => (await open()).post(event);
  }
  function webhookHook(key: WebhookOptions['key'], url: string, loadForm: () => Promise<MessageForm>): AlertHook {
    return channelHook(async () => {
      const [{ webhookChannel }, form] = await Promise.all([import('./webhook.ts'), loadForm()]);
      return webhookChannel({ key, url, form, ...context });
    });
  }

  const hooks: AlertHook[] = [];
  if (webhook)
    hooks.push(webhookHook('webhook', webhook.url, async () => (await import('./webhook.ts')).signedForm(webhook)));
  if (alertChat) {
    const { url, form = chatFormAt(url) ?? 'slack' } = alertChat;
    hooks.push(webhookHook('alertChat', url, async () => (await import('./chat.ts')).chatForm(form)));
  }
  if (alertMail) {
    hooks.push(
      channelHook(async () => {
        const { loadNodemailer, mailChannel } = await import('./mail.ts');
        return mailChannel(alertMail, { nodemailer: await loadNodemailer(), ...context });
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
