import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { IntField, Text } from '#platform/http/contract/fields.ts';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { RecordTable } from '#ui/record-table/record-table.tsx';
import { initialLayout, type TableLayoutHandle } from '#ui/record-table/table-layout.ts';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { orderColumn, SortableRows } from '#ui/sortable/sortable-rows.tsx';
import { movedPlaces } from '#ui/sortable/sorted-place.ts';
import { FreeForm, LiveForm } from './kit-form.tsx';
import { CUPS, type Cup, PEOPLE } from './samples.ts';
import { State } from './state.tsx';

const LONGEST = 1_440;
const MOST = 4;
const Phase = z
  .strictObject({ name: Text(20, 1), minutes: IntField(1, LONGEST), amount: IntField(0) })
  .refine(({ minutes, amount }) => amount === 0 || minutes !== 1, { message: 'invalid' });
const Phases = z.strictObject({ phases: z.array(Phase).min(1).max(MOST) });
const PHASES = [
  { name: PEOPLE[0], minutes: 30, amount: 0 },
  { name: PEOPLE[1], minutes: 60, amount: 1_900 },
  { name: PEOPLE[2], minutes: 120, amount: 5_700 },
];

export function RowFields() {
  const { t } = useTranslation('kit');
  const rows = (disabled?: boolean) => (
    <RowsField
      name="phases"
      blank={{ name: '', amount: 0 }}
      max={MOST}
      addLabel={t('rows.add')}
      rowName={(place) => t('rows.phase', { number: place + 1 })}
      empty={t('rows.none')}
      disabled={disabled}
    >
      {(at) => (
        <>
          <TextField name={`${at}.name`} />
          <NumberField name={`${at}.minutes`} unit="min" />
          <MoneyField name={`${at}.amount`} />
        </>
      )}
    </RowsField>
  );
  return (
    <>
      <State of="normal" wide>
        <LiveForm
          namespace="kit"
          schema={Phases}
          values={{ phases: PHASES }}
          refused={{ path: 'phases.1.name', message: t('word.failed') }}
        >
          {rows()}
        </LiveForm>
      </State>
      <State of="empty" wide>
        <FreeForm namespace="kit" values={{ phases: [] }}>
          {rows()}
        </FreeForm>
      </State>
      <State of="error" wide>
        <FreeForm
          namespace="kit"
          values={{ phases: PHASES.slice(0, 2) }}
          faults={{
            'phases.0.minutes': { key: 'tooHigh', facts: { maximum: LONGEST } },
            'phases.1': { text: t('rows.free') },
            phases: { key: 'tooFewRows', facts: { minimum: 3 } },
          }}
        >
          {rows()}
        </FreeForm>
      </State>
      <State of="disabled" wide>
        <FreeForm namespace="kit" values={{ phases: PHASES.slice(0, 1) }}>
          {rows(true)}
        </FreeForm>
      </State>
    </>
  );
}

const column = columnsFor<Cup>();
const CUP_COLUMNS = [
  column.link('orderNo', () => '/test/kit', { width: 176 }),
  orderColumn<Cup>(({ orderNo }) => orderNo),
  column.text('spot'),
  column.money('paidMinor', { width: 104 }),
];
const CUP_LAYOUT: TableLayoutHandle = {
  layout: { ...initialLayout(CUP_COLUMNS), density: 'default' },
  change: () => undefined,
  reset: () => undefined,
};

export function Sortables() {
  const { t } = useTranslation('kit');
  const [people, setPeople] = useState<readonly string[]>(PEOPLE.slice(0, 4));
  const [cups, setCups] = useState(CUPS);
  return (
    <>
      <State of="normal" wide opens=".menu">
        <div className="kit-half">
          <SortableList
            label={t('field.name')}
            items={people}
            idOf={(name) => name}
            nameOf={(name) => name}
            onMove={(from, to) => setPeople(moved(people, from, to))}
          >
            {(name) => <span>{name}</span>}
          </SortableList>
        </div>
      </State>
      <State of="table" wide>
        <SortableRows
          rows={cups}
          idOf={({ orderNo }) => orderNo}
          nameOf={({ spot }) => spot}
          onMove={(from, to) => setCups(moved(cups, from, to))}
        >
          <RecordTable
            label={t('word.details')}
            namespace="kit"
            columns={CUP_COLUMNS}
            rows={cups}
            idOf={({ orderNo }) => orderNo}
            layout={CUP_LAYOUT}
          />
        </SortableRows>
      </State>
    </>
  );
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return movedPlaces(items.length, from, to).flatMap((place) => items[place] ?? []);
}
