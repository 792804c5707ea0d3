import type { Host, Served } from './host.ts';
import { HEALTH, imageFiles } from './image.ts';
import { fromRoot } from './workspace-paths.ts';

const blueprint = (served: Served) => `databases:
  - name: rewards-ledger

services:
  - type: web
    name: rewards
    runtime: docker
${served.inWorkspace === '' ? '' : `    dockerfilePath: ${JSON.stringify(`./${fromRoot(served, 'Dockerfile')}`)}\n    dockerContext: .\n`}    healthCheckPath: ${HEALTH}
    # Long enough for claims in flight to be settled.
    maxShutdownDelaySeconds: 40
    envVars:
      - key: REWARDS_BASE_URL
        sync: false
      - key: REWARDS_API_KEY
        sync: false
      - key: REWARDS_DB
        fromDatabase:
          name: rewards-ledger
          property: connectionString
`;

/** Render, with the ledger in a PostgreSQL database. */
export const render: Host = {
  name: 'render',
  label: 'Render, with a PostgreSQL database',
  addresses: `  // Render has Cloudflare before it, which writes this header, whatever a visitor sends.
  clientAddressHeader: 'cf-connecting-ip',
  trustedProxies: ['10.0.0.0/8'],
`,
  keepsFiles: false,
  files: (served) => ({ ...imageFiles(served), 'render.yaml': blueprint(served) }),
  steps: (served) => [
    `git push    # then New > Blueprint in the dashboard, ${served.inWorkspace === '' ? '' : `with ${fromRoot(served, 'render.yaml')} as its path, `}which asks for the two secrets`,
    'REWARDS_DB=… npx rewards ledger create    # once, with the external address of the database',
  ],
};
