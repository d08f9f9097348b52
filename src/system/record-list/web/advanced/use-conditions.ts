import { useRef, useState } from 'react';
import { MOST_CONDITIONS, type SuperCondition, type SuperFields } from '#platform/super-query/contract/super-query.ts';
import { isValueOf, RULES_OF_KIND } from '#platform/super-query/rules/super-rules.ts';

export interface ConditionLine extends SuperCondition {
  readonly key: number;
}

export type ConditionFault = 'empty' | 'wrong';

/** The conditions of an advanced query while it is built; one without a value is left out. */
export function useConditions(fields: SuperFields, initial: readonly SuperCondition[] | undefined) {
  const lastKey = useRef(0);
  const fresh = (): ConditionLine => {
    lastKey.current += 1;
    const field = Object.keys(fields)[0] ?? '';
    return { key: lastKey.current, field, rule: ruleFor(fields, field), val: '' };
  };
  const [lines, setLines] = useState<readonly ConditionLine[]>(() => {
    const kept = initial?.map((condition, index) => ({ key: index - MOST_CONDITIONS, ...condition }));
    return kept ?? [fresh()];
  });
  const [problem, setProblem] = useState<ConditionFault>();
  const isWrong = (line: ConditionLine): boolean => {
    const field = fields[line.field];
    return line.val !== '' && !(field && isValueOf(field, line.rule, line.val));
  };
  return {
    lines,
    add: () => setLines((now) => [...now, fresh()]),
    remove: (key: number) => setLines((now) => now.filter((one) => one.key !== key)),
    set: (key: number, part: Partial<SuperCondition>) => {
      setProblem(undefined);
      setLines((now) => now.map((line) => (line.key === key ? { ...line, ...part } : line)));
    },
    /** What stands below a condition's value: that it does not fit, or that not even the first one has any. */
    faultOf: (line: ConditionLine): ConditionFault | undefined => {
      if (problem === 'empty') return line === lines[0] ? problem : undefined;
      return isWrong(line) ? problem : undefined;
    },
    /** What is to be applied; undefined where something is wrong, which is shown from then on. */
    check: (): SuperCondition[] | undefined => {
      const conditions = lines.filter((line) => line.val !== '').map(({ field, rule, val }) => ({ field, rule, val }));
      const because = lines.some(isWrong) ? 'wrong' : conditions.length === 0 ? 'empty' : undefined;
      if (because === undefined) return conditions;
      setProblem(because);
      return undefined;
    },
  };
}

/** The operator that a condition on this field begins with. */
export const ruleFor = (fields: SuperFields, name: string): SuperCondition['rule'] => {
  const field = fields[name];
  return (field && RULES_OF_KIND[field.kind][0]) ?? 'eq';
};
