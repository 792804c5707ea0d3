/** The formats of chats' incoming webhooks: `{ content }` for Discord, `{ text }` for Slack, Mattermost and Rocket.Chat. */
export const CHAT_FORMS = ['discord', 'slack'] as const;

export type ChatForm = (typeof CHAT_FORMS)[number];

const HOSTS: readonly [RegExp, ChatForm][] = [
  [/^(?:[a-z]+\.)?discord(?:app)?\.com$/, 'discord'],
  [/^hooks\.slack(?:-gov)?\.com$/, 'slack'],
];

/** The format for the address, or null if it is unknown. */
export function chatFormAt(address: string): ChatForm | null {
  const { hostname = '' } = URL.parse(address) ?? {};
  return HOSTS.find(([host]) => host.test(hostname))?.[1] ?? null;
}
