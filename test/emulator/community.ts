import { createEmulator, type Emulator, type EmulatorOptions, HARBOUR_LIGHTS } from '../../src/emulator/index.ts';

export const KEY = 'emu_a-key-for-tests-only-9f3c';
export const SERVER = '1172394850617283945';
export const MEMBER = '284915730264819777';
export const ROLE = '1172403582910473651';
export const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

export type Fields = Record<string, string>;

export const AWARD: Fields = { user_id: MEMBER, points: '10', remark: 'Daily check-in' };
export const ASSIGNMENT: Fields = { user_id: MEMBER, role_id: ROLE, remark: 'Signed up' };

/** An emulator of Harbour Lights with a known key and a clock that stands still. */
export function harbour(options: EmulatorOptions = {}): Emulator {
  return createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey: KEY }], now: () => NOW, ...options });
}

/** A call of the service's API as its document describes it. */
export function call(path: string, fields: Fields, headers: Fields = {}, signal?: AbortSignal): Request {
  return new Request(`http://emulator.test${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-api-key': KEY, ...headers },
    body: new URLSearchParams(fields),
    signal: signal ?? null,
  });
}

export const award = (fields: Fields = {}, headers?: Fields) =>
  call('/1/points/award', { ...AWARD, ...fields }, headers);
export const assign = (fields: Fields = {}, headers?: Fields) =>
  call('/1/role/assign', { ...ASSIGNMENT, ...fields }, headers);

/** A call of the control API. */
export function control(method: string, path: string, body?: unknown, headers: Fields = {}): Request {
  return new Request(`http://emulator.test/emulator${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** A member of Harbour Lights as it is now. */
export function memberNow(emulator: Emulator, id = MEMBER) {
  const member = emulator.state.server(SERVER).members.find((candidate) => candidate.id === id);
  if (!member) throw new Error(`no member ${id}`);
  return member;
}
