import * as z from 'zod';
import { EXPORT_FORMATS, EXPORT_SEPARATORS, ExportJob } from '#platform/exports/contract/export-job.ts';
import { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { type Endpoint, endpoint } from '#platform/http/contract/endpoint.ts';
import {
  AnsweredFile,
  BooleanField,
  ChoiceOf,
  Id,
  Instant,
  IntField,
  olderTimes,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import {
  CheckImportRequest,
  ImportJob,
  type ImportLimits,
  ImportOutcome,
} from '#platform/imports/contract/import-job.ts';
import { type SuperFields, superQueryFields, systemListFields } from '#platform/super-query/contract/super-query.ts';
import type { RecordCalls, RecordVerb } from './calls.ts';
import type { RecordFields } from './fields.ts';
import { entriesOf, nameOfReference, namesOfReferences } from './record-names.ts';

/** What a list is asked for; the fields of the kind are its filters. */
export interface RecordQuery {
  readonly [filter: string]: unknown;
  readonly pageNo?: number;
  readonly pageSize?: number;
  readonly column?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly keyword?: string | undefined;
  readonly superQueryParams?: string | undefined;
  readonly superQueryMatchType?: 'and' | 'or' | undefined;
  /** Of a file: these records alone, if they are among those that the filters leave. */
  readonly selections?: readonly string[] | undefined;
}

const LARGEST_PAGE = 200;

/** A list, or a text with commas as older clients write it. */
const idList = (list: z.ZodType<string[]>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
    list,
  ) as unknown as z.ZodType<string[], string[] | string>;
const RecordIds = idList(z.array(Id).min(1).max(200));
const SelectedIds = idList(z.array(Id).max(1_000));

export const OneRecordRequest = z.strictObject({ id: Id });
export const ManyRecordsRequest = z.strictObject({ ids: RecordIds });
export const TurnRecordsRequest = z.strictObject({ ids: RecordIds, on: BooleanField });
/** `changeId` takes the removal back. */
export const RemovedRecord = z.strictObject({ id: z.string(), changeId: z.string() });
/** What became of each record: those that were refused say why. */
export const RecordResults = z.strictObject({
  done: z.array(z.strictObject({ id: z.string(), name: z.string(), changeId: z.string().nullable() })),
  failed: z.array(z.strictObject({ id: z.string(), name: z.string(), message: z.string() })),
});
export type RecordResults = z.infer<typeof RecordResults>;
export const RecordOption = z.strictObject({ id: z.string(), name: z.string() });
export const RecordOptionsRequest = z.strictObject({
  keyword: Text(100).optional(),
  pageSize: IntField(1, 200).default(50),
});

export interface RecordPage<Row> {
  records: Row[];
  current: number;
  pages: number;
  size: number;
  total: number;
}

export type RecordAction = 'view' | 'add' | 'edit' | 'delete';

export const IMPORT_LIMITS: ImportLimits = { bytes: 5_000_000, rows: 5_000 };

interface EndpointParts {
  readonly namespace: string;
  readonly calls: RecordCalls;
  readonly fields: RecordFields;
  readonly addWith: Readonly<Record<string, z.ZodType>>;
  readonly older: Readonly<Record<string, z.ZodType>>;
  readonly nodes: readonly string[];
  readonly permission: (action: RecordAction) => string;
  readonly exportPermission: string;
  /** Of the list. */
  readonly filters: Record<string, z.ZodType>;
  /** A record as it is answered. */
  readonly row: z.ZodObject;
}

/** Who made a record and changed it, and when: what is added has none yet. */
const FACTS: ReadonlySet<string> = new Set(
  'createdAt createdBy updatedAt updatedBy createBy createTime updateBy updateTime'.split(' '),
);

/** Every call that a kind of record can have. */
export function endpointsOf(parts: EndpointParts) {
  const { namespace, calls, fields, addWith, older, nodes, permission, filters, row } = parts;
  const { input, edit } = formSchemas(fields, addWith, older);
  const isSystem = calls.family === 'system';
  /** Older clients send a row back as they got it, with the password that they ask for when one is added (system-api.md 5). */
  const given = isSystem ? [...Object.keys({ ...row.shape, ...addWith }), ...nodes] : [];
  const notIn = (shape: Readonly<Record<string, unknown>>) => given.filter((name) => !(name in shape));
  const words = namespace.replaceAll('-', ' ');

  function declare<Request extends z.ZodType, Response extends z.ZodType>(
    verb: RecordVerb,
    action: RecordAction,
    request: Request,
    response: Response,
    summary: string,
    more: Pick<Endpoint<Request, Response>, 'upload' | 'answersFile' | 'messageOf' | 'refusedField' | 'ignores'> = {},
  ): Endpoint<Request, Response> {
    const [method, ...alsoMethods] = calls.methods[verb];
    const effect = action === 'view' && verb !== 'export' ? 'read' : 'change';
    return endpoint({
      method,
      alsoMethods,
      path: `${calls.base}/${calls.names[verb]}`,
      permission: verb === 'export' || verb === 'exportXls' ? parts.exportPermission : permission(action),
      request,
      response,
      summary,
      effect,
      ...more,
    }) as Endpoint<Request, Response>;
  }

  return {
    page: declare('page', 'view', z.strictObject(filters), pageOf(row), `List of ${words}`),
    one: declare('one', 'view', OneRecordRequest, row, `One of the ${words}`),
    options: declare('options', 'view', RecordOptionsRequest, z.array(RecordOption), `Choose among ${words}`),
    history: declare('history', 'view', HistoryRequest, HistoryPage, `What staff changed about one of the ${words}`),
    add: declare('add', 'add', input, row, `Add to ${words}`, {
      ignores: notIn({ ...input.shape, ...addWith }).filter((name) => !FACTS.has(name)),
    }),
    edit: declare('edit', 'edit', edit, row, `Change one of the ${words}`, { ignores: notIn(edit.shape) }),
    turn: declare('turn', 'edit', TurnRecordsRequest, RecordResults, `Switch ${words} on or off, each with its result`),
    remove: declare('remove', 'delete', OneRecordRequest, RemovedRecord, `Delete one of the ${words}; can be undone`),
    removeMany: declare(
      'removeMany',
      'delete',
      ManyRecordsRequest,
      RecordResults,
      `Delete several of the ${words}, each with its result`,
    ),
    export: declare(
      'export',
      'view',
      z.strictObject({ ...filters, ...selected, ...exportFields }),
      ExportJob,
      `Start to make a file of ${words}`,
    ),
    importCheck: declare(
      'importCheck',
      'add',
      CheckImportRequest,
      ImportJob,
      `Look at a CSV or XLSX file of ${words} row by row; /sys/import/start then adds them`,
      { upload },
    ),
    exportXls: declare(
      'exportXls',
      'view',
      withParamsText({ ...filters, ...selected }),
      AnsweredFile,
      `A workbook of ${words}`,
      { answersFile: 'application/vnd.ms-excel' },
    ),
    importExcel: declare(
      'importExcel',
      'add',
      CheckImportRequest,
      ImportOutcome,
      `Add ${words} from a CSV or XLSX file at once; a file names what is refused`,
      { upload, messageOf: ({ msg }) => msg, refusedField: 'errorCount' },
    ),
  };
}

const upload = { field: 'file', maxBytes: IMPORT_LIMITS.bytes };
export const selected = { selections: SelectedIds.optional() };
const exportFields = {
  format: z.enum(EXPORT_FORMATS),
  separator: z.enum(EXPORT_SEPARATORS).optional(),
  columns: z.array(z.string().max(64)).max(100).optional(),
};

/** Filters that may also come as one JSON text, `paramsStr`, as older clients ask for the file of positions (system-api.md 1.6). */
function withParamsText(filters: Record<string, z.ZodType>): z.ZodType {
  // one that could be read is gone by then
  const unread = z
    .string()
    .max(40_000)
    .refine(() => false, { message: 'fault.json' });
  return z.preprocess(
    (asked) => {
      const { paramsStr, ...others } = asked as Record<string, unknown>;
      const written = typeof paramsStr === 'string' ? jsonOfText(paramsStr) : undefined;
      if (typeof written !== 'object' || written === null || Array.isArray(written)) return asked;
      const given = Object.entries(written).filter(([, value]) => value !== null && value !== '');
      const texts = given.map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]);
      return { ...Object.fromEntries(texts), ...others };
    },
    z.strictObject({ ...filters, paramsStr: unread.optional() }),
  );
}

