import type { Command } from './command.ts';
import { completionOf } from './completion.ts';
import { keepCompiled } from './keep-compiled.ts';

/**
 * Every subcommand of `rewards`, by what is typed for it, in the order in which `--help` lists them. Each is loaded when it is asked for:
 * all of them together take half a second.
 */
export const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['init', () => import('./init/init.ts').then(({ init }) => init)],
  ['serve', loadServe],
  ['emulate', () => import('./emulate.ts').then(({ emulate }) => emulate)],
  ['ledger create', () => import('./ledger/create.ts').then(({ ledgerCreate }) => ledgerCreate)],
  ['ledger show', () => import('./ledger/show.ts').then(({ ledgerShow }) => ledgerShow)],
  ['backup', () => import('./backup.ts').then(({ backup }) => backup)],
  ['ledger restored', () => import('./ledger/restored.ts').then(({ ledgerRestored }) => ledgerRestored)],
  ['ledger set-aside', () => import('./ledger/set-aside.ts').then(({ ledgerSetAside }) => ledgerSetAside)],
  ['claims list', () => import('./claims/list.ts').then(({ claimsList }) => claimsList)],
  ['claims show', () => import('./claims/show.ts').then(({ claimsShow }) => claimsShow)],
  ['claims resolve', () => import('./claims/resolve.ts').then(({ claimsResolve }) => claimsResolve)],
  ['claims export', () => import('./claims/export.ts').then(({ claimsExport }) => claimsExport)],
  ['claims purge', () => import('./claims/purge.ts').then(({ claimsPurge }) => claimsPurge)],
  ['code show', () => import('./code/show.ts').then(({ codeShow }) => codeShow)],
  ['grant', () => import('./grant/grant.ts').then(({ grant }) => grant)],
  ['deliveries list', () => import('./deliveries/list.ts').then(({ deliveriesList }) => deliveriesList)],
  [
    'deliveries send-again',
    () => import('./deliveries/send-again.ts').then(({ deliveriesSendAgain }) => deliveriesSendAgain),
  ],
  ['member export', () => import('./member/export.ts').then(({ memberExport }) => memberExport)],
  ['member forget', () => import('./member/forget.ts').then(({ memberForget }) => memberForget)],
  ['member link', () => import('./member/link.ts').then(({ memberLink }) => memberLink)],
  ['member sign-out', () => import('./member/sign-out.ts').then(({ memberSignOut }) => memberSignOut)],
  ['doctor', () => import('./doctor/doctor.ts').then(({ doctor }) => doctor)],
  ['completion', async () => completionOf(allCommands)],
]);

/** What takes longest to load, and is started again whenever it was stopped. */
async function loadServe(): Promise<Command> {
  keepCompiled();
  return (await import('./serve/serve.ts')).serve;
}

/** All of them, for listing. */
export function allCommands(): Promise<Command[]> {
  return Promise.all(Array.from(COMMANDS.values(), (load) => load()));
}
