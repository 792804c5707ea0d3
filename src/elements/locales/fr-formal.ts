import type { Translation } from '../shared/messages.ts';
import usual from './fr.ts';

export default {
  ...usual,
  memberLabel: 'Votre identifiant de membre',
  memberHint: 'L’identifiant de votre compte, pas son nom',
  offlineText: 'Vérifiez votre connexion et réessayez.',
  pendingText: 'C’est envoyé. N’envoyez pas une deuxième fois\u00A0: cette page continue de vérifier.',
  claimed: 'Vous l’avez déjà',
  signedUp: 'Votre inscription est enregistrée',
  refusedText: 'Votre identifiant est-il bon, et êtes-vous membre\u00A0?',
  owner: 'Prévenez le responsable de ce site.',
  offline: 'Vous êtes hors ligne',
  again: 'Réessayez\u00A0: ça ne compte jamais deux fois.',
  signIn: 'Connectez-vous d’abord sur ce site.',
  check: 'Vérifiez ce champ.',
  memberInvalid: 'Ce n’est pas un identifiant de membre. Copiez-le à nouveau.',
  helpMode: 'Dans les paramètres de l’appli de votre communauté, activez le mode développeur.',
  helpMenu: 'Faites un clic droit sur votre nom, ou appuyez longuement dessus.',
  helpCopy: 'Choisissez «\u00A0Copier l’identifiant de l’utilisateur\u00A0» et collez-le ici.',
  checking: 'On vérifie que vous n’êtes pas un robot…',
  robot: 'La vérification a échoué. Réessayez.',
} satisfies Translation;
