import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * What tells other copies of Lit of this one, waits for polyfills, is for decorators or for Lit's own minifier, or has our
 * elements do otherwise (they draw anew what a server drew), and what they have none of: directives, SVG or MathML at the
 * top, bindings of a whole element, of a property, in a comment or in raw text, listeners that are no functions, templates
 * that were compiled in advance, lists that are no arrays, nodes as values, properties that are written as JSON, by
 * converters of their own or not as attributes, accessors from before a property was declared, the hooks around an update,
 * attributes that trusted types guard, text nodes that get another text (a new one takes their place), and what stands in
 * for methods that all of them have. By the modules of Lit's that have it, each with what is left in its place. The build
 * fails where an element has one of them after all: see `lean-templates.ts`.
 */
const LEFT_OUT: Record<string, readonly [part: RegExp, rest?: string][]> = {
  'lit-html.js': [
    [/,\w+=\w+\.litHtmlPolyfillSupport;.+?\.litHtmlVersions\?\?=\[\]\)\.push\(".+?"\)/],
    [/(?<=_\$AI\((\w+),\w+=this\)\{)\1=\w+\(this,\1,\w+\),/],
    [/(\w+)=\w+\(this,\1,\w+,0\),/],
    [/(\w+)=\w+\(this,(\w+\[\w+\+\w+\]),\w+,\w+\),\1===\w+&&\(.+?\)/, '$1=$2'],
    [/if\(\((\w+)=\w+\(this,\1,\w+,0\)\?\?(\w+)\)===\w+\)return;/, '$1??=$2;'],
    [/\|\|\w+\.capture!==.+?\.passive(?=,)/],
    [/"function"==typeof this\._\$AH\?(this\._\$AH\.call\(.+?\)):this\._\$AH\.handleEvent\(\w+\)/, '$1'],
    [/(this\.options)\?(\.host)\?\?this\.element/, '$1$2'],
    [/"\."===\w+\[1\]\?\w+:/],
    [/\w+\?\.renderBefore\?\?(\w+)(?=;)/, '$1'],
    [/const (\w+)=\w+\?\.renderBefore\?\?null;(.+?),\1\),\1,void 0,(\w+)\?\?\{\}/, '$2,null),null,void 0,$3'],
    [/let (\w+)=(\w+\._\$litPart\$);if\(void 0===\1\)\{\2=\1=(new .+?)\}return \1(\._\$AI\(\w+\)),\1/, '($2??=$3)$4'],
    [/2===\w+\?"<svg>":3===\w+\?"<math>":""/, '""'],
    [/\+\(2===\w+\?"<\/svg>":3===\w+\?"<\/math>":""\)/],
    [/if\((this\.el=.+?\.content),2===(\w+)\|\|3===\2\)\{.+?\}(?=for)/, '$1;'],
    [/\w+\.test\((\w+)\[2\]\)&&\(\w+=RegExp\("<\/"\+\1\[2\],"g"\)\),/],
    [/if\(\w+\.test\(\w+\.tagName\)\)\{.+?\}\}(?=\}else)/],
    [/else \w+\.startsWith\(\w+\)&&\(.+?\),\w+\.removeAttribute\(\w+\)\);/],
    [/else\{let \w+=-1;for\(;-1!==.+?\.length-1\}/],
    [/1===\w+\.type\?(\w+=new \w+\.ctor\(.+?\)):6===.+?\)\),/, '$1,'],
    [/"number"==typeof (\w+)\?(this\._\$AC\(\w+\)):\(void 0===.+?\),\1\)/, '$2'],
    [/setConnected\(\w+\)\{.+?\}/],
    [/,this\._\$AN=void 0/g],
    [/constructor\([^)]*\)\{super\([^)]*\),this\.type=\d\}/g],
    [/this\.type=\d,/g],
    [
      /(\{strings:\w+),_\$litType\$:(\w+)\},(\w+)(\)\{let \w+;.+?\(\w+),\2(\);.+?createElement\(\w+),\3(?=\))/,
      '$1}$4$5',
    ],
    [/void 0!==(\w+)&&\(void 0!==(\1\.strings\?.+?)\)(?=,\w+\+\+)/, '$2'],
    [/(?<=for\(;)void 0!==(?=\w+;\))/],
    [/\w+\((\w+)\)\.nextSibling;\w+\(\1\)\.remove\(\)/, '$1.nextSibling;$1.remove()'],
    [/\(\w+\?\.creationScope\?\?(\w+)\)/, '$1'],
    [/(?<==)\w+=>\w+\(\w+\)\|\|"function"==typeof \w+\?\.\[Symbol\.iterator\]/, '0'],
    [/void 0!==(\w+)\.nodeType\?this\.T\(\1\):\w+\(\1\)\?(this\.k\(\1\)):this\._\(\1\)/, '$2'],
    [/,this\._\$Cv=\w+\?\.isConnected\?\?!0/],
    [/get (?:_\$AU|tagName|startNode|endNode)\(\)\{return .+?\}/g],
    [/get parentNode\(\)\{.+?\}(?=u\(|get |_\$AI)/g],
    [/this\._\$AP\?\.\(!1,!0,\w+\),?/],
    [/(\w+!==this\._\$AH)&&\w+!==\w+(?=&&this\._\()/, '$1'],
    [/(\|\|\w+!==this\._\$AH)&&\w+!==\w+(?=,)/, '$1'],
    [
      /this\._\$AH!==\w+&&\w+\(this\._\$AH\)\?this\._\$AA\.nextSibling\.data=(\w+):(this\.\w+\(\w+\.createTextNode\(\1\)\))/,
      '$2',
    ],
    [/,this\._\$AM=\w+/g],
    [/(\w+)\?\1\.(createPolicy\(.+?\)):void 0/, '$1?.$2'],
    [/"invalid template strings array"/],
    [/void 0!==(\w+)\?\1\.createHTML\((\w+)\):\2/, '$1?.createHTML($2)??$2'],
  ],
  'lit-element.js': [
    [/createRenderRoot\(\)\{.+?\}(?=update)/],
    [/this\.hasUpdated\|\|\(this\.renderOptions\.isConnected=this\.isConnected\),/],
    [/(?<=\))\}connectedCallback\(\)\{.+?\}disconnectedCallback\(\)\{.+?\}/, '}'],
    [/render\(\)\{return \w+\}/],
    [/,this\._\$Do=void 0/],
    [/this\._\$Do=(?=\w+\()/],
    [/\w+\._\$litElement\$=!0,/],
    [/,\w+\.litElementHydrateSupport\?\.\(\{LitElement:\w+\}\)/],
    [/const \w+=\w+\.litElementPolyfillSupport;.+?;/],
    [/\(\w+\.litElementVersions\?\?=\[\]\)\.push\(".+?"\);/],
  ],
  'reactive-element.js': [
    [/,\w+=\w+\.reactiveElementPolyfillSupport/],
    [/,\w+=\w+\.trustedTypes,\w+=\w+\?\w+\.emptyScript:""/],
    [/scheduleUpdate\(\)\{.+?\}/],
    [/const (\w+)=(this\.scheduleUpdate\(\));return null!=\1&&await \1,/, 'return await $2,'],
    [/\w+\.elementStyles=\[\],/],
    [/void 0!==(?=this\.renderRoot&&|\w+&&this\._\$Eh)/g],
    [/!1===(this\.isUpdatePending)&&/, '$1||'],
    [/this\._\$Ep=void 0,(.+?)this\._\$Em=null,this\._\$Ev\(\)\}_\$Ev\(\)\{/, '$1'],
    [/,\w+\?\.\(\{ReactiveElement:\w+\}\),\(\w+\.reactiveElementVersions\?\?=\[\]\)\.push\(".+?"\)/],
    [/Symbol\.metadata\?\?=Symbol\("metadata"\),\w+\.litPropertyMetadata\?\?=new WeakMap;/],
    [/const \w+=this\[Symbol\.metadata\];if\(.+?litPropertyMetadata\.get\(\w+\);.+?\}(?=this\._\$Eh)/],
    [/\(void 0!==\w+\.converter\?\.toAttribute\?\w+\.converter:(\w+)\)/, '$1'],
    [
      /"function"==typeof (\w+)\.converter\?\{fromAttribute:\1\.converter\}:void 0!==\1\.converter\?\.fromAttribute\?\1\.converter:/,
    ],
    [/this\.finalizeStyles\((.+?)\)\}static finalizeStyles\(\w+\)\{const \w+=\[\];.+?return \w+\}/, '[$1].flat(1/0)}'],
    [/const \w+=this\.constructor\.elementProperties;if\(\w+\.size>0\)for.+?\}\}(?=let)/, '}'],
    [/,this\.prototype\.hasOwnProperty\(\w+\)&&\(.+?wrapped=!0\)/],
    [/\{attribute:!0,type:String,.+?\}/, '{}'],
    [/\(\w+\.hasChanged\?\?(\w+)\)/, '$1'],
    [/\w+\.state&&\(\w+\.attribute=!1\),/],
    [/,wrapped:\w+/],
    [/!0!==\w+\|\|void 0!==\w+(?=\)\|\|)/, '!0'],
    [
      /(requestUpdate\(\w+,\w+,\w+),\w+=!1,(\w+)(\)\{.+?=this\.constructor);if\(!1===\w+&&\(\2=(this\[\w+\])\),/,
      '$1$3,$2=$4;if(',
    ],
    [/getOwnPropertyDescriptor:\w+,/],
    [
      /if\((this\._\$Ei\(\),[^{]+?),!(\w+\.noAccessor)\)\{const \w+=(Symbol\(\)),\w+=(\w+\.\w+\(\w+,)\w+,(\w+\));void 0!==\w+&&(.+?,)\w+\)\}/,
      '$1,$2||$6$4$3,$5)',
    ],
    [/getOwnPropertySymbols:\w+,/],
    [/,\w+=\((\w+),\w+\)=>\1(?=,\w+=\{toAttribute)/],
    [/\b\w\("(elementProperties|finalized|properties)"\)/g, '"$1"'],
    [/(?<="finalized"\]=)new Map/, '!0'],
    [
      /const\{get:\w+,set:\w+\}=.+?\?\?\{(get\(\)\{return (.+?)\}),set.+?(const \w+=)\w+\?\.call\(this\);.+?call\(this,\w+\)/,
      'return{$1,set(value){$3$2;$2=value',
    ],
    [/let (\w+)=!1;(const (\w+)=.+?try\{)\1=this\.shouldUpdate.+?willUpdate\(\3\),(.+?)\):.+?\}(?=catch)/, '$2$4}'],
    [/(?<=throw )\w+=!1,(this\._\$EM\(\),\w+\})\w+&&/, '$1'],
    [/enableUpdating\(\w+\)\{\}/],
    [/willUpdate\(\w+\)\{\}/],
    [/this\._\$AE\((\w+)\)\}_\$AE\(\w+\)\{(.+?Updated\()\w+(\)\),this\.updated\()\w+/, '$2$1$3$1'],
    [/shouldUpdate\(\w+\)\{.+?\}/],
    [/this\.getUpdateComplete\(\)\}getUpdateComplete\(\)\{return (?=this)/],
    [/\[\.\.\.(\w+\(\w+\)),\.\.\.\w+\(\w+\)\]/, '$1'],
    [/"string"==typeof (\w+)\?\1\.toLowerCase\(\):void 0/, '$1.toLowerCase()'],
    [
      /(toAttribute\((\w+),(\w+)\)\{)switch.+?\}return \2(\},fromAttribute\((\w+),(\w+)\)\{)let.+?\}return \w+(?=\}\})/,
      '$1return $3===Boolean?$2?"":null:$2$4return $6===Boolean?null!==$5:$6===Number&&null!==$5?Number($5):$5',
    ],
    [/(?<=finalize\(\),)this\._\$Eh&&(?=\[)/],
  ],
};

