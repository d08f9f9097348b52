import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { Confirmation } from '../confirm/confirm.tsx';
import { Money } from '../money/money.tsx';
import { StatusTag, type StatusTags } from '../status/status.tsx';
import { LiveSwitch, type LiveSwitchProps } from '../switch/live-switch.tsx';
import type { TimePart } from '../time/format-time.ts';
import { Time } from '../time/time.tsx';

/** How a card under 768 px shows a column: on top, beside the top, as one of its facts, or not at all. */
export type CardPlace = 'identity' | 'status' | 'fact' | 'none';

export interface RecordColumn<Row> {
  readonly key: string;
  /** Without one the slice's text `field.<key>`. */
  readonly title?: string | undefined;
  readonly width: number;
  /** The least width that shows what matters: a narrow table brings the columns that have one into sight together. */
  readonly tight?: number | undefined;
  readonly align: 'start' | 'end';
  /** The server's name of the column, where the list sorts by it. */
  readonly sort?: string | undefined;
  /** Not shown until the reader picks it. */
  readonly hidden?: boolean | undefined;
  /** The header names the tenant's zone. */
  readonly isTime?: boolean | undefined;
  readonly card?: CardPlace | undefined;
  /** What is inside fits the width: the cell is not clipped, and costs half when it scrolls by. */
  readonly whole?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** What is compared to see that a live change touched this cell. */
  readonly value: (row: Row) => unknown;
}

export interface ColumnOptions<Row> {
  title?: string;
  width?: number;
  tight?: number;
  align?: 'start' | 'end';
  /** `true`: sorts by the column's own key. */
  sort?: boolean | string;
  hidden?: boolean;
  card?: CardPlace;
  /** What is inside always fits `width`, or cuts itself off as a tag does. */
  whole?: boolean;
  value?: (row: Row) => unknown;
}

type Field<Row> = keyof Row & string;

export interface SwitchOptions<Row> extends ColumnOptions<Row>, Pick<LiveSwitchProps, 'by' | 'refreshes'> {
  /** What is switched: the record in words. */
  name: (row: Row) => string;
  /** Sends the change. */
  change: (row: Row, isOn: boolean) => Promise<unknown>;
  /** The question before it, where there is one. */
  ask?: (row: Row, isOn: boolean) => Confirmation | undefined;
  /** Why this one cannot be switched now. */
  reason?: (row: Row) => string | undefined;
}

/**
 * Makes the columns of one kind of row. Numbers, money and times stand right, text left; widths fit what is inside.
 * Declared once beside the page: `const column = columnsFor<OrderRow>()`.
 */
export function columnsFor<Row extends object>() {
  const make = (
    key: string,
    cell: (row: Row) => ReactNode,
    { sort, ...options }: ColumnOptions<Row>,
    defaults: Pick<RecordColumn<Row>, 'width' | 'card' | 'isTime' | 'whole'> & { align?: 'start' | 'end' },
  ): RecordColumn<Row> => ({
    align: 'start',
    value: (row) => (row as Record<string, unknown>)[key],
    ...defaults,
    ...options,
    key,
    cell,
    sort: sort === true ? key : sort || undefined,
  });
  const read = (row: Row, key: string): unknown => (row as Record<string, unknown>)[key];
  const plain = (row: Row, key: string): ReactNode => {
    const value = read(row, key);
    return value === null || value === undefined || value === '' ? '–' : String(value);
  };

  return {
    text: (key: Field<Row>, options: ColumnOptions<Row> = {}) =>
      make(key, (row) => plain(row, key), options, { width: 160 }),
    /** The identity: a link to the record's page. Never wraps, never ellipsised. */
    link: (
      key: Field<Row>,
      to: (row: Row) => string,
      options: ColumnOptions<Row> & { content?: (row: Row) => ReactNode } = {},
    ) => {
      const { content, ...rest } = options;
      return make(
        key,
        (row) => (
          <Link to={to(row)} className="record-identity">
            {content ? content(row) : plain(row, key)}
          </Link>
        ),
        rest,
        { width: 184, card: 'identity' },
      );
    },
    number: (key: Field<Row>, options: ColumnOptions<Row> = {}) =>
      make(key, (row) => <span className="figures">{plain(row, key)}</span>, options, {
        width: 96,
        align: 'end',
        whole: true,
      }),
    /** An amount in minor units, in the currency that the row names under `currency` or another field. */
    money: (key: Field<Row>, options: ColumnOptions<Row> & { currency?: Field<Row> } = {}) => {
      const { currency = 'currency', ...rest } = options;
      return make(
        key,
        (row) => (
          <Money minor={read(row, key) as number | null} currency={read(row, currency) as Currency | undefined} />
        ),
        rest,
        { width: 116, align: 'end', whole: true },
      );
    },
    time: (key: Field<Row>, options: ColumnOptions<Row> & { part?: TimePart; relative?: boolean } = {}) => {
      const { part, relative, ...rest } = options;
      return make(
        key,
        (row) => <Time at={read(row, key) as string | null} part={part} relative={relative} zone="never" />,
        rest,
        { width: part === 'second' ? 172 : 148, align: 'end', isTime: !relative, whole: true },
      );
    },
    status: (key: Field<Row>, tags: StatusTags, options: ColumnOptions<Row> = {}) =>
      make(key, (row) => <StatusTag of={tags} code={read(row, key) as string | number | null} />, options, {
        width: 152,
        card: 'status',
        whole: true,
      }),
    /** On or off, changed in its place. */
    switch: (key: Field<Row>, { name, change, ask, reason, by, refreshes, ...rest }: SwitchOptions<Row>) =>
      make(
        key,
        (row) => (
          <LiveSwitch
            label={name(row)}
            isOn={read(row, key) === true || read(row, key) === 1}
            change={(isOn) => change(row, isOn)}
            ask={ask && ((isOn) => ask(row, isOn))}
            reason={reason?.(row)}
            by={by}
            refreshes={refreshes}
          />
        ),
        rest,
        { width: 88, whole: true },
      ),
    /** Anything else; give `value` where a live change should flash. */
    custom: (key: string, cell: (row: Row) => ReactNode, options: ColumnOptions<Row> = {}) =>
      make(key, cell, options, { width: 160 }),
  };
}
