import { defineConfig, env } from 'rewards-elements/proxy';

export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  origins: ['http://127.0.0.1:5173', 'http://localhost:5173'],
  timeZone: 'Europe/London',
  memberTokens: { secrets: [env('REWARDS_TOKEN_SECRET')] },
  platform: {
    name: 'Harbour Lights',
    origin: env('PROXY_ORIGIN'),
    clientId: env('PLATFORM_CLIENT_ID'),
    clientSecret: env('PLATFORM_CLIENT_SECRET'),
    secrets: [env('REWARDS_SESSION_SECRET')],
    issuer: env('PLATFORM_URL'),
    memberName: 'name',
  },
  actions: {
    daily: {
      title: 'Daily check-in',
      description: 'Sign the harbour log, once a day.',
      repeats: 'daily',
      points: 10,
      remark: 'Daily check-in',
    },
    wave: {
      title: 'Wave from the pier',
      repeats: 'daily',
      points: 1,
      remark: 'Waved from the pier',
      identity: 'typed',
    },
    watch: {
      title: 'Keep the night watch',
      repeats: 'daily',
      points: 15,
      remark: 'Kept the night watch',
      identity: 'signed',
    },
    bell: {
      title: 'Ring the fog bell',
      repeats: 'daily',
      points: 5,
      remark: 'Rang the fog bell',
      identity: 'session',
    },
    crew: {
      title: 'Join the meetup crew',
      repeats: 'once',
      points: 20,
      role: { id: '1172403582910473651', name: 'Meetup Crew', color: '#3d9b6d' },
      remark: 'Joined the meetup crew',
      identity: 'platform',
    },
  },
});
