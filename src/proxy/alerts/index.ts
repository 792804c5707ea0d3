/**
 * Alerts to the owner: suspicious patterns, budgets that end, and failures that prevent claims. Imports the proxy's problem replies, logger and
 * secrets. Nothing here is between a claim and the service, so alerts never delay a claim.
 */
export { AlertQueue } from './alert-queue.ts';
export { AlertMonitor } from './alert-monitor.ts';
export { type Alert, type AlertEvent, type AlertHook, Alerts } from './alerts.ts';
export { type MemberNames, memberNames } from './member-names.ts';
export { type AlertChannels, createAlertChannels } from './channels.ts';
export { post, type Posted } from './post.ts';
export { signedForm, webhookChannel, type WebhookSettings } from './webhook.ts';
export { isWebhookSecret, WEBHOOK_SECRET_RULE } from './webhook-secret.ts';
export { webhookHeaders } from './webhook-signature.ts';
