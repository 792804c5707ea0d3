import { assert } from '@open-wc/testing';
import '../../../src/elements/checkin/checkin.define.ts';
import { type Asking, dress } from '../../../demo/playground/dress.ts';
import type { Tag } from '../../../demo/playground/snippets/tag.ts';

type Dress = Pick<Tag, 'attributes' | 'styles'>;

const tag = (attributes: Dress['attributes'], styles: Dress['styles'] = []): Dress => ({ attributes, styles });

describe('a widget of the playground', () => {
  let widget: Asking;

  beforeEach(() => {
    widget = document.createElement('rewards-checkin');
  });

  const attributes = () => Object.fromEntries(Array.from(widget.attributes, ({ name, value }) => [name, value]));

  it('has exactly what was set, and nothing of what was set before', () => {
    const before = tag(
      [
        ['action', 'daily'],
        ['compact', true],
        ['lang', 'de'],
      ],
      [['--rewards-accent', '#123456']],
    );
    dress(widget, before, 'granted', undefined);
    assert.include(attributes(), { action: 'daily', compact: '', lang: 'de', 'debug-state': 'granted' });
    assert.equal(widget.style.getPropertyValue('--rewards-accent'), '#123456');
    dress(widget, tag([['action', 'weekly']], [['--rewards-radius', '4px']]), null, undefined);
    const { style, ...others } = attributes();
    assert.deepEqual(others, { action: 'weekly' });
    assert.match(style ?? '', /^--rewards-radius: 4px;$/);
  });

  it('is left alone in what stays as it was', async () => {
    const seen: (string | null)[] = [];
    const observer = new MutationObserver((all) => seen.push(...all.map(({ attributeName }) => attributeName)));
    dress(
      widget,
      tag([
        ['action', 'daily'],
        ['lang', 'de'],
      ]),
      null,
      undefined,
    );
    observer.observe(widget, { attributes: true });
    dress(
      widget,
      tag([
        ['action', 'daily'],
        ['lang', 'fr'],
      ]),
      null,
      undefined,
    );
    await Promise.resolve();
    observer.disconnect();
    assert.deepEqual(seen, ['lang']);
  });
});
