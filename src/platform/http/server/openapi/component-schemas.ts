import * as z from 'zod';
import { type Json, mapObjects, nameIn, refTo } from './json.ts';

type Side = 'input' | 'output';

/**
 * The document's named schemas: a schema that a contract exports stands once, under the name of the export, and is referred to
 * from everywhere. Where a request reads it in another way than an answer writes it, the request's is called `…Input`.
 */
export class ComponentSchemas {
  readonly #registry = z.registry<{ id: string }>();
  readonly #placed = new Map<string, Json>();

  /** Answers come first: theirs are the plain names. */
  constructor(names: ReadonlyMap<z.ZodType, string>, answers: readonly z.ZodType[]) {
    for (const [schema, id] of names) this.#registry.add(schema, { id });
    for (const schema of answers) this.refer(schema, 'output');
  }

  /** A reference to the schema where it has a name, else the schema itself with references inside. */
  refer(schema: z.ZodType, side: Side): Json {
    const made = z.toJSONSchema(schema, {
      io: side,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      metadata: this.#registry,
      // a schema that has no shape of its own says what it is, such as a file
      override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
    }) as Json & { $defs?: Record<string, Json> };
    const { $schema: _, $defs = {}, ...root } = made;
    const names = this.#place($defs, side);
    return renamed(root, names) as Json;
  }

  /** What a reference stands for. */
  shapeOf(schema: Json): Json {
    const name = nameIn(schema);
    return (name !== undefined && this.#placed.get(name)) || schema;
  }

  /** Those that the document refers to, by their names. */
  usedIn(document: unknown): Json {
    const used = new Map<string, Json>();
    const visit = (value: unknown): void =>
      void mapObjects(value, (object) => {
        const name = nameIn(object);
        const placed = name === undefined || used.has(name) ? undefined : this.#placed.get(name);
        if (name !== undefined && placed) {
          used.set(name, placed);
          visit(placed);
        }
        return object;
      });
    visit(document);
    return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #place(defs: Record<string, Json>, side: Side): ReadonlyMap<string, string> {
    const names = new Map(Object.entries(defs).map(([id, def]) => [id, id.startsWith('__') ? nameless(def, id) : id]));
    const written = (id: string): Json => {
      const { id: _, ...def } = defs[id] ?? {};
      return renamed(def, names) as Json;
    };
    // one that differs gives those that refer to it another text too
    for (let changed = true; changed; ) {
      changed = false;
      for (const [id, name] of names) {
        const placed = this.#placed.get(name);
        if (!placed || placed === ANYTHING || JSON.stringify(placed) === JSON.stringify(written(id))) continue;
        if (side === 'output' || name.endsWith('Input')) throw new Error(`Two schemas are called ${name}`);
        names.set(id, `${name}Input`);
        changed = true;
      }
    }
    for (const [id, name] of names) this.#placed.set(name, name === 'Json' ? ANYTHING : written(id));
    return names;
  }
}

/** Generators make no type of a union that holds itself, and no client learns anything from it. */
const ANYTHING: Json = { description: 'Any JSON value' };

const JSON_VALUE = z.toJSONSchema(z.array(z.json())) as unknown as { $defs: Record<string, Json> };

/** `z.json()` makes a recursive schema each time it is called, and it is always the same one. */
function nameless(def: Json, id: string): string {
  const [[known, json] = []] = Object.entries(JSON_VALUE.$defs);
  if (JSON.stringify(def).replaceAll(id, known ?? '') === JSON.stringify(json)) return 'Json';
  throw new Error('A schema that holds itself needs a name: export it from its contract');
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  return mapObjects(value, (object) => {
    const id = /^#\/\$defs\/(.+)$/.exec(String(object['$ref']))?.[1];
    const name = id === undefined ? undefined : names.get(id);
    return name === undefined ? object : { ...object, ...refTo(name) };
  });
}
