import { type Call, groupsOf } from './groups.ts';
import { DOCS_TEXTS } from './texts.ts';

type Json = Record<string, unknown>;
const ENGLISH = DOCS_TEXTS['en-US'];

/**
 * The frame of the page and its index with every call, as one document; what a group says is fetched when it is read. Whoever
 * has no script reads the index and the machine-readable document.
 */
export function docsPage(document: Json): string {
  const title = escapeHtml(String((document['info'] as Json)['title']));
  const { version } = document['info'] as { version: string };
  const groups = groupsOf(document);
  const texts = Object.entries(DOCS_TEXTS).map(([language, pack]) => [
    language,
    { ...pack, groups: Object.fromEntries(groups.map(({ name }) => [name, pack.groups[name] ?? inWords(name)])) },
  ]);
  return `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · ${title}</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/docs.css"><script src="/api/docs/theme.js"></script><script type="module" src="/api/docs/docs.js"></script></head><body>
<header><button type="button" id="index-toggle" aria-expanded="false" aria-controls="index" data-text="calls">${ENGLISH.calls}</button><a class="brand" href="#">${title} <span>API ${escapeHtml(version)}</span></a><span class="gap"></span>
<a href="/api/openapi.json">OpenAPI</a><a href="/" data-text="console">${ENGLISH.console}</a><button type="button" id="theme" data-text="theme">${ENGLISH.theme}</button><button type="button" id="language" data-text="language">${ENGLISH.language}</button></header>
<nav id="index" aria-label="${ENGLISH.calls}" data-label="calls"><label class="search"><span data-text="search">${ENGLISH.search}</span><input type="search" id="search"></label><p id="found" role="status"></p>
${groups.map(indexOf).join('\n')}</nav>
<main id="content"><h1 data-text="title">${ENGLISH.title}</h1>${ENGLISH.intro.map((text, at) => `<p data-prose="intro.${at}">${proseHtml(text)}</p>`).join('')}</main>
<script type="application/json" id="texts">${JSON.stringify(Object.fromEntries(texts)).replaceAll('<', '\\u003c')}</script></body></html>`;
}

function indexOf({ name, operations }: { name: string; operations: readonly Call[] }): string {
  const title = ENGLISH.groups[name] ?? inWords(name);
  const entries = operations.map(
    ({ id, method, path, summary }) =>
      `<li><a href="#${id}" data-group="${name}" data-path="${escapeHtml(path)}"><i class="method ${method.toLowerCase()}">${method}</i> ${escapeHtml(summary)}</a></li>`,
  );
  return `<details id="index-${name}"><summary><span data-text="groups.${name}">${escapeHtml(title)}</span> <small>${operations.length}</small></summary><ul><li><a class="all" href="#group/${name}" data-group="${name}" data-text="allOfGroup">${ENGLISH.allOfGroup}</a></li>${entries.join('')}</ul></details>`;
}

/** Of a group that has no name of its own yet: `fill-rules` is "Fill rules". */
function inWords(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
