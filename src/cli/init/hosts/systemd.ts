import { ADDRESSES } from '../templates/config-file.ts';
import { type Host, type Served, webServerStep } from './host.ts';

const FOLDER = '/opt/rewards';
const STATE = '/var/lib/rewards';
const FILE = `${STATE}/rewards.db`;
const PORT = 8787;

/** `rewards serve` reads the files of key and block list again. A server of the site's own would end at the signal. */
const RELOAD = 'ExecReload=/bin/kill -HUP $MAINPID\n';

const unit = ({ command: [program = '', ...words], ledger }: Served) => `[Unit]
Description=Rewards
After=network-online.target
Wants=network-online.target

[Service]
User=rewards
WorkingDirectory=${FOLDER}
StateDirectory=rewards
StateDirectoryMode=0700
EnvironmentFile=/etc/rewards.env
Environment=NODE_ENV=production HOST=127.0.0.1 PORT=${PORT}${ledger === 'sqlite' ? ` REWARDS_DB=${FILE}` : ''}
ExecStart=${[program === 'node' ? '/usr/bin/node' : `${FOLDER}/${program}`, ...words].join(' ')}
${program === 'node' ? '' : RELOAD}Restart=on-failure
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
  steps: ({ ledger }) => [
    'sudo useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin rewards',
    `sudo cp -r . ${FOLDER}`,
    'sudo install -m 600 .env /etc/rewards.env',
    `sudo install -d -o rewards -m 700 ${STATE}`,
    `${ledger === 'sqlite' ? `sudo -u rewards ${FOLDER}/node_modules/.bin/rewards ledger create --db ${FILE}` : 'npx rewards ledger create --env .env'}    # once`,
    'sudo cp rewards.service /etc/systemd/system/ && sudo systemctl enable --now rewards',
    webServerStep(PORT),
  ],
};
