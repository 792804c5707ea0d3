import { readFacts } from '../../../demo/playground/facts/element-facts.ts';
import { readSettings, type Settings } from '../../../demo/playground/settings.ts';

export const facts = readFacts();

/** Whatever may be awkward to write down: quotes, braces, entities, a template's marks. */
const AWKWARD = `it's "me" & {you} <b> \`\${x}\``;

const OTHERS = [
  '',
  'theme=forest&scheme=dark&dir=rtl&lang=zh-Hans&--rewards-accent=%23b42318&--rewards-radius=0.25em',
  'compact=&auto=&member-id=739204618530271847&required=&disabled=&name=member&endpoint=/community/rewards&action=be-there-2',
  `member-id=${encodeURIComponent(AWKWARD)}&name=${encodeURIComponent(AWKWARD)}&member-token=a.b.c`,
  'points=25&streak=30,+35&repeats=weekly&fields=mail,meal,photos&origin=http://localhost:4321&zone=Asia/Kolkata',
  'points=5&repeats=rolling&hours=6&origin=https://shop.example.net:8443&zone=Etc/GMT%2B5',
  `--rewards-font=${encodeURIComponent(`"It's Sans", serif`)}&--rewards-shadow=0+1px+2px+rgb(0+0+0+/+20%25)`,
];

/** Every element and every way to know the member, with what touches every kind of setting. */
export const SAMPLES: Settings[] = facts.elements.flatMap(({ tag }) =>
  ['typed', 'signed', 'session', 'platform'].flatMap((trust) =>
    OTHERS.map(
      (other) => readSettings(`element=${tag.replace('rewards-', '')}&trust=${trust}&${other}`, facts).settings,
    ),
  ),
);