/** What is left out of `reactive-element.js` besides, but for the file for development: `debug-state` hears by it of new elements. */
const INITIALIZERS: readonly [part: RegExp][] = [
  [/static addInitializer\(\w+\)\{.+?\}/],
  [/,this\.constructor\.l\?\.forEach\(.+?\(this\)\)/],
  [/,void 0!==(\w+)\.l&&\(this\.l=\[\.\.\.\1\.l\]\)/],
];

/**
 * Leaves out of the bundles what Lit brings for browsers that are older than the widgets need, and all but one of the names
 * that it looks for among the globals, where elements that visitors posted may be found.
 */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(?:css-tag\.js|lit-globals\.ts)$/ },
      handler: (id) => fileURLToPath(new URL(`lit/${/[^/]+(?=\.[jt]s$)/.exec(id)?.[0]}.ts`, import.meta.url)),
    },
    transform: {
      filter: { id: /\/node_modules\/.*\/(?:lit-html|lit-element|reactive-element)\.js$/ },
      handler(code, id) {
        const name = id.slice(id.lastIndexOf('/') + 1);
        const hasMore = name === 'reactive-element.js' && !this.environment.name.endsWith('_dev');
        const parts = [...(LEFT_OUT[name] ?? []), ...(hasMore ? INITIALIZERS : [])];
        return {
          code: parts.reduce((rest, [part, instead]) => replaced(rest, part, instead), code),
          map: null,
        };
      },
    },
  };
}

function replaced(code: string, part: RegExp, instead = ''): string {
  const rest = code.replace(part, instead);
  if (rest === code) throw new Error(`Lit has changed: ${part} is in none of its modules any more`);
  return rest;
}
