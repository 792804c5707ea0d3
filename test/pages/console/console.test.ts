import { assert } from '@open-wc/testing';
import { waitUntil } from '../../elements/wait-until.ts';
import type { Asked, PageFrame } from '../page-frame.ts';
import { RealEmulator } from './real-emulator.ts';

describe("the emulator's console", () => {
  let real: RealEmulator;
  let page: PageFrame;

  beforeEach(() => {
    real = new RealEmulator();
  });

  const say = async (text: string) => {
    await page.fill('.composer input', text);
    page.all<HTMLFormElement>('.composer')[0]?.requestSubmit();
  };
  /** Answers as the emulator does, but a read of the state only once that is let through, as it was when it was asked for. */
  const answerOnceFree = async (question: Asked, states: PromiseWithResolvers<void>[]) => {
    const answer = await real.answer(question);
    if (question.path === '/emulator/state') {
      const held = Promise.withResolvers<void>();
      states.push(held);
      await held.promise;
    }
    return answer;
  };
  const keys = () => real.server.keys.map(({ revoked }) => revoked);

  it('makes a key once, shows it once, and ends it', async () => {
    real.revokeKeys();
    const before = keys().length;
    page = await real.open();
    await page.reads(/Type \/ to see what I can do/);
    await say('/api-key create');
    await page.reads(/This is the API key of[^]*I say it this once/);
    const [shown] = page.all('.key code');
    const key = shown?.innerText ?? '';
    const [member] = real.server.members;
    const form = { user_id: member?.id ?? '', points: '10', remark: 'Daily check-in' };
    assert.equal((await real.award(form, key)).status, 200);
    await say('/api-key create');
    await page.reads(/has a live API key, and I never show one twice/);
    assert.deepEqual(keys().slice(before), [false]);
    await say('/api-key revoke');
    await page.reads(/The API key is revoked/);
    assert.deepEqual(keys().slice(before), [true]);
    real.newKey();
    page.go('#settings');
    const listed = () => page.all('.keys strong').map(({ innerText }) => innerText);
    await waitUntil(() => listed().length === keys().length);
    assert.deepEqual(
      listed(),
      keys().map((revoked) => (revoked ? 'revoked' : 'in use')),
    );
  });

  it('completes a command where it is chosen, and goes on in the field', async () => {
    page = await real.open();
    await page.fill('.composer input', '/api');
    await waitUntil(() => page.all('[role=option]').length === 2);
    const [field] = page.all<HTMLInputElement>('.composer input');
    const chosen = () => page.all('[role=option][aria-selected=true]').map(({ innerText }) => innerText.split(' ')[1]);
    assert.deepEqual(chosen(), ['create']);
    field?.dispatchEvent(new page.window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    assert.deepEqual(chosen(), ['revoke']);
    page.all('[role=option]')[1]?.click();
    await waitUntil(() => field?.value === '/api-key revoke');
    assert.equal(page.document.activeElement, field);
  });

  it('lists the calls, the latest first, with what went well told from what did not', async () => {
    const key = real.newKey();
    const form = { user_id: real.server.members[0]?.id ?? '', points: '10', remark: 'Daily check-in' };
    await real.award(form, key);
    await real.award({ ...form, points: 'ten' }, key);
    page = await real.open({ hash: '#requests' });
    await waitUntil(() => page.all('.call').length === 2);
    assert.deepEqual(
      page.all('.call .status').map((one) => [one.innerText, one.classList.contains('good')]),
      [
        ['400', false],
        ['200', true],
      ],
    );
  });

  it('answers by the key that there is, also before it hears of what it has done', async () => {
    real.revokeKeys();
    const Silent = class extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
    };
    page = await real.open({ prepare: (window) => void Reflect.set(window, 'EventSource', Silent) });
    await page.reads(/Type \/ to see what I can do/);
    for (const [command, answer] of [
      ['/api-key create', /I say it this once/],
      ['/api-key create', /I never show one twice/],
      ['/api-key revoke', /The API key is revoked/],
      ['/api-key revoke', /has no live API key/],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await say(command);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.reads(answer);
    }
  });

  it('shows what the bot gave, to whom and how much that makes, and counts what nobody has read', async () => {
    const { server } = real;
    const key = real.newKey();
    const [member] = server.members;
    page = await real.open();
    await page.reads(/Type \/ to see what I can do/);
    const form = { user_id: member?.id ?? '', points: '10', remark: 'Daily check-in' };
    await real.award(form, key);
    await page.reads(new RegExp(`${member?.name}[^]*${((member?.points ?? 0) + 10).toLocaleString('en')}`));
    assert.match(page.all('a[href$="#rewards"]')[0]?.innerText ?? '', /1/);
    page.go('#rewards');
    await page.reads(new RegExp(`${member?.name}\\s+gets\\s+10 points\\s*: Daily check-in`));
    await waitUntil(() => !/\d/.test(page.all('a[href$="#rewards"]')[0]?.innerText ?? ''));
  });

  it('shows what is given soon, also after a drawing that took long', async () => {
    const key = real.newKey();
    page = await real.open({
      hash: '#rewards',
      prepare: (window) => {
        real.prepare(window);
        // As where the machine has much else to do while the page draws.
        const now = window.performance.now.bind(window.performance);
        let late = 0;
        window.performance.now = () => now() + (late += 1_000);
      },
    });
    await page.reads(/# rewards/);
    for (const [at, member] of real.server.members.slice(0, 2).entries()) {
      const form = { user_id: member.id, points: '10', remark: `Award ${at}` };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await real.award(form, key);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.reads(new RegExp(`${member.name}\\s+gets\\s+10 points\\s*: Award ${at}`));
    }
  });

  it('says what was done for a while', async () => {
    const key = real.newKey();
    await real.award({ user_id: real.server.members[0]?.id ?? '', points: '10', remark: 'Daily check-in' }, key);
    const ends: (() => void)[] = [];
    page = await real.open({
      hash: '#requests',
      prepare: (window) => {
        real.prepare(window);
        const wait = window.setTimeout.bind(window);
        const noted = (end: () => void, ms: number) => (ms < 5_000 ? wait(end, ms) : ends.push(end));
        Reflect.set(window, 'setTimeout', noted);
      },
    });
    await waitUntil(() => page.all('.call').length === 1);
    page.all('.call')[0]?.click();
    await page.press('Send again');
    await page.reads(/Sent again, as a new call/);
    assert.equal(ends.length, 1);
    ends[0]?.();
    assert.equal(page.all('[role=status]')[0]?.innerText, '');
  });

  it('shows what was given while it asks what was given before', async () => {
    const { server } = real;
    const key = real.newKey();
    const [first, second] = server.members;
    const form = (id = '') => ({ user_id: id, points: '10', remark: 'Daily check-in' });
    await real.award(form(first?.id), key);
    const asked = Promise.withResolvers<void>();
    const given = Promise.withResolvers<void>();
    page = await real.open({
      hash: '#rewards',
      server: async (question) => {
        const answer = await real.answer(question);
        if (question.path === '/emulator/rewards') {
          asked.resolve();
          await given.promise;
        }
        return answer;
      },
    });
    await asked.promise;
    await real.award(form(second?.id), key);
    given.resolve();
    for (const member of [first, second]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.reads(new RegExp(`${member?.name}\\s+gets\\s+10 points`));
    }
    assert.equal(page.text.match(/gets\s+10 points/g)?.length, 2);
  });

  it('shows what was given before, also where it learns of the servers only after that', async () => {
    const { emulator, server } = real;
    const key = real.newKey();
    const [member] = server.members;
    await real.award({ user_id: member?.id ?? '', points: '10', remark: 'Daily check-in' }, key);
    const states: PromiseWithResolvers<void>[] = [];
    let rewards: Response | undefined;
    page = await real.open({
      hash: '#rewards',
      server: async (question) => {
        const answer = await answerOnceFree(question, states);
        if (question.path === '/emulator/rewards') rewards = answer;
        return answer;
      },
    });
    await waitUntil(() => states.length === 1);
    emulator.state.load(emulator.state.save());
    await waitUntil(() => states.length === 2);
    states[0]?.resolve();
    await waitUntil(() => rewards?.bodyUsed);
    states[1]?.resolve();
    await page.reads(new RegExp(`${member?.name}\\s+gets\\s+10 points`));
  });

  it('reads the state once more for all that changes while it is being read', async () => {
    const { emulator, server } = real;
    const states: PromiseWithResolvers<void>[] = [];
    page = await real.open({
      hash: '#members',
      server: (question) => answerOnceFree(question, states),
    });
    await waitUntil(() => states.length === 1);
    for (let n = 1; n <= 20; n += 1) emulator.state.addMember(server.id, { name: `Newcomer ${n}` });
    states[0]?.resolve();
    await waitUntil(() => states.length === 2);
    states[1]?.resolve();
    await page.reads(/Newcomer 20/);
    assert.equal(states.length, 2);
  });

  it('keeps what it shows where the emulator does not say what was before', async () => {
    const { emulator, server } = real;
    const key = real.newKey();
    const [first, second] = server.members;
    const form = (id = '') => ({ user_id: id, points: '10', remark: 'Daily check-in' });
    const gets = (member?: { name: string }) => new RegExp(`${member?.name}\\s+gets\\s+10 points`);
    await real.award(form(first?.id), key);
    let refusal: Response | undefined;
    let isBusy = false;
    page = await real.open({
      hash: '#rewards',
      server: (question) => {
        if (!isBusy || question.path !== '/emulator/calls') return real.answer(question);
        refusal = Response.json({ detail: 'Busy' }, { status: 503 });
        return refusal;
      },
    });
    await page.reads(gets(first));
    isBusy = true;
    emulator.state.load(emulator.state.save());
    await waitUntil(() => refusal?.bodyUsed);
    await real.award(form(second?.id), key);
    await page.reads(gets(second));
    assert.match(page.text, gets(first));
  });

  it('shows once what was given by a call whose reply is not there yet', async () => {
    const { server } = real;
    const key = real.newKey();
    const [member] = server.members;
    real.emulator.faults.add({ kind: 'hang' });
    const gone = new AbortController();
    const form = { user_id: member?.id ?? '', points: '10', remark: 'Daily check-in' };
    const given = new Promise<void>((resolve) => {
      real.emulator.subscribe(({ type }) => type === 'award' && resolve());
    });
    const call = real.award(form, key, gone.signal).catch(() => null);
    await given;
    const ended = new Promise<void>((resolve) => {
      real.emulator.subscribe(({ type }) => type === 'call' && resolve());
    });
    page = await real.open({ hash: '#rewards' });
    await page.reads(new RegExp(`${member?.name}\\s+gets\\s+10 points`));
    gone.abort();
    await Promise.all([call, ended]);
    page.go('#requests');
    await page.reads(/points\/award/);
    page.go('#rewards');
    await page.reads(/gets\s+10 points/);
    assert.equal(page.text.match(/gets\s+10 points/g)?.length, 1);
  });

  it('gives a role to a member and takes it away again, as the menu says', async () => {
    const role = real.server.roles[0];
    const member = real.server.members.find(({ roles }) => role && !roles.includes(role.id));
    assert.ok(role && member);
    const holds = () => real.server.members.find(({ id }) => id === member.id)?.roles.includes(role.id);
    page = await real.open({ hash: '#members' });
    await page.reads(/in all, by points/);
    for (const wanted of [true, false]) {
      page.all(`button[aria-label="More of ${member.name}"]`)[0]?.click();
      const entry = () => page.all('[role=menuitemcheckbox]').find(({ innerText }) => innerText.trim() === role.name);
      // oxlint-disable-next-line no-await-in-loop -- an open menu follows what the console is told
      await waitUntil(() => entry()?.ariaChecked === String(!wanted));
      entry()?.click();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await waitUntil(() => holds() === wanted);
      // oxlint-disable-next-line no-await-in-loop -- what is drawn next is the menu as it is by then
      await waitUntil(() => page.all('.menu').length === 0);
    }
  });

  it('finds a member by a part of the name, however it is written, or by the whole id', async () => {
    const [member] = real.server.members;
    assert.ok(member);
    page = await real.open({ hash: '#members' });
    await page.reads(/in all, by points/);
    const found = () => page.all('main .members li .name').map(({ innerText }) => innerText.trim());
    for (const wanted of [member.name.slice(1, -1).toUpperCase(), member.id]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.fill('main input[type=search]', wanted);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await waitUntil(() => found().length === 1);
      assert.deepEqual(found(), [member.name]);
    }
    await page.fill('main input[type=search]', member.id.slice(1));
    await page.reads(/Nobody here is called so\./);
  });

  it('goes on where the server that it shows is gone', async () => {
    page = await real.open({ hash: '#settings' });
    await page.reads(/What the API asks for/);
    real.emulator.state.removeServer(real.server.id);
    await page.reads(/There is no server left/);
  });

  it('sets a fault for the next call, and for each', async () => {
    page = await real.open({ hash: '#faults' });
    await page.reads(/Make the service fail/);
    const kinds = () => real.emulator.faults.list().map(({ kind, times }) => [kind, times]);
    const press = (label: string) => page.all(`button[aria-label="${label}"]`)[0]?.click();
    press('Slow, for the next call');
    await page.reads(/Applies to the next call\./);
    assert.deepEqual(kinds(), [['delay', 1]]);
    press('Slow, for every call');
    await page.reads(/Applies to every call\./);
    assert.deepEqual(kinds(), [['delay', null]]);
    press('Slow, for every call');
    await waitUntil(() => kinds().length === 0);
  });

  it('says what it could not do', async () => {
    page = await real.open({ hash: '#members' });
    await page.reads(/in all, by points/);
    const [form] = page.all<HTMLFormElement>('form.line');
    await page.fill('form.line input[name=name]', ' ');
    const [region] = page.all('[role=status]');
    assert.isTrue(region?.checkVisibility(), 'a live region that comes with its text is not spoken');
    form?.requestSubmit();
    await waitUntil(() => /name/.test(region?.innerText ?? ''));
  });
});
