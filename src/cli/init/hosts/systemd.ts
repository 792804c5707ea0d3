import { posix } from 'node:path';
import { ADDRESSES } from '../templates/config-file.ts';
import { shellWord } from '../shell-word.ts';
import { type Host, type Served, webServerStep } from './host.ts';
import { programFolders, programName, upToRoot } from './workspace-paths.ts';

const FOLDER = '/opt/rewards';
const STATE = '/var/lib/rewards';
const FILE = `${STATE}/rewards.db`;
const PORT = 8787;

/** `rewards serve` reads the files of key and block list again. A server of the site's own would end at the signal. */
const RELOAD = 'ExecReload=/bin/kill -HUP $MAINPID\n';

/** The search path of programs in a workspace, which may have them in one of two folders. */
const searchPath = (served: Served) => `PATH=${programFolders(FOLDER, served)}:/usr/local/bin:/usr/bin:/bin`;

function start({ command: [program = '', ...words], inWorkspace }: Served): string {
  if (program === 'node') return ['/usr/bin/node', ...words].join(' ');
  return [inWorkspace === '' ? `${FOLDER}/${program}` : `/usr/bin/env ${programName(program)}`, ...words].join(' ');
}

/** Makes the ledger there, as the user of the service. */
function createLedger(served: Served): string {
  if (served.ledger === 'postgres') return 'npx rewards ledger create --env .env';
  const program =
    served.inWorkspace === '' ? `${FOLDER}/node_modules/.bin/rewards` : `env ${shellWord(searchPath(served))} rewards`;
  return `sudo -u rewards ${program} ledger create --db ${FILE}`;
}

const unit = (served: Served) => `[Unit]
Description=Rewards
After=network-online.target
Wants=network-online.target

[Service]
User=rewards
WorkingDirectory=${posix.join(FOLDER, served.inWorkspace)}
StateDirectory=rewards
StateDirectoryMode=0700
EnvironmentFile=/etc/rewards.env
Environment=NODE_ENV=production HOST=127.0.0.1 PORT=${PORT}${served.ledger === 'sqlite' ? ` REWARDS_DB=${FILE}` : ''}
${served.inWorkspace === '' ? '' : `Environment="${searchPath(served)}"\n`}ExecStart=${start(served)}
${served.command[0] === 'node' ? '' : RELOAD}Restart=on-failure
# Long enough for claims in flight to be settled.
TimeoutStopSec=40
# What it may not do. MemoryDenyWriteExecute is missing, because Node compiles while it runs.
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
UMask=0077

[Install]
WantedBy=multi-user.target
`;

/** A service of a Linux machine. */
export const systemd: Host = {
  name: 'systemd',
  label: 'a service of a Linux machine of your own, behind a web server with TLS',
  addresses: ADDRESSES.ofWebServer,
  keepsFiles: true,
  files: (served) => ({ 'rewards.service': unit(served) }),
  steps: (served) => [
    'sudo useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin rewards',
    `sudo cp -r ${upToRoot(served)} ${FOLDER}`,
    'sudo install -m 600 .env /etc/rewards.env',
    `sudo install -d -o rewards -m 700 ${STATE}`,
    `${createLedger(served)}    # once`,
    'sudo cp rewards.service /etc/systemd/system/ && sudo systemctl enable --now rewards',
    webServerStep(PORT),
  ],
};
