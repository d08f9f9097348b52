/** A part of a line. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: LinkTarget };

/** Where a link may lead: another document, a page of the console, or a site over https. Everything else is plain text. */
export type LinkTarget =
  | { readonly kind: 'help'; readonly key: string }
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'site'; readonly url: string };

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph' | 'note'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly ListItem[] };

export interface ListItem {
  readonly parts: readonly Inline[];
  /** Points below it. */
  readonly points: readonly (readonly Inline[])[];
}

export interface HelpText {
  readonly title: string;
  /** The sentence below the title: what the reader will know. */
  readonly summary: string;
  /** A word in the names of the menu entries that it is about; empty where it is about the whole console. */
  readonly menuWord: string;
  readonly blocks: readonly Block[];
}

const MENU_WORD = /^<!-- menu: ([a-z]+) -->\n/;

/**
 * Reads a help document: a small part of Markdown (`#` title, `##` headings, paragraphs, lists with one level below, `>` notes,
 * `**strong**`, `*emphasis*`, `` `code` ``, links). There is no HTML in it: what looks like HTML is text.
 */
export function readHelpText(source: string): HelpText {
  const menuWord = MENU_WORD.exec(source)?.[1] ?? '';
  const paragraphs = source
    .replace(MENU_WORD, '')
    .trim()
    .split(/\n{2,}/)
    .map((one) => one.trimEnd())
    .filter((one) => one !== '');
  const [title = '', summary = '', ...rest] = paragraphs;
  return {
    title: title.replace(/^# /, ''),
    summary: plain(readInline(summary)),
    menuWord,
    blocks: rest.map(readBlock),
  };
}

function readBlock(text: string): Block {
  if (text.startsWith('## ')) return { kind: 'heading', text: text.slice(3) };
  if (text.startsWith('> ')) return { kind: 'note', parts: readInline(unwrap(text.replaceAll(/^> ?/gm, ''))) };
  if (/^(- |\d+\. )/.test(text)) return readList(text);
  return { kind: 'paragraph', parts: readInline(unwrap(text)) };
}

function readList(text: string): Block {
  const items: { parts: Inline[]; points: Inline[][] }[] = [];
  for (const line of text.split('\n')) {
    const below = /^\s+- (.*)$/.exec(line)?.[1];
    const item = /^(?:- |\d+\. )(.*)$/.exec(line)?.[1];
    if (below !== undefined) items.at(-1)?.points.push(readInline(below));
    else if (item !== undefined) items.push({ parts: readInline(item), points: [] });
  }
  return { kind: 'list', ordered: /^\d/.test(text), items };
}

const unwrap = (text: string): string => text.replaceAll('\n', ' ');

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  const add = (part: Inline): void => {
    if (part.text !== '') parts.push(part);
  };
  for (const match of text.matchAll(INLINE)) {
    add({ kind: 'text', text: text.slice(at, match.index) });
    const [whole, strong, emphasis, code, label, address] = match;
    if (strong !== undefined) add({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) add({ kind: 'emphasis', text: emphasis });
    else if (code !== undefined) add({ kind: 'code', text: code });
    else add(linkOf(label ?? '', address ?? ''));
    at = match.index + whole.length;
  }
  add({ kind: 'text', text: text.slice(at) });
  return parts;
}

function linkOf(text: string, address: string): Inline {
  const key = /^help:([a-z-]+)$/.exec(address)?.[1];
  if (key !== undefined) return { kind: 'link', text, target: { kind: 'help', key } };
  if (/^\/(?!\/)[\w/-]*$/.test(address)) return { kind: 'link', text, target: { kind: 'page', path: address } };
  if (/^https:\/\/[\w.-]+(\/[\w./#?=&%-]*)?$/.test(address))
    return { kind: 'link', text, target: { kind: 'site', url: address } };
  return { kind: 'text', text };
}

/** The words alone, for searching and for texts that are read out. */
export function plain(parts: readonly Inline[]): string {
  return parts.map((part) => part.text).join('');
}
