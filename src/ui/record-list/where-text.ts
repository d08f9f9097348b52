import {
  MOST_CONDITIONS,
  type SuperCondition,
  type SuperFields,
  type SuperQuery,
} from '#platform/super-query/contract/super-query.ts';
import { isValueOf, readRule } from '#platform/super-query/rules/super-rules.ts';

/**
 * An advanced query in the address: `status.in.3,5;payableMinor.ge.1000`, with `or:` in front where one condition is enough.
 * What stands between is encoded, so that values may hold any character.
 */
export function writeWhere({ match, conditions }: SuperQuery): string {
  const parts = conditions.map(({ field, rule, val }) => `${field}.${rule}.${encodeURIComponent(val)}`);
  return (match === 'or' ? 'or:' : '') + parts.join(';');
}

/** Undefined where a condition names a field that the list does not know, or a value that does not fit it. */
export function readWhere(text: string, fields: SuperFields): SuperQuery | undefined {
  const isOr = text.startsWith('or:');
  const parts = (isOr ? text.slice(3) : text).split(';');
  if (parts.length > MOST_CONDITIONS) return undefined;
  const conditions = parts.map((part) => readCondition(part, fields));
  return conditions.every((condition) => condition !== undefined)
    ? { match: isOr ? 'or' : 'and', conditions }
    : undefined;
}

function readCondition(text: string, fields: SuperFields): SuperCondition | undefined {
  const [name = '', ruleText = '', ...rest] = text.split('.');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const rule = readRule(ruleText);
  let val: string;
  try {
    val = decodeURIComponent(rest.join('.'));
  } catch {
    return undefined;
  }
  return field && rule && isValueOf(field, rule, val) ? { field: name, rule, val } : undefined;
}

/** The fields of the call (system-api.md 1.5). */
export function whereRequest({ match, conditions }: SuperQuery): {
  superQueryParams: string;
  superQueryMatchType: SuperQuery['match'];
} {
  return { superQueryParams: encodeURIComponent(JSON.stringify(conditions)), superQueryMatchType: match };
}
