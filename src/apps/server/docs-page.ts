type Json = Record<string, unknown>;

/** A plain page without script: every call with its fields, grouped as in the specification. */
export function docsPage(document: Json): string {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>);
  const calls = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const groups = Map.groupBy(calls, ({ call, path }) =>
    String((call['tags'] as string[] | undefined)?.[0] ?? path.split('/')[1]),
  );
  const names = [...groups.keys()].sort();
  const { schemas } = document['components'] as { schemas: Json };
  const title = escapeHtml(String((document['info'] as Json)['title']));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API · ${title}</title><style>
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)}body{font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1000px;padding:24px}
nav a{margin-inline-end:12px}section{margin-block:32px}details{border:1px solid var(--line);border-radius:6px;margin-block:6px;padding:8px 12px}summary{cursor:pointer}
code,pre{font:12px/1.5 ui-monospace,monospace}b{display:inline-block;inline-size:56px}pre{overflow:auto}table{border-collapse:collapse;inline-size:100%}td,th{border-block-end:1px solid var(--line);padding:4px 8px;text-align:start;vertical-align:top}
</style></head><body><main><h1>${title}: API</h1><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a>. Every answer is the envelope <code>{ success, code, message, result, timestamp }</code>; a refusal also carries <code>problem</code> and <code>requestId</code>.</p>
<nav aria-label="Groups">${names.map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
${names.map((name) => `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${groups.get(name)!.map(callBlock).join('')}</section>`).join('')}
<section><h2>Schemas</h2>${Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${written(schema)}</details>`,
    )
    .join('')}</section></main></body></html>`;
}

/** A schema as text; the names of others lead to them. */
function written(schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 1));
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>')}</pre>`;
}

function callBlock({ path, method, call }: { path: string; method: string; call: Json }): string {
  // those of many calls are references
  const parameters = ((call['parameters'] as Json[] | undefined) ?? []).filter((one) => 'name' in one);
  const body = (call['requestBody'] as { content?: Record<string, { schema: Json }> } | undefined)?.content?.[
    'application/json'
  ]?.schema;
  const answer = (call['responses'] as Record<string, { content?: Record<string, { schema: Json }> }> | undefined)?.[
    '200'
  ]?.content?.['application/json']?.schema;
  const success = (answer?.['oneOf'] as Json[] | undefined)?.[0] ?? answer;
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(String(call['summary'] ?? ''))}</summary>
${call['description'] ? `<p>${escapeHtml(String(call['description']))}</p>` : ''}
${parameters.length > 0 ? `<table><thead><tr><th>Field</th><th>In</th><th>Required</th><th>Type</th></tr></thead><tbody>${parameters.map((one) => `<tr><td><code>${escapeHtml(String(one['name']))}</code></td><td>${escapeHtml(String(one['in']))}</td><td>${one['required'] ? 'yes' : ''}</td><td><code>${escapeHtml(short(one['schema']))}</code></td></tr>`).join('')}</tbody></table>` : ''}
${body ? `<h4>Body</h4>${written(body)}` : ''}
${success ? `<h4>Result</h4>${written((success['properties'] as Json | undefined)?.['result'] ?? success)}` : ''}</details>`;
}

function short(schema: unknown): string {
  const text = JSON.stringify(schema) ?? '';
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
