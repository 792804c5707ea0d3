import '../../../src/elements/define.ts';
import { knownMember, SHARED } from '../../../src/elements/shared/member-store.ts';
import { announceWallet } from '../../chain/announce.ts';
import { HARBOUR_CHAIN } from '../../chain/facts.ts';
import { SimulatedWallet } from '../../chain/wallet.ts';
import '../try-it.ts';
import { tellHeard } from './heard.ts';
import { Lantern } from './lantern.ts';

const ETHEREUM = 1;

const rpc = document.body.dataset['chain'] ?? '';
const moods = document.querySelector('#moods');
const mood = () => moods?.querySelector<HTMLInputElement>(':checked')?.value;

// The wallet begins anew with the page, where a browser may have kept what was chosen.
for (const choice of moods?.querySelectorAll('input') ?? []) choice.checked = choice.defaultChecked;

const wallet = new SimulatedWallet({
  rpc,
  owner: () => `${mood() === 'empty' ? 'another account of ' : ''}${knownMember()}`,
  told: tellHeard,
});
const lantern = new Lantern(wallet, rpc);

/** Whose account it is has changed: what another one has sent is not to be claimed for. */
function changeOwner(): void {
  lantern.forget();
  void wallet.ownerChanged();
}

let latest = knownMember();
for (const type of ['storage', SHARED]) {
  addEventListener(type, () => {
    if (knownMember() === latest) return;
    latest = knownMember();
    changeOwner();
  });
}

let wasEmpty = false;
moods?.addEventListener('change', () => {
  wallet.declines = mood() === 'declines';
  wallet.chainId = mood() === 'elsewhere' ? ETHEREUM : HARBOUR_CHAIN.id;
  if ((mood() === 'empty') === wasEmpty) return;
  wasEmpty = !wasEmpty;
  changeOwner();
  // What was refused to the one account is not refused to the other.
  for (const card of document.querySelectorAll('rewards-onchain')) card.reset();
});

// It has switched: the choice says how it is.
wallet.on('chainChanged', () => {
  const well = moods?.querySelector<HTMLInputElement>('[value=well]');
  if (well && mood() === 'elsewhere' && wallet.chainId === HARBOUR_CHAIN.id) well.checked = true;
});

announceWallet(wallet);
