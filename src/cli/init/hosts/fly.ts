import type { Host, Served } from './host.ts';
import { shellWord } from '../shell-word.ts';
import { HEALTH, imageFiles, IMAGE_PORT } from './image.ts';
import { fromRoot, upToRoot } from './workspace-paths.ts';

const SETTINGS = `app = "rewards-change-me"
primary_region = "ams"
# Claims in flight are settled after this signal, within this time.
kill_signal = "SIGTERM"
kill_timeout = "40s"

[http_service]
  internal_port = ${IMAGE_PORT}
  force_https = true
  auto_stop_machines = "off"
  min_machines_running = 1

  [http_service.http_options.response.headers]
    Strict-Transport-Security = "max-age=31536000"

  [[http_service.checks]]
    path = "${HEALTH}"
    interval = "30s"
    timeout = "5s"
    grace_period = "10s"
`;

/** From the root of a workspace, with the paths from there. */
function deploy(served: Served): string {
  if (served.inWorkspace === '') return 'fly deploy';
  const path = (file: string) => shellWord(fromRoot(served, file));
  const files = `--config ${path('fly.toml')} --dockerfile ${path('Dockerfile')} --ignorefile ${path('Dockerfile.dockerignore')}`;
  return `cd ${upToRoot(served)} && fly deploy . ${files}`;
}

/** Fly.io, with the ledger in a PostgreSQL database. */
export const fly: Host = {
  name: 'fly',
  label: 'Fly.io, with a PostgreSQL database',
  addresses: `  // Fly.io writes this header, whatever a visitor sends, and connects from this range.
  clientAddressHeader: 'fly-client-ip',
  trustedProxies: ['172.16.0.0/12'],
`,
  keepsFiles: false,
  files: (served) => ({ ...imageFiles(served), 'fly.toml': SETTINGS }),
  steps: (served) => [
    'fly apps create    # and put its name into fly.toml',
    'fly secrets set REWARDS_BASE_URL=… REWARDS_API_KEY=… REWARDS_DB=…',
    'REWARDS_DB=… npx rewards ledger create    # once, from where the database can be reached',
    deploy(served),
  ],
};
