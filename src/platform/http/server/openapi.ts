import * as z from 'zod';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { Conflict } from '../contract/envelope.ts';
import type { RawRoute, Route } from './route.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of everything, from the endpoint objects themselves (product.md 3). */
export function openApiDocument(routes: readonly Route[], rawRoutes: readonly RawRoute[], title: string): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint } of routes) {
    const path = fullPath(endpoint.path).replace(/:(\w+)/g, '{$1}');
    for (const method of [endpoint.method, ...(endpoint.alsoMethods ?? [])]) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, method) };
    }
  }
  for (const raw of rawRoutes) {
    const path = raw.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [raw.method.toLowerCase()]: {
        summary: raw.summary,
        parameters: pathNames(raw.path).map((name) => parameter(name, 'path', { type: 'string' }, true)),
        responses: { 200: { description: raw.summary } },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-Access-Token' },
        storefront: { type: 'http', scheme: 'bearer' },
      },
      responses: {
        Refused: {
          description: 'A refusal or error; `problem` is its stable code',
          content: { 'application/json': { schema: envelope({ type: 'null' }) } },
        },
      },
    },
  };
}

function operation(endpoint: Endpoint, method: string): Json {
  const request = jsonSchema(endpoint.request, 'input');
  const properties = (request['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((request['required'] as string[] | undefined) ?? []);
  const inPath = pathNames(endpoint.path);
  const inQuery =
    method === 'GET' || method === 'DELETE' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : [];
  const body = Object.fromEntries(
    Object.entries(properties).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)),
  );
  const hasBody =
    method !== 'GET' && method !== 'DELETE' && (Object.keys(body).length > 0 || request['anyOf'] !== undefined);
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').find((part) => part !== '') ?? ''],
    ...(endpoint.permission ? { description: `Needs the permission \`${endpoint.permission}\`.` } : {}),
    security: endpoint.auth === 'open' ? [] : [{ [endpoint.auth]: [] }],
    parameters: [
      ...inPath.map((name) => parameter(name, 'path', properties[name] ?? { type: 'string' }, true)),
      ...inQuery.map((name) => parameter(name, 'query', properties[name]!, required.has(name))),
      ...(endpoint.scope === 'tenant' && endpoint.auth === 'session'
        ? [parameter('tenant-id', 'header', { type: 'string' }, false)]
        : []),
      ...(method === 'POST'
        ? [parameter('Idempotency-Key', 'header', { type: 'string' }, endpoint.idempotencyKey === 'required')]
        : []),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.upload ? 'multipart/form-data' : 'application/json']: {
                schema: request['anyOf']
                  ? request
                  : { ...request, properties: body, required: [...required].filter((name) => name in body) },
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done, or refused by a business rule',
        content: { 'application/json': { schema: envelope(jsonSchema(endpoint.response, 'output')) } },
      },
      400: { $ref: '#/components/responses/Refused' },
      ...(endpoint.auth === 'open'
        ? {}
        : { 401: { $ref: '#/components/responses/Refused' }, 403: { $ref: '#/components/responses/Refused' } }),
    },
  };
}

function envelope(result: Json): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'result', 'timestamp'],
    properties: {
      success: { type: 'boolean' },
      code: { type: 'string' },
      message: { type: 'string' },
      result,
      timestamp: { type: 'number' },
      problem: { type: 'string' },
      requestId: { type: 'string' },
      conflict: jsonSchema(Conflict, 'output'),
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  delete made['$schema'];
  return made;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
}

function parameter(name: string, place: string, schema: Json, required: boolean): Json {
  return { name, in: place, required, schema };
}
