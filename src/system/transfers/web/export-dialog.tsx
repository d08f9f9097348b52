import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { FieldFrame, FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ConditionLines } from '#ui/record-list/advanced/condition-lines.tsx';
import type { Filter } from '#ui/record-list/filters.ts';
import { rangeDays, readRange } from '#ui/record-list/list-state.ts';
import { useFilterText } from '#ui/record-list/use-filter-text.ts';
import { useTableLayout } from '#ui/record-table/table-layout.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { zoneName } from '#ui/time/format-time.ts';
import { browserNow } from '#ui/time/now.ts';
import { addDays, DATE_PRESETS, dayIn, daysCounted, instantOf, presetRange } from '#ui/time/zoned.ts';
import { toast } from '#ui/toast/toasts.tsx';
import type { ExportColumnChoice, ExportDialogProps } from './export-button.tsx';
import './transfers.css';

const FORMATS = ['xlsx', 'csv'] as const;
const DOWNLOADS_PAGE = '/orders/downloads';

/** Range, format and columns of a file; a range that the server would refuse is refused before it is sent. */
export default function ExportDialog(props: ExportDialogProps & { onClose: () => void }) {
  const { name, list, columns, range, start, onClose } = props;
  const { t } = useTranslation('transfers');
  const navigate = useNavigate();
  const { timeZone } = useTenant();
  const today = dayIn(browserNow(), timeZone);
  const chosen = readRange(list.state.values[range.filter] ?? '');
  const schema = z
    .object({
      format: z.enum(FORMATS),
      from: z.string().optional(),
      to: z.string().optional(),
      columns: z.array(z.string()).min(1),
    })
    .superRefine(({ from, to }, context) => {
      const because = rangeFault(from, to, range.maxDays);
      if (because) context.addIssue({ code: 'custom', path: ['to'], message: because });
    });
  return (
    <FormDialog
      namespace="transfers"
      title={t('export.title', { name })}
      schema={schema}
      width={560}
      initialValues={{
        format: 'xlsx',
        columns: columns.map(({ key }) => key),
        ...(chosen ? rangeDays(chosen, today) : {}),
      }}
      verb={t('export.verb')}
      onSubmit={({ format, from = '', to = '', columns: keys }, attempt) => {
        const { pageNo: _, pageSize: __, column: ___, order: ____, ...filters } = list.request;
        const at = (day: string) => new Date(instantOf(day, timeZone)).toISOString();
        const span = { [range.from]: at(from), [range.to]: at(addDays(to, 1)) };
        return start({ format, columns: keys, filters: { ...filters, ...span } }, attempt);
      }}
      onSaved={() =>
        toast.success(t('export.started'), {
          action: { label: t('export.toDownloads'), run: () => void navigate(DOWNLOADS_PAGE) },
        })
      }
      onClose={onClose}
    >
      <RangeField maxDays={range.maxDays} today={today} />
      <FormatField />
      <ColumnsField columns={columns} listId={list.id} listColumns={list.columns} />
      <Filters list={list} without={range.filter} />
    </FormDialog>
  );
}

function rangeFault(from: string | undefined, to: string | undefined, maxDays: number): string | undefined {
  if (!from || !to) return 'rangeMissing';
  const days = daysCounted(from, to);
  if (days < 1) return 'rangeReversed';
  return days > maxDays ? 'rangeTooLong' : undefined;
}

/** Two days of the tenant's calendar, both included, with the usual ranges at hand. */
function RangeField({ maxDays, today }: { maxDays: number; today: string }) {
  const { t, i18n } = useTranslation('transfers');
  const { t: tUi } = useTranslation('ui');
  const { timeZone } = useTenant();
  const from = useField({ name: 'from', label: t('export.from') });
  const to = useField({ name: 'to', label: t('export.to') });
  const day = (value: unknown) => (typeof value === 'string' ? value : '');
  const zone = `${timeZone} (${zoneName(browserNow(), timeZone, i18n.language)})`;
  return (
    <fieldset className="transfer-group">
      <legend className="field-label">{t('export.range')}</legend>
      <div className="transfer-presets">
        {DATE_PRESETS.map((preset) => {
          const days = presetRange(preset, today);
          return (
            <Button
              key={preset}
              small
              aria-pressed={from.value === days.from && to.value === days.to}
              onClick={() => {
                from.set(days.from);
                to.set(days.to);
              }}
            >
              {tUi(`filter.presets.${preset}`)}
            </Button>
          );
        })}
      </div>
      <div className="form-row">
        <FieldFrame field={from}>
          <input
            {...from.attributes}
            type="date"
            value={day(from.value)}
            max={day(to.value) || undefined}
            onChange={(event) => from.set(event.target.value || undefined)}
          />
        </FieldFrame>
        <FieldFrame field={to}>
          <input
            {...to.attributes}
            type="date"
            value={day(to.value)}
            min={day(from.value) || undefined}
            max={day(from.value) ? addDays(day(from.value), maxDays - 1) : undefined}
            onChange={(event) => to.set(event.target.value || undefined)}
          />
        </FieldFrame>
      </div>
      <p className="field-hint">{t('export.zone', { zone, days: maxDays })}</p>
    </fieldset>
  );
}

