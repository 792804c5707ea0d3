import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type { ActionView } from '../../../src/contract/action.ts';
import { DEBUG_STATES } from '../../../src/elements/debug.ts';
import { allSettled, CLAIMING, widgetIn } from '../every-widget.ts';
import { claim, FakeProxy, field, Held, json, MEMBER, standing, view } from '../fake-proxy.ts';
import { itNeeds } from '../it-needs.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, leave, part, press, reaches, said } from '../widget.ts';

/** What assistive technology is told of the page, a line for each node. */
const tree = () => executeServerCommand<string[], undefined>('accessibility-tree');

/** What it is told of its live region: what stands below that and is deeper. */
function announced(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trimStart().startsWith('status'));
  const depth = (line = '') => line.length - line.trimStart().length;
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => depth(line) <= depth(lines[from]));
  return (to < 0 ? rest : rest.slice(0, to)).map((line) => line.trim());
}

describe('what assistive technology is told', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  for (const tag of CLAIMING) {
    itNeeds(
      'accessibility tree',
      `of <${tag}> in every state: one polite live region, and a name for every control`,
      async () => {
        for (const state of DEBUG_STATES) {
          for (const memberId of ['', MEMBER]) {
            const box = await fixture<HTMLElement>(html`<div>${widgetIn(tag, state, { memberId })}</div>`);
            await waitUntil(() => allSettled(box));
            const [element] = box.children;
            if (!element) throw new Error('There is no widget.');
            const lines = await tree();
            const trimmed = lines.map((line) => line.trim());
            const where = `${state} ${memberId}`;
            assert.deepEqual(
              trimmed.filter((line) => line.startsWith('status')),
              ['status atomic=true live=polite'],
              where,
            );
            assert.equal(
              announced(lines)
                .map((line) => /"(.*)"/.exec(line)?.[1])
                .join(' ')
                // Between two lines of one text.
                .replaceAll(/\\n|\s+/g, ' '),
              said(element),
              where,
            );
            assert.isEmpty(
              trimmed.filter((line) => /^(button|textbox|checkbox|combobox|heading)(?! ")/.test(line)),
              where,
            );
            const pressable = trimmed.some((line) =>
              /^button "(?:Check in|Sign up|Get this role|Claim with wallet|Try again)(?: \+10)?"/.test(line),
            );
            assert.equal(pressable, !hasPart(element, 'answer'), where);
            box.remove();
          }
        }
      },
    );
  }

  itNeeds('accessibility tree', 'of a check-in, from loading to what came of it', async () => {
    const loaded = new Held();
    const sent = new Held();
    proxy.onAction = () => loaded.reply;
    proxy.onClaim = () => sent.reply;
    const element = await fixture<HTMLElement>(html`<rewards-checkin action="daily"></rewards-checkin>`);
    assert.deepEqual(announced(await tree()), ['text "One moment…"']);
    loaded.give(json(200, view()));
    await reaches(element, 'ready');
    assert.deepEqual(await tree(), [
      'region "Daily check-in"',
      '  form',
      '    heading "Daily check-in"',
      '    list',
      '      listitem',
      '        text "+10 points"',
      '    text "Your member id"',
      '    textbox "Your member id" required=true',
      '    button "Check in"',
      '    checkbox "Remember me here"',
      '    button "Where is my id?"',
      '    text "Once a day"',
      '    status atomic=true live=polite',
    ]);
    press(element);
    await reaches(element, 'submitting');
    const submitting = await tree();
    assert.deepEqual(announced(submitting), ['text "One moment…"']);
    assert.include(submitting, '    button "Check in" disabled=true');
    sent.give(json(201, claim({ nextClaimAt: null })));
    await reaches(element, 'granted');
    assert.deepEqual(await tree(), [
      'region "Daily check-in"',
      '  form',
      '    heading "Daily check-in"',
      '    list',
      '      listitem',
      '        text "+10 points"',
      '    status atomic=true live=polite',
      '      heading "+12 points"',
      '      text "Seen at the echo"',
    ]);
    // Of two nodes that come into a live region together, Orca speaks the last alone.
    const { children } = part(element, 'status');
    assert.lengthOf(children, 1);
    // A box that only lays out others is a node of Firefox's tree where it has an id.
    assert.ok(children[0]?.id);
  });

  itNeeds('accessibility tree', 'of the streak: a line, and none of the dots', async () => {
    proxy.onAction = () => json(200, view({ member: standing({ streak: 3 }) }));
    const element = await fixture<HTMLElement>(
      html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`,
    );
    await waitUntil(() => hasPart(element, 'day'));
    const lines = await tree();
    assert.deepEqual(lines.slice(1, lines.indexOf('    button "Check in +10"')), [
      '  form',
      '    heading "Daily check-in"',
      '    text "Streak: 3 days"',
    ]);
  });

  itNeeds('accessibility tree', 'of fields: what is wrong with each is part of its description', async () => {
    const fields = [
      field(),
      field({ name: 'size', label: 'Size', type: 'select', options: [{ value: 's', label: 'Small' }] }),
      field({ name: 'consent', label: 'I agree', type: 'checkbox' }),
    ];
    const grants: ActionView['grants'] = [
      { type: 'points', points: 10 },
      { type: 'role', roleId: '1', roleName: 'Crew' },
    ];
    proxy.onAction = () => json(200, view({ fields, grants }));
    const element = await fixture<HTMLElement>(html`<rewards-signup action="daily"></rewards-signup>`);
    await reaches(element, 'ready');
    assert.isEmpty(
      element.shadowRoot?.querySelectorAll(':invalid'),
      'Firefox says of a form with such that it is wrong, before anything was entered',
    );
    press(element, 'no id!');
    await reaches(element, 'invalid');
    const lines = (await tree()).map((line) => line.trim());

    assert.notInclude(lines, 'group', 'nobody is told of a group that has no name');
    for (const line of [
      'text "Role: Crew"',
      'button "Where is my id?"',
      'textbox "Your member id" (Not a member id. Copy it again.) invalid=true required=true',
      'textbox "Your name" (This is needed.) invalid=true required=true',
      'combobox "Size" (This is needed.) invalid=true',
      'checkbox "I agree" (This is needed.) invalid=true',
    ]) {
      assert.include(lines, line);
    }
  });

  itNeeds('accessibility tree', 'of the field on its own', async () => {
    const element = await fixture<HTMLElement>(html`<rewards-member></rewards-member>`);
    element.focus();
    part(element, 'help-summary').click();
    await waitUntil(() => hasPart(element, 'steps'));
    const opened = await tree();
    assert.include(opened, 'button "Where is my id?" expanded=true');
    assert.deepEqual(opened.slice(opened.findIndex((line) => line.trim().startsWith('heading'))), [
      '  heading "Where is my id?"',
      '  list',
      '    listitem',
      '      text "In the settings of your community app, turn on developer mode."',
      '    listitem',
      '      text "Right-click your name, or press and hold it."',
      '    listitem',
      '      text "Choose “Copy user id” and paste it here."',
    ]);
    leave(element, 'no id!');
    await reaches(element, 'invalid');
    const lines = await tree();
    assert.include(lines, 'textbox "Your member id" (Not a member id. Copy it again.) invalid=true required=true');
  });
});
