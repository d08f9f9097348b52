import { decodeEntities } from './entities.ts';

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string };

const NONE: ReadonlyMap<string, string> = new Map();
/** Their content is no markup, up to their own end. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']);
const MOST_ATTRIBUTES = 50;

/**
 * Markup as tokens, one pass, whatever it is: what is no tag is text, what does not end ends with the input. It need not
 * agree with a browser about broken markup, for nothing is made of it but a checked document (decision 28).
 */
export function* tokensOf(html: string): Generator<Token> {
  // where a comment, a tag or the end of one begins; any other bracket is text
  const MARKUP = /<(?=\/?[a-z]|[!?])/gi;
  let at = 0;
  while (at < html.length) {
    MARKUP.lastIndex = at;
    const next = MARKUP.exec(html)?.index;
    if (next === undefined) break;
    if (next > at) yield { kind: 'text', text: decodeEntities(html.slice(at, next)) };
    if (html.startsWith('<!--', next)) {
      at = endOf(html, '-->', next + 4);
    } else if (/[!?]/.test(html[next + 1] ?? '')) {
      at = endOf(html, '>', next + 2);
    } else if (html[next + 1] === '/') {
      const name = nameAt(html, next + 2);
      at = endOf(html, '>', next + 2 + name.length);
      yield { kind: 'close', name: name.toLowerCase() };
    } else {
      const name = nameAt(html, next + 1);
      const { attributes, end } = attributesAt(html, next + 1 + name.length);
      at = end;
      const lower = name.toLowerCase();
      yield { kind: 'open', name: lower, attributes };
      if (lower === 'plaintext') return;
      if (RAW.has(lower)) {
        at = rawEnd(html, lower, at);
        yield { kind: 'close', name: lower };
      }
    }
  }
  if (at < html.length) yield { kind: 'text', text: decodeEntities(html.slice(at)) };
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

const NAME = /[^\s/>]*/y;
function nameAt(html: string, from: number): string {
  NAME.lastIndex = from;
  return NAME.exec(html)?.[0] ?? '';
}

const SPACE = /[\s/]*/y;
const ATTRIBUTE = /([^\s/>=][^\s/>=]*)\s*(?:=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?/y;

/** The first of equal names counts, as in browsers. */
function attributesAt(html: string, from: number): { attributes: ReadonlyMap<string, string>; end: number } {
  let at = from;
  let attributes: Map<string, string> | undefined;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(html)?.[0].length ?? 0;
    if (at >= html.length || html[at] === '>') return { attributes: attributes ?? NONE, end: at + 1 };
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match) {
      at += 1;
      continue;
    }
    at += match[0].length;
    attributes ??= new Map();
    const name = match[1]?.toLowerCase() ?? '';
    if (attributes.size < MOST_ATTRIBUTES && !attributes.has(name))
      attributes.set(name, decodeEntities(match[2] ?? match[3] ?? match[4] ?? ''));
  }
}

function rawEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  const match = end.exec(html);
  return match ? endOf(html, '>', match.index) : html.length;
}
