/**
 * A local stand-in for the Community Rewards Service: its API as a web handler, with a community, faults, and an HTTP API that
 * reads and changes both (`control-api.ts`). It uses only web standards, so it runs in Node, in a worker and in a page. Imports
 * the service's wire schemas, hono and zod.
 *
 * Decision: `assumptions.ts` lists everything that the service's document does not show, as the emulator's own choice.
 */
export type { CallEntry, CallLog } from './call-log.ts';
export { type AssumptionsOptions, type FailureName, FAILURES } from './assumptions.ts';
export type { Member, Role } from './community.ts';
export type { BuiltFiles as ConsoleFiles } from '../common/built-page.ts';
export { ConnectionReset } from './connection-reset.ts';
export { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts';
export { EmulatorError } from './emulator-error.ts';
export type { AwardEvent, EmulatorEvent, Listener, RoleEvent, StateChange, StateEvent } from './events.ts';
export { type Endpoint, Fault, type FaultInput, type Faults } from './faults.ts';
export { HARBOUR_LIGHTS } from './harbour-lights.ts';
export type { Links } from './links.ts';
export type { KeyView } from './keys.ts';
export { newApiKey } from './random.ts';
export { MemberChange, MemberSeed, RoleSeed, ServerChange, ServerSeed } from './seed.ts';
export type { EmulatorState, ServerView } from './state.ts';
