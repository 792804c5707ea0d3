/** What a chat's incoming webhooks take: `{ content }` as Discord's, or `{ text }` as Slack's, Mattermost's and Rocket.Chat's. */
export const CHAT_FORMS = ['discord', 'slack'] as const;

export type ChatForm = (typeof CHAT_FORMS)[number];

const HOSTS: readonly [RegExp, ChatForm][] = [
  [/^(?:[a-z]+\.)?discord(?:app)?\.com$/, 'discord'],
  [/^hooks\.slack(?:-gov)?\.com$/, 'slack'],
];

/** The form that the address tells of, or null. */
export function chatFormAt(address: string): ChatForm | null {
  const { hostname = '' } = URL.parse(address) ?? {};
  return HOSTS.find(([host]) => host.test(hostname))?.[1] ?? null;
}
