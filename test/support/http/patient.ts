/**
 * Time-outs for calls that are not about time: a machine that stands still for some seconds is not to look like a server that does
 * not answer.
 */
export const PATIENT = { connectTimeoutMs: 60_000, replyTimeoutMs: 60_000 };
