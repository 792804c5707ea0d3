import { english, type Messages } from './messages.ts';

/** The texts and formats of one language. */
export class Localization {
  /** The language that the texts are in, for the `lang` attribute and for `Intl`. */
  readonly locale: string;
  readonly messages: Messages = english;

  /** Where there are no texts in the language of the tag they are in English, and so are numbers and dates. */
  constructor(tag: string) {
    this.locale = /^en(-[a-z]{2})?$/i.test(tag) ? tag : 'en';
  }

  /** Points as gained or lost, such as "+1,000 points". */
  points(points: number): string {
    const forms = this.messages.points;
    return fill(
      forms[new Intl.PluralRules(this.locale).select(points)] ?? forms.other,
      new Intl.NumberFormat(this.locale, { signDisplay: 'exceptZero' }).format(points),
    );
  }

  role(name: string): string {
    return fill(this.messages.role, name);
  }
}

/** The text with the value in place of its `{…}`. */
export function fill(text: string, value: string): string {
  return text.replace(/\{\w+\}/, () => value);
}
