/**
 * What the owner is told of: patterns that look suspicious, and failures that keep claims from being made. Imports the proxy's
 * problem replies, its logger and its secrets; nothing here is on the way between a claim and the service.
 */
export { AlertQueue } from './alert-queue.ts';
export { AlertMonitor } from './alert-monitor.ts';
export { type Alert, type AlertEvent, type AlertHook, Alerts } from './alerts.ts';
export { type MemberNames, memberNames } from './member-names.ts';
export { type Outlets, outletsFor } from './outlets.ts';
export { post, type Posted } from './post.ts';
export { signedForm, webhookCarrier, type WebhookSettings } from './webhook.ts';
export { isWebhookSecret, WEBHOOK_SECRET_RULE } from './webhook-secret.ts';
export { webhookHeaders } from './webhook-signature.ts';
