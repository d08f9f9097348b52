import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as z from 'zod';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { ContractNames } from '#platform/http/server/openapi/openapi-document.ts';
import { camelCase } from '#platform/http/server/openapi/operation-ids.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';

const SRC = join(import.meta.dirname, '../..');

interface Exported {
  /** The slice, or the one in whose group it stands. */
  readonly group: string;
  readonly name: string;
  readonly schema: z.ZodType;
}

/** Reads the names of calls and schemas from all contracts; a new contract is found by itself. */
export async function contractNames(slices: readonly ServerSlice[]): Promise<ContractNames> {
  const groups = new Map(slices.map(({ name, documentedWith = name }) => [name, documentedWith]));
  const endpoints = new Map<Endpoint, string>();
  const exported: Exported[] = [];
  for (const file of globSync('*/*/contract/**/*.ts', { cwd: SRC }).toSorted()) {
    if (file.endsWith('.test.ts')) continue;
    const folder = file.split('/')[1] ?? '';
    const group = groups.get(folder) ?? folder;
    const module = (await import(pathToFileURL(join(SRC, file)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (isStructure(value)) exported.push({ group, name, schema: value });
      else if (isEndpoint(value)) endpoints.set(value, name.replace(/Endpoint$/, ''));
      else for (const [key, inner] of Object.entries(value ?? {})) if (isEndpoint(inner)) endpoints.set(inner, key);
    }
  }
  return { endpoints, schemas: schemaNames(exported) };
}

/** One name for each schema: a word that two slices use for two things gets the slice before it. */
function schemaNames(exported: readonly Exported[]): Map<z.ZodType, string> {
  const byName = Map.groupBy(exported, ({ name }) => name);
  const names = new Map<z.ZodType, string>();
  for (const [name, ones] of byName) {
    const isShared = new Set(ones.map(({ schema }) => schema)).size > 1;
    for (const { group, schema } of ones)
      if (!names.has(schema)) names.set(schema, isShared ? pascalCase(group, name) : name);
  }
  return names;
}

const pascalCase = (...words: string[]): string => {
  const word = camelCase(...words);
  return word.charAt(0).toUpperCase() + word.slice(1);
};

const STRUCTURES = new Set(['object', 'enum', 'union', 'array', 'record', 'tuple', 'intersection', 'lazy']);

/** What is worth a name: objects, lists and choices, not the kinds of text and number. */
function isStructure(value: unknown): value is z.ZodType {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  const { def } = (value as z.ZodType)._zod;
  if (def.type !== 'pipe') return STRUCTURES.has(def.type);
  const { in: before, out: after } = def as unknown as { in: unknown; out: unknown };
  return isStructure(before) || isStructure(after);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'request' in value;
}
