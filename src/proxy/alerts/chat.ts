import { alertText } from './alert-text.ts';
import type { ChatForm } from './chat-forms.ts';
import type { MessageForm } from './webhook.ts';

/** Discord accepts at most 2,000 characters. */
const MAX_LENGTH = 1_900;

/** Alerts in words, in the JSON that a chat's incoming webhooks accept. The text of an alert cannot mention anybody. */
export function chatForm(form: ChatForm): MessageForm {
  return {
    body(event) {
      const text = alertText(event).slice(0, MAX_LENGTH);
      return form === 'discord' ? { content: text, allowed_mentions: { parse: [] } } : { text: escaped(text) };
    },
    headers: () => ({}),
  };
}

/** Slack gives these three characters a special meaning. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
