#!/usr/bin/env node
/*
 * The package's bin. It loads the rest only once it knows that this Node can: an older one would stop at the first import
 * with a stack that tells nobody what to do.
 */
const NEEDED = { major: 22, minor: 19 };
/** For what a command leaves behind to end by itself. */
const GRACE_MS = 1_000;

const { node, bun } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
// Bun says which Node it is like, and lacks a part of that.
const isNode = bun === undefined;
/** Node 22 says at each start that its SQLite may change. What is used of it is tested on that Node too, and stderr is for errors. */
function isNotice({ name, message }: Error): boolean {
  return name === 'ExperimentalWarning' && message.startsWith('SQLite is an experimental feature');
}

/**
 * Ends the process where something keeps it that was given up, once all is printed: `fetch` never lets go of a proxy of the network that is
 * asked for a tunnel and does not answer.
 */
function leave(): void {
  setTimeout(() => {
    const isPrinted = [process.stdout, process.stderr].every(({ writableLength }) => writableLength === 0);
    if (isPrinted) process.exit();
    leave();
  }, GRACE_MS).unref();
}

for (const print of process.listeners('warning')) {
  process.off('warning', print);
  process.on('warning', (warning) => isNotice(warning) || print(warning));
}

if (isNode && (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor))) {
  const { main } = await import('./index.ts');
  process.exitCode = await main(process.argv.slice(2));
  leave();
} else {
  console.error(
    `rewards: needs Node ${NEEDED.major}.${NEEDED.minor} or newer (this is ${isNode ? node : `Bun ${bun}`}); install it from https://nodejs.org`,
  );
  process.exitCode = 1;
}
