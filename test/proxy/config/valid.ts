import { KEY } from '../support/key.ts';

export const ACTION = { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily' };
export const SERVICE = { baseUrl: 'https://service.example', apiKey: KEY };
/** A whole config, and the least that one needs. */
export const VALID = { service: SERVICE, origins: ['https://example.org'], actions: { daily: ACTION } };

/** The same with changes to its action. */
export const daily = (changes: object): unknown => ({ ...VALID, actions: { daily: { ...ACTION, ...changes } } });
/** The same with changes to its service. */
export const service = (changes: object): unknown => ({ ...VALID, service: { ...SERVICE, ...changes } });
