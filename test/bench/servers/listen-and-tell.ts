import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Has the server listen at a free port, and prints its address for the process that started this one. */
export function listenAndTell(server: Server): void {
  server.listen(0, '127.0.0.1', () => tell(server.address() as AddressInfo));
}

/** Prints the address of what listens. */
export function tell({ port }: AddressInfo): void {
  console.log(`http://127.0.0.1:${port}`);
}
