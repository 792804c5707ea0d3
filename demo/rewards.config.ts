import { defineConfig, env } from 'rewards-proxy';
import { EXAMPLE_ACTIONS } from './examples/actions.ts';

export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  origins: ['http://127.0.0.1:5173', 'http://localhost:5173'],
  timeZone: 'Europe/London',
  // A visitor who tries out here what the service can do wrong is the only one.
  limits: { unknowns: false },
  identity: {
    signed: { secrets: [env('REWARDS_TOKEN_SECRET')] },
    platform: {
      name: 'Harbour Lights',
      origin: env('PROXY_ORIGIN'),
      pages: ['http://127.0.0.1:5173/who-is-asking.html', 'http://localhost:5173/who-is-asking.html'],
      clientId: env('PLATFORM_CLIENT_ID'),
      clientSecret: env('PLATFORM_CLIENT_SECRET'),
      secrets: [env('REWARDS_SESSION_SECRET')],
      issuer: env('PLATFORM_URL'),
      memberName: 'name',
    },
  },
  actions: {
    daily: {
      title: 'Daily check-in',
      description: 'Sign the harbour log, once a day.',
      repeats: 'daily',
      points: 10,
      remark: 'Daily check-in',
    },
    meetup: {
      title: 'Evening on the winter pier',
      description: 'Saturday from 19:00, at the far end.',
      repeats: 'once',
      points: 25,
      role: { id: '1172403582910473651', name: 'Meetup Crew', color: '#3d9b6d' },
      remark: 'Signed up for the winter pier',
      acceptTypedRole: true,
      capacity: 40,
      fields: {
        name: { type: 'text', label: 'Name for the list', required: true, maxLength: 60 },
        email: { type: 'email', label: 'E-mail' },
        bring: { type: 'select', label: 'You bring', required: true, options: ['Lanterns', 'Soup', 'Strong arms'] },
        photos: { type: 'checkbox', label: 'I may be in the photos' },
      },
    },
    deckhand: {
      title: 'Sign on as a deckhand',
      description: 'For those who sail along on fleet night.',
      repeats: 'once',
      role: { id: '1172402716358201947', name: 'Deckhand', color: '#2f86c1' },
      remark: 'Signed on as a deckhand',
      acceptTypedRole: true,
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
    ...EXAMPLE_ACTIONS,
  },
});
