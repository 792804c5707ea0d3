import type { ClientAddresses } from '../client-address/index.ts';
import type { Logger } from '../logger.ts';
import type { DailyNames } from './daily-names.ts';

/**
 * Tells clients apart, by names that are good for a day. What makes all visitors look like one is said in the log, once.
 */
export class Clients {
  readonly #addresses: ClientAddresses;
  readonly #names: DailyNames;
  readonly #logger: Logger;
  #saidNoAddress = false;
  #saidUntrusted = false;

  constructor(addresses: ClientAddresses, names: DailyNames, logger: Logger) {
    this.#addresses = addresses;
    this.#names = names;
    this.#logger = logger;
  }

  /** The client's name, or null where no address is known. `peer` is the address that the connection came from. */
  nameOf(request: Request, peer: string | undefined, now: number): string | null {
    const { client, untrustedProxy } = this.#addresses.of(request, peer);
    if (peer === undefined && !this.#saidNoAddress) {
      this.#saidNoAddress = true;
      this.#logger.warn(
        {},
        'requests come without an address, so the limits count all visitors as one: hand { clientAddress } to fetch as its second argument, or set limits: false',
      );
    }
    if (untrustedProxy !== null && !this.#saidUntrusted) {
      this.#saidUntrusted = true;
      this.#logger.warn(
        { proxy: untrustedProxy },
        'requests come through a proxy that is not in trustedProxies, so the limits count all its visitors as one: add its address there, if it sets X-Forwarded-For itself',
      );
    }
    return client === null ? null : this.#names.of(`address ${client}`, now);
  }
}