function FormatField() {
  const { t } = useTranslation('transfers');
  const field = useField({ name: 'format', label: t('export.format') });
  return (
    <div className="field transfer-one-of">
      <span className="field-label">{field.label}</span>
      <Segmented
        label={field.label}
        value={field.value === 'csv' ? 'csv' : 'xlsx'}
        options={FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
        onChange={field.set}
      />
      <FieldNotes field={field} />
    </div>
  );
}

interface ColumnsFieldProps {
  columns: readonly ExportColumnChoice[];
  listId: string;
  listColumns: Parameters<typeof useTableLayout>[1];
}

/** All columns that the file can have; "as in the list" takes those that are shown there. */
function ColumnsField({ columns, listId, listColumns }: ColumnsFieldProps) {
  const { t } = useTranslation('transfers');
  const { layout } = useTableLayout(listId, listColumns);
  const field = useField({ name: 'columns', label: t('export.columns') });
  const keys = (field.value ?? []) as readonly string[];
  const put = (wanted: (key: string) => boolean) => field.set(columns.flatMap(({ key }) => (wanted(key) ? [key] : [])));
  const shown = new Set(layout.order.filter((key) => !layout.hidden.includes(key)));
  return (
    <fieldset className="transfer-group">
      <legend className="field-label">{t('export.columnsOf', { count: keys.length, all: columns.length })}</legend>
      <div className="transfer-presets">
        <Button small onClick={() => put(() => true)}>
          {t('export.allColumns')}
        </Button>
        <Button small onClick={() => put((key) => shown.has(key))}>
          {t('export.shownColumns')}
        </Button>
      </div>
      <div className="transfer-columns">
        {columns.map(({ key, label }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={keys.includes(key)}
              onChange={() => put((other) => (other === key ? !keys.includes(key) : keys.includes(other)))}
            />
            {label}
          </label>
        ))}
      </div>
      <FieldNotes field={field} />
    </fieldset>
  );
}

/** What else narrows the file: the view and the filters of the list, in words. */
function Filters({ list, without }: { list: ExportDialogProps['list']; without: string }) {
  const { t } = useTranslation('transfers');
  const { t: tSlice } = useTranslation(list.namespace);
  const { state, shape } = list;
  const isMainView = state.view === undefined || state.view === shape.views[0]?.key;
  const active = Object.entries(shape.filters).filter(([name]) => name !== without && state.values[name] !== undefined);
  return (
    <div className="field">
      <span className="field-label">{t('export.filters')}</span>
      {isMainView && active.length === 0 && !state.where ? (
        <p className="field-hint">{t('export.noFilters')}</p>
      ) : (
        <ul className="transfer-filters">
          {!isMainView && <li>{tSlice(`view.${state.view}`)}</li>}
          {active.map(([name, filter]) => (
            <FilterWords key={name} name={name} filter={filter} list={list} />
          ))}
          {shape.advanced && <ConditionLines list={list} fields={shape.advanced} />}
        </ul>
      )}
    </div>
  );
}

function FilterWords({ name, filter, list }: { name: string; filter: Filter; list: ExportDialogProps['list'] }) {
  const { t } = useTranslation(list.namespace);
  const words = useFilterText(name, filter, list.namespace, list.state.values[name]);
  return (
    <li>
      {filter.label ?? t(`field.${name}`)}: <strong>{words}</strong>
    </li>
  );
}
