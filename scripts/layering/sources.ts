import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What stands in each file, by its path from the root of the package. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  readonly file: string;
  readonly target: string;
  /** Vanishes when it is compiled. */
  readonly isType: boolean;
  /** Loaded later, on demand. */
  readonly isLazy: boolean;
}

/** What a check found: `key` is how `exceptions.ts` names it, `say` the message. */
export interface Finding {
  readonly key: string;
  readonly say: string;
}

export const SIDES = ['contract', 'rules', 'server', 'web'] as const;
export type Side = (typeof SIDES)[number];

export interface Place {
  readonly area: string;
  readonly slice: string;
  readonly side: Side | undefined;
}

export function readSources(root: string): Sources {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root });
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^;'"]*?from\s+)?'([^']+)'|import\('([^']+)'\)/g;

/** Imports of our own files. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, type, specifier, lazy]) => {
      const target = targetOf(file, specifier ?? lazy ?? '');
      return target ? [{ file, target, isType: type !== undefined, isLazy: lazy !== undefined }] : [];
    }),
  );
}

/** The file that an import names, where it is ours. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : undefined;
}

export function placeOf(file: string): Place {
  const [, area = '', slice = '', ...rest] = file.split('/');
  return { area, slice, side: SIDES.find((side) => rest[0] === side) };
}

/** `system/session`. */
export const sliceOf = ({ area, slice }: Place): string => `${area}/${slice}`;

/** What tests are set up with is of the tests. */
export const isOfTests = (file: string): boolean =>
  /(\.test|\/test-[^/]*)\.tsx?$/.test(file) || file.startsWith('src/platform/testing/');
