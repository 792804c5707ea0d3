import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import type { OptionValues } from '../../../src/cli/command.ts';
import { choose, type Choice } from '../../../src/cli/init/choose.ts';
import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';

const ALL = { framework: 'hono', title: 'Tea', action: 'tea', points: '5', origin: 'https://tea.example' };
const DECIDED = { ...ALL, ledger: 'sqlite' };

const DOWN = '\u001b[B';
const CLEAR = '\u0015';

/** Somebody at a terminal, who answers each question, and each time that it is asked again, with the next keys and Enter; then the input ends. */
class Person {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  said = '';

  constructor(...answers: readonly string[]) {
    const left = answers.values();
    this.output.setEncoding('utf8').on('data', (text: string) => {
      this.said += text;
      if (!/^│\n◆|▲ /.test(text)) return;
      const { value, done } = left.next();
      // Only after what is drawn is the input listened to.
      setImmediate(() => (done ? this.input.end() : this.input.write(`${value}\r`)));
    });
  }

  /** The questions, in their order, each with what it offers first. */
  get questions(): string[] {
    return [...this.said.matchAll(/│\n◆ {2}(.*)\n│ {2}(?:● )?(.*)/g)].map(
      ([, question, first]) => `${question}: ${first}`,
    );
  }
}

async function decided(options: OptionValues, person: Person): Promise<Record<string, unknown>> {
  return plain(await choose(options, person));
}

function plain({ framework, answers, ledger }: Choice): Record<string, unknown> {
  return { framework: framework.name, ...answers, ledger };
}

describe('the questions of rewards init', () => {
  it('are about all that is not given, and say what is usual', async () => {
    const person = new Person(DOWN.repeat(2), 'Tea time', 'tea', '5', 'https://tea.example', DOWN);
    assert.deepEqual(await decided({}, person), { ...ALL, title: 'Tea time', points: 5, ledger: 'postgres' });
    assert.deepEqual(person.questions, [
      'What is the site made with: node (a site of its own: page and proxy in one Node process)',
      'What visitors read above the button: Daily check-in',
      'Its name in the config: daily',
      'Points for a check-in: 10',
      'Where visitors see your site: http://localhost:3000',
      'Where to keep who was rewarded (what forgets it pays everybody again): sqlite (a file, for one server with a disk that lasts)',
    ]);
    assert.match(person.said, /● node .*\n│ {2}○ standalone\n[^]*\n│ {2}○ workers\n/);
  });

  it('begin with what the project is made with', async () => {
    const hono = FRAMEWORKS.find(({ name }) => name === 'hono') ?? null;
    const { framework } = await choose({}, new Person('', '', '', '', '', ''), hono);
    assert.equal(framework.name, 'hono');
  });

  it('offer the kinds of sites that the host takes, and ask nothing where it takes one', async () => {
    const person = new Person('', '', '', '', '', '');
    const { framework } = await choose({ host: 'vercel' }, person);
    assert.equal(framework.name, 'standalone');
    assert.match(person.said, /● standalone [^○]*\n│ {2}○ next\n/);
    assert.doesNotMatch(person.said, /○ (?:node|express|workers)\n/);
    const silent = new Person();
    const { framework: _, ...rest } = ALL;
    assert.equal((await decided({ ...rest, host: 'workers' }, silent))['framework'], 'workers');
    assert.equal(silent.said, '');
    await assert.rejects(choose({ ...rest, host: 'workers', ledger: 'postgres' }, null), {
      message: '--ledger cannot be chosen with workers, which keeps its ledger itself',
    });
  });

  it('take an empty answer for what is usual, with the address of the framework', async () => {
    assert.deepEqual(await decided({ framework: 'astro' }, new Person('', ' ', '', '', '')), {
      framework: 'astro',
      ledger: 'sqlite',
      title: 'Daily check-in',
      action: 'daily',
      points: 10,
      origin: 'http://localhost:4321',
    });
  });

  it('are asked again, with what is wrong, until the answer can be used', async () => {
    const again = (answer: string) => CLEAR + answer;
    const numbers = ['ten', again('0'), again('5')];
    const person = new Person('', 'Tea', 'Tea Time', again('tea'), ...numbers, 'tea.example', again(ALL.origin), '');
    assert.deepEqual(await decided({}, person), { ...DECIDED, framework: 'node', points: 5 });
    const said = person.said.replace(/[\n│└ ]+/g, ' ');
    for (const wrong of [
      'It is not a valid name for an action: small letters, digits and -, at most 64, such as daily-check-in.',
      'It must be a positive whole number.',
      "It must be the address of a site, with https:// and without a path, such as 'https://example.org'.",
    ]) {
      assert.ok(said.includes(wrong), wrong);
    }
  });

  it('are left out where there is an option, or with --yes', async () => {
    const silent = new Person();
    assert.deepEqual(await decided(ALL, silent), { ...DECIDED, points: 5 });
    const yes = await decided({ yes: 'yes', framework: 'sveltekit', points: '3' }, silent);
    assert.deepEqual([yes['origin'], yes['points'], yes['title']], ['http://localhost:5173', 3, 'Daily check-in']);
    assert.equal(silent.said, '');

    const { title: _, ...rest } = ALL;
    const person = new Person('Cake', '');
    assert.equal((await decided(rest, person))['title'], 'Cake');
    assert.equal(person.questions[0], 'What visitors read above the button: Daily check-in');
    assert.equal(person.questions.length, 2, 'the ledger is asked for as well');
  });

  it('end where the input does', async () => {
    await assert.rejects(choose({}, new Person('', 'Tea')), {
      message: 'stopped before everything was answered: nothing was written',
    });
  });

  it('end with Ctrl+C', async () => {
    await assert.rejects(choose({}, new Person('', '\u0003')), {
      message: 'stopped before everything was answered: nothing was written',
    });
  });
});

