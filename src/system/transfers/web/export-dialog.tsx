import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import { EXPORT_SEPARATORS, type ExportJob } from '#platform/exports/contract/export-job.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { ConditionLines } from '#system/record-list/web/index.ts';
import { Button } from '#ui/button/button.tsx';
import { DateRangeField } from '#ui/date/date-range-field.tsx';
import { rangeFault } from '#ui/date/range-value.ts';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { Filter } from '#ui/record-list/filters.ts';
import { rangeDays, readRange } from '#ui/record-list/list-state.ts';
import { useFilterText } from '#ui/record-list/use-filter-text.ts';
import { useTableLayout } from '#ui/record-table/table-layout.ts';
import { zoneName } from '#ui/time/format-time.ts';
import { browserNow } from '#ui/time/now.ts';
import { useTenantCalendar } from '#ui/time/use-tenant-calendar.ts';
import { useTimeStyle } from '#ui/time/use-time-style.ts';
import { addDays, instantOf } from '#ui/time/zoned.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { askedOfList } from './asked-of-list.ts';
import type { ExportColumnChoice, ExportDialogProps } from './export-button.tsx';
import { FORMATS, FormatField } from './export-format-field.tsx';
import { toastExport } from './export-news.ts';
import { RowCount } from './export-row-count.tsx';
import './transfers.css';

/** Texts of the slice, which say it as the specification does. */
const FAULTS = { missing: 'rangeMissing', reversed: 'rangeReversed', tooLong: 'rangeTooLong' } as const;

/** Range, format and columns of a file; a range that the server would refuse is refused before it is sent. */
export default function ExportDialog(props: ExportDialogProps & { onClose: () => void }) {
  const { name, list, columns, range, only, count, start, onClose } = props;
  const { t } = useTranslation('transfers');
  const navigate = useNavigate();
  const { timeZone } = useTenant();
  const calendar = useTenantCalendar();
  const chosen = range && readRange(list.state.values[range.filter] ?? '');
  const schema = z
    .object({
      format: z.enum(FORMATS),
      separator: z.enum(EXPORT_SEPARATORS),
      from: z.string().optional(),
      to: z.string().optional(),
      columns: z.array(z.string()).min(1),
    })
    .superRefine(({ from = '', to = '' }, context) => {
      const fault = range && rangeFault({ from, to }, range.maxDays);
      if (fault) context.addIssue({ code: 'custom', path: ['to'], message: FAULTS[fault] });
    });
  const filtersOf = (from: string, to: string) => {
    if (!range) return askedOfList(list.request, { only });
    const at = (day: string) => new Date(instantOf(day, timeZone)).toISOString();
    return askedOfList(list.request, { days: { [range.from]: at(from), [range.to]: at(addDays(to, 1)) } });
  };
  return (
    <FormDialog
      namespace="transfers"
      title={t('export.title', { name })}
      schema={schema}
      width={560}
      initialValues={{
        format: 'xlsx',
        separator: 'comma',
        columns: columns.map(({ key }) => key),
        ...(chosen ? rangeDays(chosen, calendar) : {}),
      }}
      verb={t('export.verb')}
      onSubmit={({ from = '', to = '', columns: keys, ...asked }, attempt) =>
        start({ ...asked, columns: keys, filters: filtersOf(from, to) }, attempt)
      }
      onSaved={(answer) => {
        const job = answer as ExportJob;
        const toDownloads = () => void navigate(DOWNLOADS);
        // the same file was made a moment ago: no live update will announce it
        if (job.state === 'created') return void toastExport({ ...job }, toDownloads);
        toast.success(t('export.started'), { action: { label: t('export.toDownloads'), run: toDownloads } });
      }}
      onClose={onClose}
    >
      {range && <RangeField maxDays={range.maxDays} />}
      {!only && <Filters list={list} without={range?.filter} />}
      <RowCount
        count={only ? async () => ({ total: only.length }) : count}
        filtersOf={(from, to) => {
          const days = { from: dayOf(from), to: dayOf(to) };
          return range && rangeFault(days, range.maxDays) ? undefined : filtersOf(days.from, days.to);
        }}
      />
      <FormatField />
      <ColumnsField columns={columns} listId={list.id} listColumns={list.columns} />
    </FormDialog>
  );
}

const dayOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Two days of the tenant's calendar, both included, with the usual ranges at hand. */
function RangeField({ maxDays }: { maxDays: number }) {
  const { t } = useTranslation('transfers');
  const { timeZone, language } = useTimeStyle();
  const zone = `${timeZone} (${zoneName(browserNow(), timeZone, language)})`;
  return (
    <div className="transfer-group">
      <DateRangeField
        label={t('export.range')}
        from={{ name: 'from', label: t('export.from') }}
        to={{ name: 'to', label: t('export.to') }}
        maxDays={maxDays}
      />
      <p className="field-hint">{t('export.zone', { zone, days: maxDays })}</p>
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
function Filters({ list, without }: { list: ExportDialogProps['list']; without: string | undefined }) {
  const { t } = useTranslation('transfers');
  const { t: tSlice } = useTranslation(list.namespace);
  const { state, shape } = list;
  const isMainView = state.view === undefined || state.view === shape.views[0]?.key;
  const active = Object.entries(shape.filters).filter(([name]) => name !== without && state.values[name] !== undefined);
  return (
    <div className="field">
      <span className="field-label">{t('export.filters')}</span>
      {isMainView && active.length === 0 && !state.where ? (
        <p className="field-hint">{t(without === undefined ? 'export.noFiltersAtAll' : 'export.noFilters')}</p>
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
