import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LambdaEvent, toLambdaHandler } from '../../../src/proxy/adapters/lambda.ts';

/** An event as AWS' manual shows it ("Invoking Lambda function URLs", and payload format 2.0 of HTTP APIs). */
const EVENT = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/my/path',
  rawQueryString: 'parameter1=value1&parameter1=value2&parameter2=value',
  cookies: ['cookie1', 'cookie2'],
  headers: { header1: 'value1', header2: 'value1,value2' },
  queryStringParameters: { parameter1: 'value1,value2', parameter2: 'value' },
  requestContext: {
    accountId: '123456789012',
    apiId: '<urlid>',
    authentication: null,
    domainName: 'abcdefg.lambda-url.us-west-2.on.aws',
    domainPrefix: 'abcdefg',
    http: { method: 'POST', path: '/my/path', protocol: 'HTTP/1.1', sourceIp: '203.0.113.9', userAgent: 'agent' },
    requestId: 'id',
    routeKey: '$default',
    stage: '$default',
    time: '12/Mar/2020:19:03:58 +0000',
    timeEpoch: 1583348638390,
  },
  body: 'Hello from client!',
  pathParameters: null,
  isBase64Encoded: false,
  stageVariables: null,
};

function eventWith(changes: Partial<LambdaEvent>, method = 'POST', stage = '$default'): LambdaEvent {
  const { requestContext } = EVENT;
  return {
    ...EVENT,
    requestContext: { ...requestContext, stage, http: { ...requestContext.http, method } },
    ...changes,
  };
}

/** Answers with what came. */
const echo = toLambdaHandler({
  fetch: async (request, connection) =>
    Response.json({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      from: connection?.clientAddress,
    }),
});

async function seenOf(event: LambdaEvent): Promise<Record<string, unknown>> {
  return JSON.parse((await echo(event)).body) as Record<string, unknown>;
}

describe('the Lambda adapter', () => {
  it('hands over method, address, headers, cookies, body, and whose the request is', async () => {
    const { headers, ...seen } = await seenOf(EVENT);
    assert.deepEqual(seen, {
      method: 'POST',
      url: 'https://abcdefg.lambda-url.us-west-2.on.aws/my/path?parameter1=value1&parameter1=value2&parameter2=value',
      body: 'Hello from client!',
      from: '203.0.113.9',
    });
    assert.partialDeepStrictEqual(headers, { header1: 'value1', header2: 'value1,value2', cookie: 'cookie1; cookie2' });
  });

  it('decodes a body that AWS has encoded, and gives none to a GET', async () => {
    const body = Buffer.from('memberId=grüß').toString('base64');
    assert.equal((await seenOf(eventWith({ body, isBase64Encoded: true }))).body, 'memberId=grüß');
    assert.equal((await seenOf(eventWith({ rawQueryString: '' }, 'GET'))).body, '');
  });

  it('takes the name of a stage off the path, and nothing else that looks like it', async () => {
    const path = async (rawPath: string, stage: string) =>
      new URL(String((await seenOf(eventWith({ rawPath }, 'GET', stage))).url)).pathname;
    assert.equal(await path('/prod/rewards/health', 'prod'), '/rewards/health');
    assert.equal(await path('/production/rewards', 'prod'), '/production/rewards');
    assert.equal(await path('/rewards/health', '$default'), '/rewards/health');
  });

  it('brings back status, headers, each cookie by itself, and text as it is', async () => {
    const headers = new Headers({ 'content-type': 'application/problem+json', 'retry-after': '5' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2; Secure');
    const answer = toLambdaHandler({ fetch: async () => new Response('{"title":"grüß"}', { status: 429, headers }) });
    assert.deepEqual(await answer(EVENT), {
      statusCode: 429,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '5' },
      cookies: ['a=1', 'b=2; Secure'],
      body: '{"title":"grüß"}',
      isBase64Encoded: false,
    });
  });

  it('encodes what is no text, and answers nothing with nothing', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_byte, at) => at % 251);
    const image = toLambdaHandler({
      fetch: async () => new Response(bytes, { headers: { 'content-type': 'image/png' } }),
    });
    const { body, isBase64Encoded } = await image(EVENT);
    assert.ok(isBase64Encoded);
    assert.ok(Buffer.from(body, 'base64').equals(bytes));
    const empty = toLambdaHandler({ fetch: async () => new Response(null, { status: 204 }) });
    assert.deepEqual(await empty(EVENT), {
      statusCode: 204,
      headers: {},
      cookies: [],
      body: '',
      isBase64Encoded: false,
    });
  });

  it('says what it needs where the event is of a REST API or of a load balancer', async () => {
    const others = [
      { version: '1.0', path: '/a', httpMethod: 'GET', headers: {}, requestContext: { identity: {}, stage: 'prod' } },
      { path: '/a', httpMethod: 'GET', headers: {}, requestContext: { elb: {} }, isBase64Encoded: false },
      { version: '0', source: 'aws.events', detail: {} },
    ];
    for (const event of others) {
      await assert.rejects(
        echo(event as unknown as LambdaEvent),
        /^TypeError: .*payload format 2\.0: put the function/,
      );
    }
  });
});