describe('the options of rewards init', () => {
  it('leave the ledger to a host that has one', async () => {
    const workers = { ...ALL, framework: 'workers' };
    assert.equal((await decided(workers, new Person()))['ledger'], 'sqlite');
    await assert.rejects(choose({ ...workers, ledger: 'postgres' }, null), {
      name: 'UsageError',
      message: '--ledger cannot be chosen with workers, which keeps its ledger itself',
    });
  });

  it('write a proxy beside the site for whoever names its address, whatever the site is made with', async () => {
    const { framework: _, ...rest } = ALL;
    const proxy = 'https://rewards.example.org/rewards';
    const next = FRAMEWORKS.find(({ name }) => name === 'next') ?? null;
    for (const [host, madeWith] of [['docker'], ['vercel', next], [undefined, next]] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads better where one fails
      const choice = await choose({ ...rest, yes: 'yes', proxy, ...(host && { host }) }, null, madeWith);
      assert.deepEqual([choice.framework.name, choice.proxy], ['standalone', proxy], host);
    }
    await assert.rejects(choose({ ...rest, host: 'workers', proxy }, null), {
      name: 'UsageError',
      message: '--proxy is for a proxy beside the site: with workers it answers on the site itself',
    });
  });

  it('must say everything where nobody can be asked, or --yes', async () => {
    const { action: _action, points: _points, ...some } = ALL;
    await assert.rejects(choose(some, null), {
      name: 'UsageError',
      message:
        'there is nobody to ask here: give --action, --points, or --yes for what is usual. See rewards init --help',
    });
    assert.deepEqual(plain(await choose(ALL, null)), { ...DECIDED, points: 5 });
    assert.equal(plain(await choose({ yes: 'yes' }, null))['framework'], 'node');
  });

  const wrong: [string, string, string][] = [
    [
      'framework',
      'expres',
      '--framework must be one of node, standalone, hono, express, next, sveltekit, astro, nuxt, bun, deno, workers, not expres (did you mean express?)',
    ],
    [
      'action',
      'Tea',
      '--action is not a valid name for an action: small letters, digits and -, at most 64, such as daily-check-in',
    ],
    [
      'action',
      'a: b',
      '--action is not a valid name for an action: small letters, digits and -, at most 64, such as daily-check-in',
    ],
    ['action', '__proto__', '--action cannot be used (actions: must have at least one action)'],
    ['ledger', 'mysql', '--ledger must be sqlite or postgres, not mysql'],
    ['points', '1.5', '--points must be a positive whole number'],
    ['points', '-3', '--points must be a positive whole number'],
    ['points', '9'.repeat(30), '--points must be a positive whole number'],
    [
      'origin',
      '*',
      "--origin must not be '*', which would let every site on the web use the proxy: name each site, such as 'https://example.org'",
    ],
    [
      'origin',
      'https://example.org/',
      "--origin must be written exactly as browsers send it, without path or slash: 'https://example.org'",
    ],
  ];
  for (const [name, value, message] of wrong) {
    it(`refuse --${name} ${value} before anything is asked`, async () => {
      const person = new Person();
      await assert.rejects(choose({ [name]: value }, person), { name: 'UsageError', message });
      assert.equal(person.said, '');
    });
  }
});
