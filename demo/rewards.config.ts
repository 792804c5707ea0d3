import { defineConfig, env } from 'rewards-elements/proxy';

export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  origins: ['http://127.0.0.1:5173', 'http://localhost:5173'],
  timeZone: 'Europe/London',
  actions: {
    daily: {
      title: 'Daily check-in',
      description: 'Sign the harbour log, once a day.',
      repeats: 'daily',
      points: 10,
      remark: 'Daily check-in',
    },
  },
});
