import type * as z from 'zod';
import type { FieldKind, RecordField } from '../contract/fields.ts';
import { MILLIONTHS_PER_PERCENT } from './record-cells.ts';

/** A sentence about a cell: a text among the problems, or the words of codes in a dictionary. */
type CellRule =
  | { readonly code: string; readonly params?: Readonly<Record<string, string>> }
  | { readonly dictionary: string; readonly values: readonly (string | number)[] };

const SENTENCES: Partial<Record<FieldKind, string>> = {
  phone: 'fault.phone',
  email: 'fault.email',
  flag: 'import.cell.flag',
  amount: 'import.cell.amount',
  colour: 'import.cell.colour',
  day: 'import.cell.day',
  timeOfDay: 'import.cell.time',
  reference: 'import.cell.reference',
  references: 'import.cell.references',
};

/** What a cell of a table may hold, as the field was declared: for whoever fills the table in. */
export function cellRules(field: RecordField): readonly CellRule[] {
  return field.unique ? [...rulesOf(field), { code: 'import.cell.unique' }] : rulesOf(field);
}

function rulesOf({ kind, input, max = 0, values, dictionary }: RecordField): readonly CellRule[] {
  switch (kind) {
    case 'choice':
      return dictionary === undefined || !values ? [] : [{ dictionary, values }];
    case 'integer':
      return [inRange('import.cell.whole', input)];
    case 'decimal':
      return [inRange('import.cell.number', input)];
    case 'rate':
      return [inRange('import.cell.percent', input, MILLIONTHS_PER_PERCENT)];
    default: {
      const code = SENTENCES[kind];
      return [code ? { code } : { code: 'import.cell.text', params: { maximum: String(max) } }];
    }
  }
}

/** Beyond every limit. */
const FAR = 1e15;

/** The limits are those that the form's own check names. */
function inRange(code: string, input: z.ZodType, unit = 1): CellRule {
  const limits: Record<string, string> = {};
  for (const issue of [-FAR, FAR].flatMap((value) => input.safeParse(value).error?.issues ?? [])) {
    if (issue.code === 'too_small') limits['minimum'] = String(Number(issue.minimum) / unit);
    // of a number that is too large for any field the last one names the limit of this one
    if (issue.code === 'too_big') limits['maximum'] = String(Number(issue.maximum) / unit);
  }
  return { code, params: limits };
}
