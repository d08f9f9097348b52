/** What a call does to records, as the log names it (system-api.md 5.12); words in the dictionary `operate_type`. */
export const OPERATE_TYPES = [1, 2, 3, 4, 5, 6] as const;
export type OperateType = (typeof OPERATE_TYPES)[number];

const OF_LAST_PART: readonly (readonly [RegExp, OperateType])[] = [
  [/^import/i, 5],
  [/^(export|download)/i, 6],
  [/^(delete|remove|clear|revoke|discard)/i, 4],
  [/^(add|create|save|register|copy|upload|invite)/i, 2],
  [/^(list|page|query|get|preview|quote|find|search)/i, 1],
];
const OF_DEED: Readonly<Record<string, OperateType>> = { add: 2, delete: 4, export: 6, import: 5 };

/**
 * 1 query, 2 add, 3 update, 4 delete, 5 import, 6 export (settled 28): by the last part of the address, which names the verb, else by
 * the right that the call needs.
 */
export function operateTypeOf(path: string, permission: string | null): OperateType {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  const last = parts.at(-1) ?? '';
  for (const [pattern, type] of OF_LAST_PART) if (pattern.test(last)) return type;
  return OF_DEED[permission?.split(':')[1] ?? ''] ?? 3;
}
