import { parseSync, type Plugin, Visitor } from 'vite';

/**
 * Takes the indentation out of what stands in `html` and `css` templates. White space within a line stays. The line
 * breaks move out of the text, to where they mean nothing, so that source maps still name the right line.
 */
export function compactTemplates(): Plugin {
  return {
    name: 'compact-templates',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/elements\/.*\.ts$/ },
      handler(code, id) {
        const edits: { from: number; to: number; text: string }[] = [];
        new Visitor({
          TaggedTemplateExpression({ tag, quasi: { quasis } }) {
            if (tag.type !== 'Identifier' || !/^(html|svg|css)$/.test(tag.name)) return;
            const compact = tag.name === 'css' ? compactCss : compactHtml;
            const texts = compact(quasis.map(({ value }) => value.raw));
            for (const [at, { start, value, tail }] of quasis.entries()) {
              // In TypeScript the part before includes its delimiter.
              const from = start + 1;
              const to = from + value.raw.length + (tail ? 1 : 2);
              const lines = '\n'.repeat(value.raw.split('\n').length - 1);
              edits.push({ from, to, text: `${texts[at]}${tail ? '`' : '${'}${lines}` });
            }
          },
        }).visit(parseSync(id, code).program);
        const last = edits.toSorted((one, other) => other.from - one.from);
        const compacted = last.reduce((rest, { from, to, text }) => rest.slice(0, from) + text + rest.slice(to), code);
        // The tag `css` guards against what is spliced in. Nothing is here, so its plainer sister, which takes a text, will do.
        return { code: compacted.replace(/import \{(.*)\bcss\b/, 'import {$1unsafeCSS as css'), map: null };
      },
    },
  };
}

function compactCss(texts: string[]): string[] {
  return texts.map((text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?(>=|[{};,<>~]) ?/g, '$1')
      .replace(/(@\w+) \(/g, '$1(')
      .replace(/: /g, ':')
      .replace(/ ([*/]) (?=[\d'])/g, '$1')
      .replace(/\btransparent\b/g, '#0000')
      .replace(/;\}/g, '}')
      .replace(/\b0\.(?=\d)/g, '.')
      .replace(/(\[[\w-]+~?=)'([\w-]+)'\]/g, '$1$2]')
      .trim(),
  );
}

/** Line breaks with their indentation: one space within a tag, and nothing between tags. Quotes where none are needed. */
function compactHtml(texts: string[]): string[] {
  let inTag = false;
  return texts
    .map((text) =>
      text.replace(/[<>]|\s*\n\s*(?=(>|\/>)?)/g, (found, end) => {
        if (found === '<' || found === '>') inTag = found === '<';
        else return inTag && !end ? ' ' : '';
        return found;
      }),
    )
    .map((text) => text.replace(/(\s[\w-]+=)"([\w-]+)"(?=[\s>])/g, '$1$2'));
}
