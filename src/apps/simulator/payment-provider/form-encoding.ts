import { invalidParameter } from './api-error.ts';

export type FormValue = string | FormValues;
export interface FormValues {
  [name: string]: FormValue;
}

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** Reads `metadata[orderNo]=1&expand[0]=charge` into nested values; list positions are names such as `0`. */
export function parseForm(text: string): FormValues {
  const root: FormValues = Object.create(null) as FormValues;
  for (const [rawKey, value] of new URLSearchParams(text)) {
    const match = KEY.exec(rawKey);
    if (!match?.[1]) throw invalidParameter(rawKey, `Invalid parameter name: ${rawKey}`);
    const path = [
      match[1],
      ...(match[2] ?? '')
        .split('[')
        .slice(1)
        .map((part) => part.slice(0, -1)),
    ];
    let target = root;
    path.forEach((name, depth) => {
      const key = name === '' ? String(Object.keys(target).length) : name;
      if (depth === path.length - 1) {
        target[key] = value;
        return;
      }
      const existing = target[key];
      const next: FormValues =
        existing !== undefined && typeof existing !== 'string' ? existing : (Object.create(null) as FormValues);
      target[key] = next;
      target = next;
    });
  }
  return root;
}

/** The same parameters give the same text, in whatever order they were sent. */
export function fingerprintOf(values: FormValues): string {
  const sorted = (value: FormValue): unknown =>
    typeof value === 'string'
      ? value
      : Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key]!)]);
  return JSON.stringify(sorted(values));
}

/** Typed reading of the parameters of one call; what nobody declared is refused, as the provider does. */
export interface Parameters {
  text(name: string): string | undefined;
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined;
  integer(name: string): number | undefined;
  flag(name: string): boolean;
  map(name: string): Record<string, string>;
  nested(name: string): FormValues | undefined;
  list(name: string): string[];
}

export function parametersOf(values: FormValues, known: readonly string[]): Parameters {
  for (const name of Object.keys(values)) {
    if (!known.includes(name) && name !== 'expand') {
      throw invalidParameter(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    }
  }
  const text = (name: string): string | undefined => {
    const value = values[name];
    if (value !== undefined && typeof value !== 'string') throw invalidParameter(name, `Invalid string: ${name}`);
    return value === '' ? undefined : value;
  };
  const nested = (name: string): FormValues | undefined => {
    const value = values[name];
    if (typeof value === 'string' && value !== '') throw invalidParameter(name, `Invalid object`);
    return typeof value === 'object' ? value : undefined;
  };
  return {
    text,
    nested,
    oneOf: (name, allowed) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const found = allowed.find((candidate) => candidate === value);
      if (!found) throw invalidParameter(name, `Invalid ${name}: must be one of ${allowed.join(', ')}`);
      return found;
    },
    integer: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^-?\d{1,15}$/.test(value)) {
        throw invalidParameter(name, `Invalid integer: ${value}`, 'parameter_invalid_integer');
      }
      return Number(value);
    },
    flag: (name) => {
      const value = text(name);
      if (value !== undefined && value !== 'true' && value !== 'false') {
        throw invalidParameter(name, `Invalid boolean: ${value}`);
      }
      return value === 'true';
    },
    map: (name) => {
      const entries = Object.entries(nested(name) ?? {});
      return Object.fromEntries(
        entries.map(([key, value]) => {
          if (typeof value !== 'string') throw invalidParameter(`${name}[${key}]`, 'Metadata values must be strings');
          if (key.length > 40) throw invalidParameter(name, 'Metadata keys can be at most 40 characters long.');
          if (value.length > 500) throw invalidParameter(name, 'Metadata values can be at most 500 characters long.');
          return [key, value];
        }),
      );
    },
    list: (name) =>
      Object.values(nested(name) ?? {}).map((value) => {
        if (typeof value !== 'string') throw invalidParameter(name, 'Invalid array');
        return value;
      }),
  };
}
