import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClientAddresses, rangeProblem } from '../../../src/proxy/client-address/index.ts';

const TRUSTED = ['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48'];
const addresses = new ClientAddresses({ trustedProxies: TRUSTED });

function requestFrom(forwarded?: string, header = 'x-forwarded-for'): Request {
  return new Request('http://localhost/', { headers: forwarded === undefined ? {} : { [header]: forwarded } });
}

function clientOf(peer: string | undefined, forwarded?: string): string | null {
  return addresses.of(requestFrom(forwarded), peer).client;
}

/** What connected, what it says for whom, and who the client is. */
type Case = [what: string, peer: string | undefined, forwarded: string | undefined, client: string | null];

const WITHOUT_PROXY: Case[] = [
  ['an IPv4 address', '203.0.113.9', undefined, '203.0.113.9'],
  ['an IPv4 address in IPv6', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
  ['the same in hexadecimal', '::ffff:cb00:7109', undefined, '203.0.113.9'],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['another of the same /64', '2001:db8:1:2::1', undefined, '2001:db8:1:2::/64'],
  ['one of the next /64', '2001:db8:1:3::1', undefined, '2001:db8:1:3::/64'],
  ['an address in a house', '192.168.1.20', undefined, '192.168.1.20'],
  ['one of this machine, where no visitor can be', '127.0.0.1', undefined, null],
  ['the same in IPv6', '::1', undefined, null],
  ['an address of one link, whose network all have', 'fe80::1%eth0', undefined, 'fe80:0:0:0:0:0:0:1'],
  ['no address', undefined, undefined, null],
  ['an empty one', '', undefined, null],
  ['the path of a socket', '/run/rewards.sock', undefined, null],
];

const SPOOFED: Case[] = [
  ['a client that says it is another', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a client that says it is trusted', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['a client that says so behind a proxy', '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['a client that says it is a proxy', '10.0.0.1', '10.0.0.2, 203.0.113.9', '203.0.113.9'],
  ['a client that sends garbage', '10.0.0.1', '<script>, 203.0.113.9', '203.0.113.9'],
  ['a client with a list of 10,000', '10.0.0.1', `${'198.51.100.1, '.repeat(10_000)}203.0.113.9`, '203.0.113.9'],
  ['a client with 10,000 trusted ones', '10.0.0.1', `${'10.0.0.2, '.repeat(10_000)}203.0.113.9`, '203.0.113.9'],
  ['a request with no address that names one', undefined, '203.0.113.9', null],
];

const BEHIND_PROXIES: Case[] = [
  ['one', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['one that connects by IPv6', '2001:db8:ffff::1', '203.0.113.9', '203.0.113.9'],
  ['one that connects by IPv4 in IPv6', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a single trusted address', '192.0.2.7', '203.0.113.9', '203.0.113.9'],
  ['the address beside it', '192.0.2.8', '203.0.113.9', '192.0.2.8'],
  ['one that is not trusted, on this machine', '127.0.0.1', '203.0.113.9', null],
  ['one that is not trusted, in the own network', '172.17.0.1', '203.0.113.9', null],
  ['three', '10.0.0.1', '203.0.113.9, 10.2.3.4,192.0.2.7', '203.0.113.9'],
  ['one that adds the port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['one that adds port and brackets', '10.0.0.1', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['one that adds brackets', '10.0.0.1', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['one that adds a zone', '10.0.0.1', 'fe80::9%25en0', 'fe80:0:0:0:0:0:0:9'],
  ['one that writes IPv4 as IPv6', '10.0.0.1', '::FFFF:203.0.113.9', '203.0.113.9'],
  ['one that adds space', '10.0.0.1', ' \t203.0.113.9 ', '203.0.113.9'],
  ['one that says nothing', '10.0.0.1', undefined, null],
  ['one that asks for another proxy', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
];

const UNREADABLE: Case[] = [
  ['no address', '10.0.0.1', 'unknown', null],
  ['a name', '10.0.0.1', 'visitor.example', null],
  ['nothing behind the comma', '10.0.0.1', '203.0.113.9,', null],
  ['a short form', '10.0.0.1', '127.1', null],
  ['an octal number', '10.0.0.1', '0177.0.0.1', null],
  ['a hexadecimal number', '10.0.0.1', '0x7f000001', null],
  ['a number', '10.0.0.1', '2130706433', null],
  ['too large a number', '10.0.0.1', '203.0.113.256', null],
  ['a range', '10.0.0.1', '203.0.113.0/24', null],
  ['too many groups', '10.0.0.1', '1:2:3:4:5:6:7:8:9', null],
  ['an open bracket', '10.0.0.1', '[2001:db8::1', null],
  ['an endless word', '10.0.0.1', '1'.repeat(100_000), null],
  ['an endless chain of proxies', '10.0.0.1', '10.0.0.2,'.repeat(100) + '10.0.0.3', null],
];

describe('the client of a request', () => {
  const groups: [string, Case[]][] = [
    ['without a proxy', WITHOUT_PROXY],
    ['with an invented X-Forwarded-For', SPOOFED],
    ['behind trusted proxies', BEHIND_PROXIES],
    ['behind a proxy that says what cannot be read', UNREADABLE],
  ];
  for (const [group, cases] of groups) {
    for (const [what, peer, forwarded, client] of cases) {
      it(`${group}: ${what}`, () => assert.equal(clientOf(peer, forwarded), client));
    }
  }
});

describe('a client whose address is another in disguise', () => {
  const cases: [what: string, peer: string, client: string][] = [
    ['IPv4 behind NAT64', '64:ff9b::203.0.113.9', '203.0.113.9'],
    ['another behind the same NAT64', '64:ff9b::c633:6401', '198.51.100.1'],
    [
      'behind a NAT64 of the own network, whose form is not known',
      '64:ff9b:1:2::cb00:7109',
      '64:ff9b:1:2:0:0:cb00:7109',
    ],
    ['6to4', '2002:cb00:7109:1:2:3:4:5', '203.0.113.9'],
    ['another network of the same 6to4', '2002:cb00:7109:ffff::1', '203.0.113.9'],
    ['Teredo, which has the address inverted', '2001:0:4136:e378:8000:63bf:34ff:8ef6', '203.0.113.9'],
    ['another of the same Teredo server', '2001:0:4136:e378:8000:63bf:399b:9bfe', '198.100.100.1'],
    ['translated without state', '::ffff:0:203.0.113.9', '203.0.113.9'],
    ['IPv4-compatible', '::203.0.113.9', '203.0.113.9'],
    ['beside Teredo', '2001:1::1', '2001:1:0:0::/64'],
  ];
  for (const [what, peer, client] of cases) {
    it(`is told by that: ${what}`, () => {
      assert.equal(clientOf(peer), client);
      assert.equal(clientOf('10.0.0.1', peer), client);
    });
  }

  it('is not trusted for it', () => {
    assert.equal(clientOf('64:ff9b::10.0.0.1', '198.51.100.1'), '10.0.0.1');
    assert.equal(clientOf('2002:a00:1::1', '198.51.100.1'), '10.0.0.1');
  });
});

describe('the network that counts as one client', () => {
  const of = (ipv6Prefix: number, peer: string) =>
    new ClientAddresses({ trustedProxies: [], ipv6Prefix }).of(requestFrom(), peer).client;

  it('has as many bits as the owner says', () => {
    assert.equal(of(48, '2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48');
    assert.equal(of(56, '2001:db8:1:2ff:3:4:5:6'), '2001:db8:1:200::/56');
    assert.equal(of(60, '2001:db8:1:2ff:3:4:5:6'), '2001:db8:1:2f0::/60');
    assert.equal(of(64, '2001:db8:1:2ff:3:4:5:6'), '2001:db8:1:2ff::/64');
    assert.equal(of(128, '2001:db8:1:2:3:4:5:6'), '2001:db8:1:2:3:4:5:6');
    assert.equal(of(32, '203.0.113.9'), '203.0.113.9');
  });
});

describe('a header that the host writes', () => {
  const byHost = new ClientAddresses({ trustedProxies: TRUSTED, header: 'Fly-Client-IP' });
  const from = (peer: string | undefined, header: string, value: string) =>
    byHost.of(requestFrom(value, header), peer).client;

  it('is believed of trusted proxies, and where it is not known who connects', () => {
    assert.equal(from('10.0.0.1', 'fly-client-ip', '203.0.113.9'), '203.0.113.9');
    assert.equal(from(undefined, 'fly-client-ip', '203.0.113.9'), '203.0.113.9');
    assert.equal(from(undefined, 'fly-client-ip', '198.51.100.1, 203.0.113.9'), '203.0.113.9');
    assert.equal(from(undefined, 'fly-client-ip', '203.0.113.9, 10.0.0.7'), '203.0.113.9');
  });

  it('is believed of nobody else', () => {
    assert.equal(from('192.0.2.8', 'fly-client-ip', '203.0.113.9'), '192.0.2.8');
    assert.equal(from('172.17.0.1', 'fly-client-ip', '203.0.113.9'), null);
  });

  it('takes the place of X-Forwarded-For', () => {
    assert.equal(from('10.0.0.1', 'x-forwarded-for', '203.0.113.9'), null);
    assert.equal(from(undefined, 'x-forwarded-for', '203.0.113.9'), null);
  });

  it('leaves the client unknown where it says what cannot be read', () => {
    for (const value of ['', 'unknown', '203.0.113.9,']) assert.equal(from(undefined, 'fly-client-ip', value), null);
  });

  it('may be X-Forwarded-For, where the host does not say who connected', () => {
    const next = new ClientAddresses({ trustedProxies: [], header: 'x-forwarded-for' });
    assert.equal(next.of(requestFrom('198.51.100.1, 203.0.113.9'), undefined).client, '203.0.113.9');
    assert.equal(next.of(requestFrom(), undefined).client, null);
  });
});

describe('a client that is not known', () => {
  const whyOf = (peer: string | undefined, forwarded?: string) => addresses.of(requestFrom(forwarded), peer).unknown;

  it('is so because nobody says who connects', () => {
    for (const peer of [undefined, '', '/run/rewards.sock']) assert.equal(whyOf(peer, '203.0.113.9'), 'no-address');
  });

  it('is so because a proxy is not trusted, where only a proxy can have its address', () => {
    for (const peer of ['127.0.0.1', '172.16.0.1', '192.168.1.1', '::1', 'fd00::1', '100.64.0.1']) {
      assert.equal(whyOf(peer, '203.0.113.9'), 'untrusted-proxy', peer);
    }
    assert.equal(whyOf('203.0.113.9', '198.51.100.1'), null, 'any visitor may send the header');
  });

  it('is so because a proxy does not say for whom it asks, or nothing that can be read', () => {
    assert.equal(whyOf('10.0.0.1'), 'silent-proxy');
    assert.equal(whyOf('10.0.0.1', 'unknown'), 'silent-proxy');
  });

  it('is so because a program on this machine asks, and says nothing', () => {
    for (const peer of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) assert.equal(whyOf(peer), 'this-machine');
    const trusting = new ClientAddresses({ trustedProxies: ['127.0.0.1'] });
    assert.equal(trusting.of(requestFrom(), '127.0.0.1').unknown, 'this-machine');
  });

  it('is no case where the address is there', () => {
    assert.equal(whyOf('10.0.0.1', '203.0.113.9'), null);
    assert.equal(whyOf('203.0.113.9'), null);
  });
});

describe('a trusted range', () => {
  const everybody =
    'would trust everybody, and so whatever a visitor claims to be: name the addresses of your own proxies alone';
  const shape = "must be an address or a range in CIDR notation, such as '10.0.0.0/8' or '2001:db8::/32'";
  const cases: [string, string | null][] = [
    ['10.0.0.0/8', null],
    ['10.1.2.3/8', null],
    ['127.0.0.1', null],
    ['::1', null],
    ['2001:db8::/32', null],
    ['::ffff:10.0.0.0/104', null],
    ['10.0.0.0/33', 'must have at most 32 bits behind the slash'],
    ['2001:db8::/129', 'must have at most 128 bits behind the slash'],
    ['::ffff:10.0.0.0/129', 'must have at most 128 bits behind the slash'],
    ['0.0.0.0/0', everybody],
    ['::/0', everybody],
    ['::ffff:0.0.0.0/96', everybody],
    ['10.0.0.0/', shape],
    ['10.0.0.0/-1', shape],
    ['10.0.0.0/8/8', shape],
    ['10/8', shape],
    ['10.0.0.0:80', shape],
    ['nginx', shape],
    ['', shape],
  ];
  for (const [text, problem] of cases) {
    it(`may ${problem === null ? '' : 'not '}be '${text}'`, () => assert.equal(rangeProblem(text), problem));
  }

  it('is the same however it is written', () => {
    const mapped = new ClientAddresses({ trustedProxies: ['::ffff:10.0.0.0/104'] });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    assert.equal(mapped.of(new Request('http://localhost/', { headers }), '10.9.9.9').client, '203.0.113.9');
    assert.equal(mapped.of(new Request('http://localhost/', { headers }), '11.0.0.1').client, '11.0.0.1');
  });
});