interface FilterParts {
  readonly fields: RecordFields;
  readonly superFields: SuperFields;
  readonly sortable: readonly [string, ...string[]];
  readonly isSystem: boolean;
  /** Of a list that does not say it. */
  readonly pageSize: number | undefined;
}

/** Asks a list for the records that point at nothing, such as the roots of a tree. */
export const POINTS_AT_NOTHING = 'none';

/** Filters of the list: search words, choices, flags and references as such, when it was made; the older operators beside them. */
export function filtersOf({
  fields,
  superFields,
  sortable,
  isSystem,
  pageSize,
}: FilterParts): Record<string, z.ZodType> {
  const common = { keyword: Text(100).optional(), createdFrom: Instant.optional(), createdTo: Instant.optional() };
  if (isSystem) return { ...systemListFields(superFields, sortable), ...common };
  const own = entriesOf(fields).flatMap(([name, field]) => {
    if (!field.filter) return [];
    if (field.kind === 'reference') return [[name, Id.optional()] as const];
    if (field.kind === 'flag') return [[name, ChoiceOf(['true', 'false']).optional()] as const];
    if (field.kind === 'text') return [[name, Text(100).optional()] as const];
    return field.values ? [[name, ChoiceOf(field.values).optional()] as const] : [];
  });
  return {
    ...pageFields,
    ...(pageSize === undefined ? {} : { pageSize: IntField(1, LARGEST_PAGE).default(pageSize) }),
    ...superQueryFields,
    column: SortColumn(sortable),
    ...common,
    ...Object.fromEntries(own),
  };
}

