import type { Translation } from '../shared/messages.ts';
import usual from './es.ts';

export default {
  ...usual,
  memberLabel: 'Su ID de miembro',
  memberHint: 'El ID de su cuenta, no el nombre',
  offlineText: 'Compruebe su conexión e inténtelo de nuevo.',
  pendingText: 'Ya se envió. No lo envíe otra vez: esta página sigue comprobándolo.',
  claimed: 'Esto ya lo tiene',
  signedUp: 'Su inscripción está hecha',
  refusedText: '¿Es correcto su ID y ya es miembro?',
  owner: 'Avise a quien administra este sitio.',
  offline: 'No tiene conexión',
  again: 'Inténtelo de nuevo: nunca cuenta dos veces.',
  signIn: 'Primero inicie sesión en este sitio.',
  check: 'Revise esto.',
  memberInvalid: 'No es un ID de miembro. Cópielo otra vez.',
  helpMode: 'En los ajustes de la app de su comunidad, active el modo de desarrollador.',
  helpMenu: 'Haga clic derecho en su nombre o manténgalo pulsado.',
  helpCopy: 'Elija «Copiar ID de usuario» y péguelo aquí.',
  checking: 'Comprobando que no es un robot…',
  robot: 'La comprobación falló. Inténtelo de nuevo.',
} satisfies Translation;
