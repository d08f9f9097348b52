import { movesMoney } from './moves-money.ts';

type Json = Record<string, unknown>;

export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly security: 'session' | 'storefront' | 'open';
  readonly changesData: boolean;
  readonly movesMoney: boolean;
  /** Sent by us to a receiver. */
  readonly isWebhook: boolean;
  readonly parameters: readonly Json[];
  readonly body: { readonly type: string; readonly schema: unknown } | undefined;
  readonly answer: { readonly status: string; readonly type: string; readonly schema: unknown } | undefined;
  readonly refusals: readonly { readonly status: string; readonly description: string }[];
}

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly operations: readonly Call[];
}

/** The calls that receivers get are a group of their own, beside the one of the calls about webhooks. */
export const SENT_WEBHOOKS = 'webhooks-sent';

/** The document by its groups, in the order of their names. */
export function groupsOf(document: Json): Group[] {
  const tags = document['tags'] as { name: string; description: string }[];
  const calls = callsIn(document, document['paths'] as Paths, false);
  const byTag = Map.groupBy(calls, ({ tag }) => tag);
  const groups = tags
    .map(({ name, description }) => ({
      name,
      about: description,
      operations: (byTag.get(name) ?? []).map(({ call }) => call),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const sent = callsIn(document, (document['webhooks'] ?? {}) as Paths, true).map(({ call }) => call);
  return sent.length > 0 ? [...groups, { name: SENT_WEBHOOKS, about: '', operations: sent }] : groups;
}

/** A group with every schema that it leads to, as the page fetches it. */
export function groupFile(document: Json, name: string): string | undefined {
  const group = groupsOf(document).find((one) => one.name === name);
  if (!group) return undefined;
  const all = (document['components'] as { schemas: Json }).schemas;
  const schemas: Json = {};
  const gather = (value: unknown): void => {
    for (const [, found = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/([\w.-]+)/g)) {
      if (found in schemas || !(found in all)) continue;
      schemas[found] = all[found];
      gather(all[found]);
    }
  };
  gather(group);
  return JSON.stringify({ ...group, schemas });
}

type Paths = Record<string, Record<string, Json>>;
type Content = Record<string, { schema: unknown }> | undefined;

function callsIn(document: Json, paths: Paths, isWebhook: boolean): { tag: string; call: Call }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const id = String(operation['operationId']);
      const changesData = operation['x-changes-data'] === true;
      const [security = {}] = (operation['security'] as Json[] | undefined) ?? [];
      const body = firstOf((operation['requestBody'] as { content?: Content } | undefined)?.content);
      const call: Call = {
        ...{ id, path, isWebhook, changesData },
        method: method.toUpperCase(),
        summary: String(operation['summary'] ?? ''),
        description: operation['description'] as string | undefined,
        security: 'session' in security ? 'session' : 'storefront' in security ? 'storefront' : 'open',
        movesMoney: changesData && movesMoney(id),
        parameters: ((operation['parameters'] as Json[] | undefined) ?? []).map((one) => resolved(document, one)),
        body,
        ...answersOf(document, operation),
      };
      return { tag: String((operation['tags'] as string[])[0]), call };
    }),
  );
}

function answersOf(document: Json, operation: Json): Pick<Call, 'answer' | 'refusals'> {
  const responses = Object.entries(operation['responses'] as Record<string, Json>).map(
    ([status, response]) => [status, resolved(document, response)] as const,
  );
  const [good] = responses.filter(([status]) => status.startsWith('2'));
  const content = firstOf(good?.[1]['content'] as Content);
  return {
    answer: good && content ? { status: good[0], ...content } : undefined,
    refusals: responses
      .filter(([, response]) => response !== good?.[1] || !content)
      .map(([status, { description }]) => ({ status, description: String(description ?? '') })),
  };
}

function firstOf(content: Content): { type: string; schema: unknown } | undefined {
  const [first] = Object.entries(content ?? {});
  return first && { type: first[0], schema: first[1].schema };
}

/** What stands once in the document for many calls. */
function resolved(document: Json, one: Json): Json {
  const reference = one['$ref'];
  if (typeof reference !== 'string') return one;
  return reference
    .slice(2)
    .split('/')
    .reduce<Json>((found, part) => found[part] as Json, document);
}
