import { literal } from '../literal.ts';
import { shellWord } from '../shell-word.ts';
import type { Host, Served } from './host.ts';
import { HEALTH, imageFiles } from './image.ts';
import { fromRoot, upToRoot } from './workspace-paths.ts';

const FILE = '.railway/railway.ts';
const CREATE = 'REWARDS_DB=… npx rewards ledger create';

const settings = (served: Served) => `import { defineRailway, postgres, preserve, project, service } from 'railway/iac';

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
${served.inWorkspace === '' ? '' : `      RAILWAY_DOCKERFILE_PATH: ${literal(fromRoot(served, 'Dockerfile'))},\n`}    },
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
  files: (served) => ({ ...imageFiles(served), [FILE]: settings(served) }),
  steps: (served) => [
    // What is sent is the folder that one is in.
    ...(served.inWorkspace === '' ? [] : [`cd ${upToRoot(served)}`]),
    'railway init',
    'railway add --service rewards --variables REWARDS_BASE_URL=… --variables REWARDS_API_KEY=…',
    `railway config apply${served.inWorkspace === '' ? '' : ` --file ${shellWord(fromRoot(served, FILE))}`}    # makes the database, and shows what it changes before`,
    `${served.inWorkspace === '' ? CREATE : `(cd ${shellWord(served.inWorkspace)} && ${CREATE})`}    # once, with DATABASE_PUBLIC_URL of the database`,
    'railway up --service rewards && railway domain --service rewards',
  ],
};
