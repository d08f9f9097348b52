// Ajv comes with Fastify; its word counts here because it knows nothing of our schemas but the document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestAnswer, TestServer } from './test-server.ts';

type Json = Record<string, unknown>;
type Content = Record<string, { schema: Json }>;

interface Operation {
  readonly path: string;
  readonly pattern: RegExp;
  readonly method: string;
  readonly responses: Readonly<Record<string, { $ref?: string }>>;
}

/** The server with every answer held against its own OpenAPI document; one that is not described there throws. */
export async function withDescribedAnswers(product: TestServer): Promise<TestServer> {
  const document = (await product.send('GET', '/api/openapi.json')).body as unknown as Json;
  const fault = answerFaults(document);
  return {
    ...product,
    send: async (method, path, ...rest) => {
      const answer = await product.send(method, path, ...rest);
      const found = fault(method, path, answer);
      if (found) throw new Error(`${method} ${path} answered ${answer.status}, ${found}: ${answer.text.slice(0, 500)}`);
      return answer;
    },
  };
}

/** What of an answer the document does not describe; undefined where it does, and for calls that it does not hold. */
export function answerFaults(document: Json): (method: string, path: string, answer: TestAnswer) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ ...document, $id: 'document' });
  const operations = operationsOf(document);
  return (method, path, answer) => {
    const asked = path.split('?')[0] ?? '';
    const operation = operations.find((one) => one.method === method && one.pattern.test(asked));
    if (!operation) return undefined;
    const described = operation.responses[answer.status];
    if (!described) return 'which it is not said to answer';
    const place = described.$ref
      ? described.$ref.slice(1)
      : `/paths/${escaped(operation.path)}/${method.toLowerCase()}/responses/${answer.status}`;
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    const content = at(document, place)['content'] as Content | undefined;
    if (!content) return undefined;
    const range = [type, type.replace(/\/.*/, '/*')].find((one) => one in content);
    if (range === undefined) return `of the type ${type}`;
    if (type !== 'application/json') return undefined;
    const check = ajv.getSchema(`document#${place}/content/application~1json/schema`);
    if (!check) return 'whose schema is not there';
    return check(JSON.parse(answer.text)) ? undefined : ajv.errorsText(check.errors);
  };
}

/** Paths without parameters first: they win. */
function operationsOf(document: Json): Operation[] {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Pick<Operation, 'responses'>>>);
  return paths
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        path,
        pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        method: method.toUpperCase(),
        responses,
      })),
    )
    .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
}

const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1');

function at(document: Json, pointer: string): Json {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json>((value, part) => value[part] as Json, document);
}
