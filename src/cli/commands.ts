import { backup } from './backup.ts';
import { claimsExport } from './claims/export.ts';
import { claimsList } from './claims/list.ts';
import { claimsPurge } from './claims/purge.ts';
import { claimsResolve } from './claims/resolve.ts';
import { claimsShow } from './claims/show.ts';
import type { Command } from './command.ts';
import { completionOf } from './completion.ts';
import { deliveriesList } from './deliveries/list.ts';
import { deliveriesSendAgain } from './deliveries/send-again.ts';
import { doctor } from './doctor/doctor.ts';
import { emulate } from './emulate.ts';
import { grant } from './grant/grant.ts';
import { init } from './init/init.ts';
import { ledgerCreate } from './ledger/create.ts';
import { ledgerRestored } from './ledger/restored.ts';
import { ledgerSetAside } from './ledger/set-aside.ts';
import { ledgerShow } from './ledger/show.ts';
import { memberExport } from './member/export.ts';
import { memberForget } from './member/forget.ts';
import { memberLink } from './member/link.ts';
import { memberSignOut } from './member/sign-out.ts';
import { serve } from './serve.ts';

/** Every subcommand of `rewards`, by what is typed for it, in the order in which `--help` lists them. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [
    init,
    serve,
    emulate,
    ledgerCreate,
    ledgerShow,
    backup,
    ledgerRestored,
    ledgerSetAside,
    claimsList,
    claimsShow,
    claimsResolve,
    claimsExport,
    claimsPurge,
    grant,
    deliveriesList,
    deliveriesSendAgain,
    memberExport,
    memberForget,
    memberLink,
    memberSignOut,
    doctor,
    completionOf(() => COMMANDS.values()),
  ].map((command) => [command.name, command]),
);
