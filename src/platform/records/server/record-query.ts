import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { both, narrowedTo } from '#platform/data-rules/server/narrowed.ts';
import { likeText } from '#platform/database/server/page.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { readChoice } from '#platform/http/contract/choice.ts';
import { withoutHyphens } from '#platform/ids/rules/grouped-number.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { readSuperQuery } from '#platform/super-query/server/read-super-query.ts';
import { type SuperColumns, superCondition } from '#platform/super-query/server/super-condition.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { RecordField } from '../contract/fields.ts';
import { POINTS_AT_NOTHING, type RecordQuery } from '../contract/record-endpoints.ts';
import { maskedFields } from './masked.ts';
import { columnOf, fieldsOf } from './record-rows.ts';
import type { ServedKind } from './serving.ts';

const ref = (column: string) => sql.ref(`record.${column}`);
/** Some texts of a list are ids in its table; of a column of text it says nothing new. */
const asText = (column: string) => sql`${ref(column)}::text`;

/**
 * What conditions and sorting read; names come from the declaration alone. A field that the caller sees masked reads as empty, or
 * conditions would tell it sign by sign.
 */
function columnsOf({ kind, asked }: Pick<ServedKind, 'kind' | 'asked'>, hidden: readonly string[] = []): SuperColumns {
  const own = fieldsOf(kind).map(([field, { kind: type, none, asked: compared }]) => {
    if (hidden.includes(field)) return [field, sql`''::text`] as const;
    const column = ref(columnOf(field));
    // a day begins on the tenant's clock
    const zone = sql`(select time_zone from tenant where tenant.tenant_id = ${THIS_TENANT})`;
    // what is no id at all is not found, and no fault of the database
    if (type === 'reference') return [field, sql`coalesce(${column}::text, ${none ?? ''})`] as const;
    // nor is what a list says as a text, such as the id of an event
    if (compared?.kind === 'text') return [field, asText(columnOf(field))] as const;
    return [field, type === 'day' ? sql`(${column}::timestamp at time zone ${zone})` : column] as const;
  });
  const all = { ...Object.fromEntries(own), ...asked };
  if (kind.isReadOnly) return { ...all, createTime: ref(columnOf(kind.timeField)) };
  return { ...all, createdAt: ref('created_at'), createTime: ref('created_at') };
}

/** Which rows a person sees at all: those of his spots, and those that the data rules of the list leave him. */
export function sightOf(served: ServedKind, actor: Actor): Expression<SqlBool> | undefined {
  const { kind, visible } = served;
  const own = visible?.condition(actor);
  if (!actor.narrowing || visible?.ruled) return own;
  const list = { permission: kind.permission('view'), fields: kind.superFields, columns: columnsOf(served) };
  return both(own, narrowedTo(actor, list));
}

/** All that a list is narrowed by: what the caller may see, and what he asks for. */
export async function recordConditions(
  served: ServedKind,
  context: Pick<RequestContext, 'read'> & { readonly actor: Actor },
  request: RecordQuery,
): Promise<Expression<SqlBool>> {
  const parts: Expression<SqlBool>[] = [];
  const { kind } = served;
  const seen = sightOf(served, context.actor);
  if (seen) parts.push(seen);
  const words = request.keyword?.trim();
  const hidden = maskedFields(served, context.actor);
  if (words) parts.push(keywordCondition(served, words, hidden));
  const made = ref(columnOf(kind.timeField));
  if (request['createdFrom']) parts.push(sql<SqlBool>`${made} >= ${new Date(String(request['createdFrom']))}`);
  if (request['createdTo']) parts.push(sql<SqlBool>`${made} < ${new Date(String(request['createdTo']))}`);
  if (request.selections?.length)
    parts.push(sql<SqlBool>`${ref('id')} = any(${request.selections.filter(isUuid)}::uuid[])`);
  if (kind.calls.family === 'system') {
    parts.push(await filterConditions(context, request, kind.superFields, columnsOf(served, hidden)));
  } else {
    for (const [field, declared] of fieldsOf(kind))
      if (declared.filter && request[field] !== undefined)
        parts.push(
          hidden.includes(field)
            ? exactly(field, String(request[field]))
            : filterCondition(kind, field, declared, String(request[field])),
        );
    const advanced = await readSuperQuery(context, request, kind.superFields);
    if (advanced) parts.push(superCondition(advanced, columnsOf(served, hidden)));
  }
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function keywordCondition(served: ServedKind, words: string, hidden: readonly string[]): Expression<SqlBool> {
  const { kind, alsoFound } = served;
  const searched = fieldsOf(kind).flatMap(([field, { search }]) => (search ? [field] : []));
  const open = searched.filter((field) => !hidden.includes(field)).flatMap((field) => columnsIn(kind, field));
  const masked = searched.filter((field) => hidden.includes(field)).map((field) => exactly(field, words));
  const also = alsoFound ? [alsoFound(words)] : [];
  return sql<SqlBool>`(${sql.join([containing(open, words), ...masked, ...also], sql` or `)})`;
}

/** Of a text in both languages both are searched. */
function columnsIn(kind: RecordKind, field: string): string[] {
  const chinese = kind.fields[field]?.columnZh;
  return chinese === undefined ? [columnOf(field)] : [columnOf(field), chinese];
}

/** Who knows the whole of what he sees masked may look for it; a part of it finds nothing. */
const exactly = (field: string, words: string): Expression<SqlBool> =>
  sql<SqlBool>`${asText(columnOf(field))} = ${words}`;

function containing(columns: readonly string[], words: string): Expression<SqlBool> {
  const pattern = `%${likeText(withoutHyphens(words))}%`;
  const matches = columns.map((column) => sql<SqlBool>`${asText(column)} ilike ${pattern}`);
  return matches.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

function filterCondition(kind: RecordKind, field: string, declared: RecordField, text: string): Expression<SqlBool> {
  const column = ref(columnOf(field));
  // people know a record by either of its names
  if (declared.kind === 'text') {
    const chinese = field === kind.labelField && kind.labelZh ? [kind.labelZh] : [];
    return containing([...columnsIn(kind, field), ...chinese], text);
  }
  if (declared.kind === 'reference' && text === POINTS_AT_NOTHING) return sql<SqlBool>`${column} is null`;
  if (declared.kind === 'reference')
    return isUuid(text) ? sql<SqlBool>`${column} = ${text}::uuid` : sql<SqlBool>`false`;
  const { isNot, values } = readChoice(text);
  const wanted = values.map((value) =>
    declared.kind === 'flag' ? value === 'true' : declared.values?.find((one) => String(one) === value),
  );
  const among = sql<SqlBool>`${column} in (${sql.join(wanted)})`;
  return isNot ? sql<SqlBool>`(${column} is null or not ${among})` : among;
}

/** The order of a list: the asked column, else that of the kind; records that are alike in it follow the same direction. */
export function orderOf(
  kind: RecordKind,
  request: RecordQuery,
): readonly [column: string, direction: 'asc' | 'desc'][] {
  const isAsked = request.column !== undefined && kind.sortable.includes(request.column);
  const direction = request.order ?? (request.column ? 'asc' : kind.order.direction);
  const column = columnOf(isAsked && request.column ? request.column : kind.order.by);
  // what is computed has its name from the select
  const isComputed = request.column !== undefined && Object.hasOwn(kind.computed, request.column);
  return [
    [isComputed ? column : `record.${column}`, direction],
    ['record.id', direction],
  ];
}
