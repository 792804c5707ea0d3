import { alertText } from './alert-text.ts';
import type { ChatForm } from './chat-forms.ts';
import type { MessageForm } from './webhook.ts';

/** What Discord takes at most is 2,000 characters. */
const MAX_LENGTH = 1_900;

/** Alerts in words, in the JSON that the incoming webhooks of a chat take. Nobody is mentioned by what stands in them. */
export function chatForm(form: ChatForm): MessageForm {
  return {
    body(event) {
      const text = alertText(event).slice(0, MAX_LENGTH);
      return form === 'discord' ? { content: text, allowed_mentions: { parse: [] } } : { text: escaped(text) };
    },
    headers: () => ({}),
  };
}

/** Slack takes these three for the beginning of something else. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
