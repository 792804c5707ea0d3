import type { Host } from './host.ts';
import { HEALTH, imageFiles } from './image.ts';

const SETTINGS = `import { defineRailway, postgres, preserve, project, service } from 'railway/iac';

export default defineRailway(() => {
  const ledger = postgres('rewards-ledger');
  const rewards = service('rewards', {
    healthcheck: '${HEALTH}',
    env: {
      // Secrets stay as they are set in Railway.
      REWARDS_BASE_URL: preserve(),
      REWARDS_API_KEY: preserve(),
      REWARDS_DB: ledger.env.DATABASE_URL,
      // Claims in flight are settled after the signal to stop, within this time.
      RAILWAY_DEPLOYMENT_DRAINING_SECONDS: '40',
    },
  });
  return project('rewards', { resources: [rewards, ledger] });
});
`;

/** Railway, with the ledger in a PostgreSQL database. */
export const railway: Host = {
  name: 'railway',
  label: 'Railway, with a PostgreSQL database',
  addresses: `  // Railway writes this header, whatever a visitor sends, and connects from this range.
  clientAddressHeader: 'x-real-ip',
  trustedProxies: ['100.0.0.0/8'],
`,
  keepsFiles: false,
  files: (served) => ({ ...imageFiles(served), '.railway/railway.ts': SETTINGS }),
  steps: () => [
    'railway init',
    'railway add --service rewards --variables REWARDS_BASE_URL=… --variables REWARDS_API_KEY=…',
    'railway config apply    # makes the database, and shows what it changes before',
    'REWARDS_DB=… npx rewards ledger create    # once, with DATABASE_PUBLIC_URL of the database',
    'railway up --service rewards && railway domain --service rewards',
  ],
};
