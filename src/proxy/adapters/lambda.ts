import { Buffer } from 'node:buffer';
import type { Handler } from '../http/handler.ts';

/** A request to a function on AWS Lambda: payload format 2.0, of API Gateway's HTTP APIs and of function URLs. */
export interface LambdaEvent {
  rawPath: string;
  rawQueryString: string;
  headers: Readonly<Record<string, string | undefined>>;
  cookies?: readonly string[];
  body?: string | null;
  isBase64Encoded: boolean;
  requestContext: { domainName: string; stage?: string; http: { method: string; sourceIp: string } };
}

/** The function's result, in the same format. */
export interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: string;
  isBase64Encoded: boolean;
}

/** The stage that is not a part of the path. */
const DEFAULT_STAGE = '$default';
const OTHER_FORMAT =
  'the event is not of payload format 2.0: put the function behind an HTTP API or a function URL, not behind a REST API or a load balancer';
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|javascript)\b)/;

/**
 * A function for AWS Lambda that hands requests to the handler. The client's address is the one that AWS gives: `sourceIp`. Rejects if the handler
 * rejects, if the body of its response fails, or with `TypeError` if the event has another format. AWS then answers with its own error.
 *
 * @example
 * export const handler = toLambdaHandler(proxy);
 */
export function toLambdaHandler({ fetch }: Handler): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    if (!('rawPath' in event)) throw new TypeError(OTHER_FORMAT);
    const response = await fetch(requestOf(event), { clientAddress: event.requestContext.http.sourceIp });
    return resultOf(response);
  };
}

function requestOf(event: LambdaEvent): Request {
  const { rawQueryString, cookies = [], body, isBase64Encoded, requestContext } = event;
  const { domainName, stage = DEFAULT_STAGE, http } = requestContext;
  const headers = new Headers();
  for (const [name, value] of Object.entries(event.headers)) if (value !== undefined) headers.append(name, value);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const prefix = `/${stage}/`;
  const path =
    stage !== DEFAULT_STAGE && event.rawPath.startsWith(prefix)
      ? event.rawPath.slice(prefix.length - 1)
      : event.rawPath;
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
  const content = typeof body === 'string' && isBase64Encoded ? Buffer.from(body, 'base64') : body;
  return new Request(`https://${domainName}${path}${query}`, {
    method: http.method,
    headers,
    ...(typeof body === 'string' && !/^(?:GET|HEAD)$/.test(http.method) && { body: content }),
  });
}

async function resultOf(response: Response): Promise<LambdaResult> {
  const headers = new Headers(response.headers);
  const cookies = headers.getSetCookie();
  headers.delete('set-cookie');
  const content = Buffer.from(await response.arrayBuffer());
  const isText = content.length === 0 || TEXT.test(headers.get('content-type') ?? '');
  return {
    statusCode: response.status,
    headers: Object.fromEntries(headers),
    cookies,
    body: content.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}
