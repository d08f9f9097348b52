import * as z from 'zod';
import { type RichTextLimits, richTextFields } from '../contract/rich-text.ts';
import { lengthOf } from '../rules/document.ts';
import { writeRichText } from '../rules/write-rich-text.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

/** Where a schema has rich text: below a name, in each element of a list, or here. */
type Plan =
  | { readonly kind: 'text'; readonly limits: RichTextLimits }
  | { readonly kind: 'list'; readonly element: Plan }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [name: string, plan: Plan])[] };

export interface Cleaned {
  readonly value: unknown;
  readonly issues: readonly z.core.$ZodIssue[];
}

const plans = new WeakMap<z.ZodType, { plan: Plan | undefined }>();

/**
 * Every rich text of a request in its checked form, before anything else sees it: no call can skip it. Texts that became
 * too short or are too long are reported like any other fault.
 */
export async function cleanRequest(schema: z.ZodType, value: unknown): Promise<Cleaned> {
  const known = plans.get(schema) ?? { plan: planOf(schema) };
  plans.set(schema, known);
  if (!known.plan) return { value, issues: [] };
  const issues: z.core.$ZodIssue[] = [];
  return { value: await clean(known.plan, value, [], issues), issues };
}

/** A schema that hides rich text where this cannot follow, such as a union, is a mistake of its author and throws at once. */
function planOf(schema: z.ZodType): Plan | undefined {
  const limits = richTextFields.get(schema);
  if (limits) return { kind: 'text', limits };
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const plan = planOf(field);
      return plan ? [[name, plan] as const] : [];
    });
    return fields.length > 0 ? { kind: 'object', fields } : undefined;
  }
  if (schema instanceof z.ZodArray) {
    const element = planOf(schema.element as z.ZodType);
    return element && { kind: 'list', element };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return planOf(schema.unwrap() as z.ZodType);
  const hidden = [
    ...(schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : []),
    ...(schema instanceof z.ZodPipe ? [schema.in as z.ZodType, schema.out as z.ZodType] : []),
    ...(schema instanceof z.ZodRecord ? [schema.valueType as z.ZodType] : []),
    ...(schema instanceof z.ZodTuple ? (schema.def.items as z.ZodType[]) : []),
  ];
  if (hidden.some((inner) => planOf(inner)))
    throw new Error('Rich text stands in objects and lists, where the server finds it to sanitize it');
  return undefined;
}

async function clean(
  plan: Plan,
  value: unknown,
  path: readonly PropertyKey[],
  issues: z.core.$ZodIssue[],
): Promise<unknown> {
  if (value === undefined || value === null) return value;
  if (plan.kind === 'text') return cleanText(plan.limits, value as string, path, issues);
  if (plan.kind === 'list') {
    const cleaned: unknown[] = [];
    for (const [at, one] of (value as unknown[]).entries())
      cleaned.push(await clean(plan.element, one, [...path, at], issues));
    return cleaned;
  }
  const cleaned: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  for (const [name, inner] of plan.fields)
    if (cleaned[name] !== undefined) cleaned[name] = await clean(inner, cleaned[name], [...path, name], issues);
  return cleaned;
}

async function cleanText(
  { max, min }: RichTextLimits,
  html: string,
  path: readonly PropertyKey[],
  issues: z.core.$ZodIssue[],
): Promise<string> {
  const document = await sanitizeRichText(html);
  const length = lengthOf(document);
  const issue = { path: [...path], message: '', input: html, origin: 'string', inclusive: true };
  if (length > max) issues.push({ ...issue, code: 'too_big', maximum: max });
  if (length < min) issues.push({ ...issue, code: 'too_small', minimum: min });
  return writeRichText(document);
}
