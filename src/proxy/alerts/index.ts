/**
 * What the owner can do about abuse: lists of members, and word of suspicious patterns. Imports the proxy's problem replies,
 * its logger and its secrets; nothing here is on the way between a claim and the service.
 */
export { MemberGuard, type MemberList, type MemberRules } from '../claims/member-guard.ts';
export { type MemberNames, memberNames } from './member-names.ts';
export { type Suspicion, type SuspicionEvent, type SuspicionHook, Suspicions } from './suspicion.ts';
export { SuspicionWatch } from './suspicion-watch.ts';
export { Webhook, type WebhookSettings } from './webhook.ts';
export { isWebhookSecret, WEBHOOK_SECRET_RULE } from './webhook-signature.ts';
