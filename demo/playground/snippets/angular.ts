import type { Facts } from '../facts/facts.ts';
import type { Settings } from '../settings.ts';
import { htmlAttributes } from './html.ts';
import { fetchesToken, imports, type Tag, tagsOf, tagText } from './tag.ts';

/** A standalone component of Angular. */
export function angularSnippet(settings: Settings, facts: Facts): string {
  const { theme } = settings;
  const tags = tagsOf(settings, facts);
  const token = fetchesToken(settings);
  const attributes = (tag: Tag) => [
    ...htmlAttributes(tag),
    ...(token ? ['[getMemberToken]="memberToken"'] : []),
    ...(tag.facts.events.some(({ name }) => name === 'rewards-granted') ? ['(rewards-granted)="granted($event)"'] : []),
  ];
  return [
    "import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';",
    "import type { RewardsGrantedEvent } from 'rewards-elements/elements';",
    ...imports(tags, ''),
    ...(theme === '' ? [] : [`// angular.json, "styles": "rewards-elements/themes/${theme}.css"`]),
    '',
    '@Component({',
    "  selector: 'app-reward',",
    '  schemas: [CUSTOM_ELEMENTS_SCHEMA],',
    '  template: `',
    ...tags.map((tag) => tagText(tag.name, attributes(tag), { indent: '    ' })),
    '  `,',
    '})',
    'export class Reward {',
    ...(token ? ["  memberToken = async () => (await fetch('/member-token', { method: 'POST' })).text();", ''] : []),
    '  granted({ detail }: RewardsGrantedEvent) {',
    '    console.log(detail.grants);',
    '  }',
    '}',
  ].join('\n');
}
