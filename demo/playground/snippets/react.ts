import { literal } from '../../../src/cli/init/literal.ts';
import type { Facts } from '../facts/facts.ts';
import type { Settings } from '../settings.ts';
import { fetchesToken, imports, type Tag, tagsOf, tagText } from './tag.ts';

/** A component of React 19. */
export function reactSnippet(settings: Settings, facts: Facts): string {
  const tags = tagsOf(settings, facts);
  const token = fetchesToken(settings);
  const styled = tags.some(({ styles }) => styles.length > 0);
  const wrap = tags.length > 1;
  const indent = wrap ? '      ' : '    ';
  const drawn = tags.map((tag) => tagText(tag.name, jsxAttributes(tag, token), { indent, selfClosing: true }));
  return [
    ...(styled ? ["import type { CSSProperties } from 'react';"] : []),
    ...imports(tags, settings.theme),
    "import type {} from 'rewards-elements/elements/react';",
    ...(token
      ? ['', "const memberToken = async () => (await fetch('/member-token', { method: 'POST' })).text();"]
      : []),
    '',
    'export function Reward() {',
    '  return (',
    ...(wrap ? ['    <>', ...drawn, '    </>'] : drawn),
    '  );',
    '}',
  ].join('\n');
}

function jsxAttributes({ attributes, styles, facts }: Tag, token: boolean): string[] {
  const given = attributes.map(([name, value]) => {
    if (value === true) return name;
    return /^[\w:/.\- ]*$/.test(value) ? `${name}="${value}"` : `${name}={${literal(value)}}`;
  });
  const style = styles.map(([property, value]) => `${styleKey(property)}: ${literal(value)}`).join(', ');
  const granted = facts.events.some(({ name }) => name === 'rewards-granted');
  return [
    ...given,
    ...(style === '' ? [] : [`style={{ ${style} } as CSSProperties}`]),
    ...(token ? ['ref={(widget) => void (widget && (widget.getMemberToken = memberToken))}'] : []),
    ...(granted ? ['onrewards-granted={({ detail }) => console.log(detail.grants)}'] : []),
  ];
}

function styleKey(property: string): string {
  return property.startsWith('--') ? `'${property}'` : property.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
