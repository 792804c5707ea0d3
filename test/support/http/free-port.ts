import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that no other program gets until it is released. */
export interface HeldPort {
  port: number;
  release: () => Promise<void>;
}

/** Holds a port of the loopback address for a program that cannot choose one itself, and starts only later. */
export async function holdPort(): Promise<HeldPort> {
  const holder = createServer().listen(0, '127.0.0.1').unref();
  await once(holder, 'listening');
  const address = holder.address();
  if (!address || typeof address === 'string') throw new Error('no port is free');
  const release = async () => {
    holder.close();
    await once(holder, 'close');
  };
  return { port: address.port, release };
}

/** A port of the loopback address for a program that cannot choose one itself, and starts at once. */
export async function freePort(): Promise<number> {
  const { port, release } = await holdPort();
  await release();
  return port;
}
