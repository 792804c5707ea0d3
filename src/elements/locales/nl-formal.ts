import type { Translation } from '../shared/messages.ts';
import usual from './nl.ts';

export default {
  ...usual,
  memberLabel: 'Uw lid-ID',
  memberHint: 'Het ID van uw account, niet de naam',
  offlineText: 'Controleer uw verbinding en probeer het opnieuw.',
  claimed: 'Dit hebt u al',
  signedUp: 'U bent ingeschreven',
  refusedText: 'Klopt uw lid-ID, en bent u lid?',
  offline: 'U bent offline',
  helpMode: 'Zet in de instellingen van uw community-app de ontwikkelaarsmodus aan.',
  helpMenu: 'Klik met de rechtermuisknop op uw naam of houd hem ingedrukt.',
  checking: 'Even nagaan of u geen robot bent…',
} satisfies Translation;
