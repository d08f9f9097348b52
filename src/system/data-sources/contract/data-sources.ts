import * as z from 'zod';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, generated, json, longText, reference, text } from '#platform/records/contract/fields.ts';

/** Of the dictionary `database_type`: those with a driver here. */
export const DATABASE_TYPES = ['6', '4', '5', '1'] as const;
export type DatabaseType = (typeof DATABASE_TYPES)[number];

/** Databases of others that dictionaries and exports read from (system-api.md 5.9); the administrator's. */
export const dataSources = defineRecords({
  name: 'dataSource',
  namespace: 'data-sources',
  calls: systemCalls('/sys/dataSource'),
  fields: {
    code: text(64, { required: true, unique: true, search: true, sort: true }),
    name: text(100, { required: true, search: true, sort: true }),
    dbType: choice(DATABASE_TYPES, 'database_type', { required: true, sort: true }),
    /** `jdbc:postgresql://host:5432/name`, with or without `jdbc:`. */
    dbUrl: text(500, { required: true, search: true }),
    dbUsername: text(100, { required: true }),
    /** Answered as a mask; the mask or nothing leaves it as it is. No file carries it. */
    dbPassword: json(z.string().max(300) as z.ZodType<string>, ''),
    remark: longText(500),
    /** As older clients name the driver of the type; no other one is taken. */
    dbDriver: text(100),
    sysOrgCode: text(64),
    /** Follows the address. */
    dbName: generated(text(100)),
  },
  label: 'name',
  value: 'code',
  olderTable: 'sys_data_source',
});
export type DataSource = RecordOf<typeof dataSources>;

const WORD = '[A-Za-z]\\w{0,63}';
/** It stands in the code of a dictionary. */
export const QUERY_CODE = new RegExp(`^${WORD}$`);

/** What is read from a data source: its rows are a dictionary, an export, or both. */
export const dataQueries = defineRecords({
  name: 'dataQuery',
  namespace: 'data-queries',
  calls: systemCalls('/sys/dataQuery'),
  fields: {
    code: text(64, { required: true, unique: true, search: true, sort: true }),
    name: text(100, { required: true, search: true, sort: true }),
    sourceId: reference(dataSources, { required: true }),
    /** One `select`. */
    sqlText: longText(10_000, { required: true }),
    /** Everybody may read its pairs of value and text, as those of any dictionary. */
    isDictionary: flag(false),
    /** Of a dictionary: the columns with what is stored and what people read; the first two unless named. */
    valueColumn: text(63),
    textColumn: text(63),
    remark: longText(500),
  },
  label: 'name',
  value: 'code',
});
export type DataQuery = RecordOf<typeof dataQueries>;

/** The first two parts of the code by which a dictionary reads a query: `data_query,text,<code of the query>`. */
export const QUERY_DICTIONARY = 'data_query,text,';

/** What stands for a password that is kept. */
export const PASSWORD_MASK = '••••••••';
