import type { Translation } from '../shared/messages.ts';
import usual from './de.ts';

export default {
  ...usual,
  memberLabel: 'Ihre Mitglieds-ID',
  memberHint: 'Die ID Ihres Kontos, nicht der Name',
  offlineText: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  pendingText: 'Das wurde gesendet. Bitte senden Sie es nicht noch einmal: Diese Seite fragt weiter nach.',
  claimed: 'Das haben Sie schon',
  signedUp: 'Sie sind dabei',
  refusedText: 'Stimmt die ID, und sind Sie beigetreten?',
  owner: 'Bitte sagen Sie dem Betreiber dieser Seite Bescheid.',
  offline: 'Sie sind offline',
  again: 'Bitte versuchen Sie es noch einmal: Es zählt nie doppelt.',
  signIn: 'Bitte melden Sie sich erst auf dieser Seite an.',
  check: 'Bitte prüfen Sie das.',
  memberInvalid: 'Keine Mitglieds-ID. Kopieren Sie sie noch einmal.',
  helpMode: 'Schalten Sie in den Einstellungen Ihrer Community-App den Entwicklermodus ein.',
  helpMenu: 'Klicken Sie mit der rechten Maustaste auf Ihren Namen oder halten Sie ihn gedrückt.',
  helpCopy: 'Wählen Sie „Nutzer-ID kopieren“ und fügen Sie sie hier ein.',
  checking: 'Prüfung, dass Sie kein Roboter sind …',
  robot: 'Die Prüfung ist misslungen. Bitte versuchen Sie es noch einmal.',
} satisfies Translation;