interface RowParts {
  readonly fields: RecordFields;
  readonly computed: RecordFields;
  readonly isSystem: boolean;
  readonly isReadOnly: boolean;
}

export function rowSchema({ fields, computed, isSystem, isReadOnly }: RowParts): z.ZodObject {
  const own = entriesOf(fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.kind === 'reference')
      return [
        [name, field.output],
        [nameOfReference(name), z.string().nullable()],
      ];
    if (field.kind === 'references')
      return [
        // the older contract has lists as texts, and their names too
        [name, isSystem ? z.string() : field.output],
        [namesOfReferences(name), z.array(z.string())],
        ...(isSystem ? [[`${name}_dictText`, z.string()] as [string, z.ZodType]] : []),
      ];
    if (!isSystem || field.kind !== 'choice') return [[name, field.output]];
    // the older contract has codes as texts, with their words beside them
    return [
      [name, z.string().nullable()],
      [`${name}_dictText`, z.string()],
    ];
  });
  const known = {
    id: z.string(),
    ...Object.fromEntries(own),
    ...Object.fromEntries(entriesOf(computed).map(([name, { output }]) => [name, output])),
  };
  if (isReadOnly) return z.strictObject(known);
  return z.strictObject({
    ...known,
    version: z.int(),
    createdAt: Instant,
    createdBy: z.string(),
    updatedAt: Instant.nullable(),
    updatedBy: z.string().nullable(),
    ...(isSystem ? { createBy: z.string(), updateBy: z.string().nullable(), ...olderTimes } : {}),
  });
}

function formSchemas(fields: RecordFields, addWith: EndpointParts['addWith'], older: EndpointParts['older']) {
  const inPlace = Object.fromEntries(Object.entries(older).map(([name, schema]) => [name, schema.optional()]));
  const every = entriesOf(fields).filter(([, { generated }]) => !generated);
  const input = z.strictObject({
    ...Object.fromEntries(every.map(([name, field]) => [name, field.required ? field.input : field.input.optional()])),
    ...addWith,
    ...inPlace,
  });
  const edit = z.strictObject({
    id: Id,
    version: IntField(1).optional(),
    ...Object.fromEntries(every.map(([name, field]) => [name, field.input.optional()])),
    ...inPlace,
  });
  return { input, edit };
}
