import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Gets what one side sends, and returns what the other receives instead. */
export type Alter = (said: Buffer, wire: Wire) => Buffer;

/** A TCP relay between a client and a server on this machine, which can go silent, and change what is sent. */
export interface Relay extends AsyncDisposable {
  port: number;
  /** From now on nothing passes in either direction, and no connection is closed; new connections get no answer. */
  silence(): void;
  /** Lets everything pass again, beginning with what was held back. */
  resume(): void;
  toServer: Alter | null;
  toClient: Alter | null;
}

/** One connection through a relay. */
export class Wire {
  readonly #ends: readonly [Socket, Socket];
  #silent = false;

  constructor(client: Socket, server: Socket, relay: Pick<Relay, 'toServer' | 'toClient'>) {
    this.#ends = [client, server];
    this.#carry(client, server, (said) => relay.toServer?.(said, this) ?? said);
    this.#carry(server, client, (said) => relay.toClient?.(said, this) ?? said);
  }

  silence(): void {
    this.#silent = true;
    for (const end of this.#ends) end.pause();
  }

  resume(): void {
    this.#silent = false;
    for (const end of this.#ends) end.resume();
  }

  cut(): void {
    for (const end of this.#ends) end.destroy();
  }

  #carry(from: Socket, to: Socket, alter: (said: Buffer) => Buffer): void {
    from.on('data', (said) => to.write(alter(said)));
    from.on('end', () => to.end());
    from.on('error', () => {});
    // While the relay is silent, neither side learns that the other has closed.
    from.on('close', () => this.#silent || to.destroy());
  }
}

export async function startRelay(target: { host: string; port: number }): Promise<Relay> {
  const wires = new Set<Wire>();
  const hooks: Pick<Relay, 'toServer' | 'toClient'> = { toServer: null, toClient: null };
  let silent = false;

  const server = createServer((client) => {
    const wire = new Wire(client, connect(target), hooks);
    wires.add(wire);
    client.on('close', () => wires.delete(wire));
    if (silent) wire.silence();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(hooks, {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
      for (const wire of wires) wire.silence();
    },
    resume() {
      silent = false;
      for (const wire of wires) wire.resume();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const wire of wires) wire.cut();
      await once(server, 'close');
    },
  });
}
