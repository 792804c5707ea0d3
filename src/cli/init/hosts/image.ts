import type { Served } from './host.ts';
import { programFolders, programName } from './workspace-paths.ts';

/** The port that the server listens on within the image, unless the host says another. */
export const IMAGE_PORT = 8080;
/** The very version that the tests run on. */
const NODE = '24.21.0';
export const HEALTH = '/rewards/health';
export const DATA = '/data';
const APP = '/app';

/** Makes the ledger, within the image. */
export const createLedger = (served: Pick<Served, 'inWorkspace'>): string =>
  `${program(served, 'node_modules/.bin/rewards')} ledger create`;

function program({ inWorkspace }: Pick<Served, 'inWorkspace'>, word: string): string {
  return inWorkspace === '' ? word : programName(word);
}

const ASK = `fetch('http://127.0.0.1:' + process.env.PORT + '${HEALTH}')`;
const PROBE = `${ASK}.then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;

/** What stays out of the image, in whatever folder: the keys and the ledger of this machine among it. An exception stands after its rule. */
const LEFT_OUT = ['**/.env*', '!**/.env.example', '**/.git', '**/node_modules', '**/rewards.db*'];

/** Every file of the whole workspace that may have keys, and ledgers; what packages of others have among their modules is not the owner's. */
const SECRETS = `find ${APP} -name node_modules -prune -o '(' -name '.env*' ! -name .env.example -o -name 'rewards.db*' ')' -print`;
const ADVICE =
  'These would be in the image. Build with BuildKit (DOCKER_BUILDKIT=1), which reads Dockerfile.dockerignore.';

/**
 * A container's image of the site, and what is left out of it. That of a package in a workspace is built from the root of that: what is left out then
 * stands in a file that builders know by the Dockerfile's name, for the root may have one of its own, for other images.
 */
export function imageFiles(served: Served): Record<string, string> {
  const { command, inContainer, ledger, image, inWorkspace } = served;
  const inFile = ledger === 'sqlite';
  const isInWorkspace = inWorkspace !== '';
  const words = [...command, ...inContainer].map((word) => program(served, word));
  return {
    Dockerfile: `# Raise the version when Node mends a weakness: nodejs.org/en/blog/vulnerability has them.
FROM node:${NODE}-slim
WORKDIR ${APP}
${image(isInWorkspace)}
${isInWorkspace ? placeInWorkspace(served) : ''}${inFile ? `RUN mkdir ${DATA} && chown node ${DATA}\nVOLUME ${DATA}\n` : ''}USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${IMAGE_PORT}${inFile ? ` REWARDS_DB=${DATA}/rewards.db` : ''}
EXPOSE ${IMAGE_PORT}
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "${PROBE}"]
# The program itself: npx or npm before it would keep the signal to stop from it, and claims in flight would be cut off.
CMD [${words.map((word) => `"${word}"`).join(', ')}]
`,
    [isInWorkspace ? 'Dockerfile.dockerignore' : '.dockerignore']: [...LEFT_OUT, ''].join('\n'),
  };
}

/** The lines that go from the root of the workspace to the package, once all is installed. */
function placeInWorkspace(served: Served): string {
  return `WORKDIR ${APP}/${served.inWorkspace}
# A builder that does not know Dockerfile.dockerignore, as Docker without BuildKit, would put keys and ledgers into the image.
RUN secrets=$(${SECRETS}); [ -z "$secrets" ] || { printf '%s\\n' "$secrets" '${ADVICE}' >&2; exit 1; }
ENV PATH="${programFolders(APP, served)}:$PATH"
`;
}
