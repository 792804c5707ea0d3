import https from 'node:https';
import { errorCode } from '../../common/error-code.ts';
import { type Findings, CHECK_LIMIT_MS } from '../../common/finding.ts';
import { isLoopback } from '../../service/index.ts';
import { describeError } from '../../service/text.ts';

const CLOCK_TOLERANCE_MS = 30_000;
/** How the addresses of the service's calls begin, below its base address. */
const CALLS = /\/1(?:\/(?:points|role)(?:\/\w+)?)?\/?$/;

/** What an owner can do, by the code of what went wrong. */
const ADVICE: readonly [codes: RegExp, text: string][] = [
  [
    /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/,
    "If an authority of your own signed its certificate, name that authority's file in the variable NODE_EXTRA_CA_CERTS",
  ],
  [/_NO_APPLICATION_PROTOCOL$/, 'It does not speak HTTP/1.1, which the proxy needs'],
  [/_CERTIFICATE_REQUIRED$/, 'It asks for a certificate, and the proxy shows none'],
];

/** What the network's proxy answered in the place of a tunnel. */
const NO_TUNNEL = /Proxy response \((\d+)\)/;

/**
 * Looks whether the service can be reached, without spending anything: one GET of its base address without the key, by the way that
 * claims go. What it answers matters only where that tells of something in between, because the service has no address for that.
 */
export async function checkService(name: string, baseUrl: string, findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of(name);
  const { host, origin, pathname, protocol } = new URL(baseUrl);
  if (CALLS.test(pathname)) {
    warn(
      'the baseUrl ends with a part of /1/points/award, which the proxy adds by itself: leave that part out, or each claim is refused with 404',
    );
  }
  let response: Response;
  try {
    response = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(CHECK_LIMIT_MS) });
    await response.body?.cancel();
  } catch (error) {
    fail([unreached(baseUrl, error), ...adviceFor(baseUrl, error)].join('. '));
    return;
  }
  ok(`${host} answers${protocol === 'https:' ? ', with a certificate that is trusted' : ''}`);
  const next = URL.parse(response.headers.get('location') ?? '', baseUrl);
  if (response.status >= 300 && response.status < 400 && next && next.origin !== origin) {
    warn(
      `${host} leads on to ${next.origin}. A claim that is led on would wait for your decision: if the service is there, make that the baseUrl`,
    );
  }
  if (response.status >= 500) {
    warn(`${host} answers ${response.status}: it may be in trouble, or something in front of it`);
  }
  const offMs = Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now());
  if (offMs > CLOCK_TOLERANCE_MS) {
    warn(`the clocks of ${host} and of this machine are ${Math.round(offMs / 1000)} seconds apart: set this one right`);
  }
}

function unreached(baseUrl: string, error: unknown): string {
  const { hostname, host } = new URL(baseUrl);
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${host} has not answered within ${CHECK_LIMIT_MS / 1000} seconds`;
  }
  const cause = causeOf(error);
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(codeOf(error))) {
    const name = cause && 'hostname' in cause ? String(cause.hostname) : hostname;
    const where = name === hostname ? 'baseUrl' : 'HTTPS_PROXY';
    return `${name} cannot be found: ${describeError(error)}. Check ${where} and this machine's name server`;
  }
  return `${host} cannot be reached: ${describeError(error)}`;
}

function adviceFor(baseUrl: string, error: unknown): string[] {
  const advice = ADVICE.flatMap(([codes, text]) => (codes.test(codeOf(error)) ? [text] : []));
  const { env } = process;
  const url = new URL(baseUrl);
  const isSet = Boolean(env['HTTPS_PROXY'] || env['https_proxy']) && !isLoopback(url.hostname);
  if (isSet) advice.push(proxyAdvice(url, error));
  else if (codeOf(error) === 'ECONNREFUSED') advice.push(nothingListens(url));
  return advice;
}

function nothingListens({ hostname }: URL): string {
  const emulated = isLoopback(hostname) ? ', and is the emulator running (npx rewards emulate)' : '';
  return `Nothing listens there: is baseUrl right${emulated}?`;
}

/** Advice if a network proxy is set. */
function proxyAdvice({ hostname, port }: URL, error: unknown): string {
  if (!https.globalAgent.options?.proxyEnv) return 'HTTPS_PROXY is set, but counts only with NODE_USE_ENV_PROXY=1';
  const status = NO_TUNNEL.exec(causeOf(error)?.message ?? '')?.[1];
  if (status === '407') {
    return 'The proxy in HTTPS_PROXY asks for a name and a password: write them into it, as in http://user:password@proxy.example:3128';
  }
  if (status !== undefined) {
    return `The proxy in HTTPS_PROXY gives no tunnel: have it allow CONNECT to ${hostname}:${port || '443'}`;
  }
  return 'The way leads through the proxy in HTTPS_PROXY, unless NO_PROXY has an exception';
}

function codeOf(error: unknown): string {
  return errorCode(causeOf(error)) ?? '';
}

/** The innermost cause. */
function causeOf(error: unknown): Error | null {
  if (!(error instanceof Error)) return null;
  return causeOf(error.cause) ?? error;
}
