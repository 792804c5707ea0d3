import type { Provider } from '../../src/elements/onchain/wallets.ts';

/** A lantern. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2312303d'/%3E%3Cpath d='M11 12h10l2 13H9zM13 8h6v4h-6z' fill='%23f4b860'/%3E%3C/svg%3E";

/** Has the page's scripts find the wallet, whenever they look for one (EIP-6963). */
export function announceWallet(provider: Provider): void {
  const info = { uuid: crypto.randomUUID(), name: 'Simulated wallet', icon: ICON, rdns: 'example.harbour-lights' };
  const detail = Object.freeze({ info, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}
