import * as z from 'zod/mini';

/** The form fields of `POST /1/points/award` (service API, section 4.1). `points` is an integer in decimal digits. */
export const AwardForm = z.object({
  user_id: z.string(),
  points: z.string().check(z.regex(/^-?\d+$/)),
  remark: z.string(),
});
export type AwardForm = z.infer<typeof AwardForm>;

/** The form fields of `POST /1/role/assign` (service API, section 4.2). */
export const RoleForm = z.object({ user_id: z.string(), role_id: z.string(), remark: z.string() });
export type RoleForm = z.infer<typeof RoleForm>;

/** `data` of a successful award (service API, section 2.2). */
export const AwardEcho = z.object({ user_id: z.string(), points: z.int(), remark: z.string() });
export type AwardEcho = z.infer<typeof AwardEcho>;

/** `data` of a successful assignment (service API, section 2.3). */
export const RoleEcho = z.object({ user_id: z.string(), role_id: z.string(), remark: z.string() });
export type RoleEcho = z.infer<typeof RoleEcho>;

/** The envelope of every reply whose form is documented (service API, section 2.1). Unit and epoch of `ts` are not documented. */
export const Envelope = z.object({
  code: z.int(),
  error: z.string(),
  data: z.optional(z.unknown()),
  ts: z.optional(z.number()),
});
export type Envelope = z.infer<typeof Envelope>;

/** The paths below the base URL (service API, section 4). */
export const PATHS = { award: '/1/points/award', assign: '/1/role/assign' } as const;
