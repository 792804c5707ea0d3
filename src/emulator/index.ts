/**
 * A local stand-in for the Community Rewards Service: its API as a web handler (`api/`), with faults, its community (`state/`), and an
 * HTTP API that reads and changes both (`control/`), which the console calls (`console/`). It uses only web standards, so it runs in
 * Node, in a worker and in a page. Imports the service's wire schemas, hono and zod.
 *
 * Decision: `api/assumptions.ts` lists everything that the service's document does not show, as the emulator's own choice.
 */
export type { CallEntry, CallLog } from './api/call-log.ts';
export type { AssumptionsOptions } from './api/assumptions.ts';
export { type FailureName, FAILURES } from './api/failures.ts';
export type { Member, Role } from './state/community.ts';
export type { BuiltFiles as ConsoleFiles } from '../common/built-page.ts';
export { ConnectionReset } from './api/connection-reset.ts';
export { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts';
export { EmulatorError } from './emulator-error.ts';
export type {
  AwardEvent,
  EmulatorEvent,
  Listener,
  RewardEvent,
  RoleEvent,
  StateChange,
  StateEvent,
} from './control/events.ts';
export { type Endpoint, Fault, type FaultInput, type Faults } from './api/faults.ts';
export { HARBOUR_LIGHTS } from './state/harbour-lights.ts';
export type { Links } from './links.ts';
export type { KeyView } from './state/keys.ts';
export { newApiKey } from './state/random.ts';
export { MemberChange, MemberSeed, RoleSeed, ServerChange, ServerSeed } from './state/seed.ts';
export type { EmulatorState, ServerView } from './state/state.ts';
