import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';

/** The id of a server, member or role. The service does not document the format. */
export const Id = z
  .string()
  .check(z.regex(/^[A-Za-z0-9._:-]{1,64}$/, 'must be a string of 1 to 64 letters, digits or any of . _ : -'));
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const Tier = z.enum(['highest', 'lower']);
const IdReading = z.enum(['exact', 'lenient']);

/** A role of a community server. Without an id it gets a new one. */
export const RoleSeed = z.strictObject({
  id: z.optional(Id),
  name: Name,
  color: withDefault(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3fa7d6')), '#8a94a6'),
});
export type RoleSeed = z.input<typeof RoleSeed>;

/** A member of a community server. `roles` are ids of the server's roles. Without an id it gets a new one. */
export const MemberSeed = z.strictObject({
  id: z.optional(Id),
  name: Name,
  points: withDefault(z.int(), 0),
  roles: withDefault(z.array(Id), []),
});
export type MemberSeed = z.input<typeof MemberSeed>;

/**
 * A community server to begin with. `tier` and `botAdded` are prerequisites of the service (service API, section 1).
 * `memberIds`: whether a `user_id` names a member by the same text alone, or also by the same number (`lenient-id.ts`).
 * `apiKey` is its live key, for demos that need a known one; without it the server has no key yet.
 */
export const ServerSeed = z.strictObject({
  id: z.optional(Id),
  name: Name,
  tier: withDefault(Tier, 'highest'),
  botAdded: withDefault(z.boolean(), true),
  memberIds: withDefault(IdReading, 'exact'),
  roles: withDefault(z.array(RoleSeed), []),
  members: withDefault(z.array(MemberSeed), []),
  apiKey: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 printable ASCII characters without spaces')),
  ),
});
export type ServerSeed = z.input<typeof ServerSeed>;

/** What can be changed of a server; what is left out stays. */
export const ServerChange = z.strictObject({
  name: z.optional(Name),
  tier: z.optional(Tier),
  botAdded: z.optional(z.boolean()),
  memberIds: z.optional(IdReading),
});
export type ServerChange = z.infer<typeof ServerChange>;

/** What can be changed of a member; what is left out stays. */
export const MemberChange = z.strictObject({
  name: z.optional(Name),
  points: z.optional(z.int()),
  roles: z.optional(z.array(Id)),
});
export type MemberChange = z.infer<typeof MemberChange>;
