import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordFields as Fields } from '#platform/records/contract/fields.ts';
import { useTab, useTabTitle } from '#platform/routing/web/tab.ts';
import { Editable, useMayEdit } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { DetailSkeleton } from '#ui/loaded/detail-skeleton.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordForm } from '#ui/record-form/record-form.tsx';
import { useNextRecord } from '#ui/record-list/record-neighbours.tsx';
import { noteAdded } from '#ui/record-list/use-own-changes.ts';
import { copyValues, formSchema, initialValues } from './form-values.ts';
import { RecordInput } from './record-fields.tsx';
import { recordName } from './record-name.ts';
import { type RecordSection, sectionTitle } from './record-sections.tsx';
import type { Row } from './record-value.tsx';
import { SectionNav } from './section-nav.tsx';
import './records.css';

export { blankRow, RecordInput } from './record-fields.tsx';
export { SectionNav } from './section-nav.tsx';
export type { RecordSection };

/** The parameter of a form's address that names the record it begins as. */
export const COPY = 'copy';

export interface RecordFormPageOptions {
  /** Those with `onAdd` are asked for once, when a record is added. */
  readonly sections: readonly (RecordSection & { readonly onAdd?: true })[];
  /** Address of the list. */
  readonly list: string;
  /** The page of one record: shown once it is added. */
  readonly pageOf: (id: string) => string;
  /** Drawn in place of a field's own input, such as one that depends on another. */
  readonly inputs?: Readonly<Record<string, () => ReactNode>>;
  /** Below the form of a record that is there already: what belongs to it and is saved apart. */
  readonly after?: (id: string) => ReactNode;
}

interface PageProps {
  kind: RecordKind;
  options: RecordFormPageOptions;
}

/** A form of many fields on a page of its own, at `…/:id?`: sections with a way to each of them, and the bar that saves. */
export function recordFormPage<F extends Fields, C extends Fields>(
  declared: RecordKind<F, C>,
  options: RecordFormPageOptions,
): ComponentType {
  const kind = declared as unknown as RecordKind;
  return function RecordFormPage() {
    const { id } = useParams();
    return id === undefined ? (
      <AddPage kind={kind} options={options} />
    ) : (
      <EditPage kind={kind} options={options} id={id} />
    );
  };
}

/** Where the address names another record, the form begins as its copy. */
function AddPage({ kind, options }: PageProps) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const [params] = useSearchParams();
  const copied = params.get(COPY);
  const queryKey = [kind.namespace, 'one', copied];
  const query = useQuery({
    queryKey,
    enabled: copied !== null,
    queryFn: ({ signal }) => call(kind.endpoints.one, { id: copied ?? '' }, { signal, notices: 'none' }),
  });
  const row = query.data as unknown as Row | undefined;
  const title =
    copied === null
      ? t('add.title', { record: own('kind.one') })
      : t('copy.title', { record: own('kind.one'), name: row ? recordName(kind, row) : '' });
  useTabTitle(copied === null || row ? title : undefined);
  const form = (from: Row | undefined) => (
    <SectionedForm kind={kind} options={options} row={undefined} copied={from} title={title} />
  );
  return (
    <FormFrame kind={kind} options={options} title={title} back={options.list}>
      {copied === null ? (
        form(undefined)
      ) : (
        <Loaded
          query={query}
          queryKey={queryKey}
          skeleton={<DetailSkeleton />}
          back={<ToList kind={kind} to={options.list} />}
        >
          {() => row && form(row)}
        </Loaded>
      )}
    </FormFrame>
  );
}

function EditPage({ kind, options, id }: PageProps & { id: string }) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const queryKey = [kind.namespace, 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(kind.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  const row = query.data as unknown as Row | undefined;
  const title = t('edit.title', { record: own('kind.one'), name: row ? recordName(kind, row) : '' });
  useTabTitle(row && title);
  return (
    <FormFrame kind={kind} options={options} title={title} back={options.pageOf(id)}>
      <Loaded
        query={query}
        queryKey={queryKey}
        skeleton={<DetailSkeleton />}
        back={<ToList kind={kind} to={options.list} />}
      >
        {() => row && <SectionedForm kind={kind} options={options} row={row} title={title} />}
      </Loaded>
      {row && options.after && <div className="record-form-after">{options.after(id)}</div>}
    </FormFrame>
  );
}

function ToList({ kind, to }: { kind: RecordKind; to: string }) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  return <ButtonLink to={to}>{t('import.toList', { records: own('kind.many') })}</ButtonLink>;
}

function FormFrame({ title, back, children }: PageProps & { title: string; back: string; children: ReactNode }) {
  const { t } = useTranslation('records');
  return (
    <div className="record-form-page">
      <header className="record-form-head">
        <h1 tabIndex={-1}>{title}</h1>
        <ButtonLink to={back}>{t('form.back')}</ButtonLink>
      </header>
      {children}
    </div>
  );
}

interface SectionedFormProps extends PageProps {
  /** The record that is edited; undefined where one is added. */
  row: Row | undefined;
  /** The record that a new one begins as. */
  copied?: Row | undefined;
  title: string;
}

function SectionedForm({ kind, options, row, copied, title }: SectionedFormProps) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const queryClient = useQueryClient();
  const endpoint = row ? kind.endpoints.edit : kind.endpoints.add;
  const mayEdit = useMayEdit(endpoint);
  const goToNext = useNextRecord();
  const goTo = useGoTo();
  const prefix = useId();
  const [schema] = useState(() => formSchema(kind, row));
  const asked = options.sections.filter(({ onAdd }) => !onAdd || !row);
  const sections = asked.map((section) => ({
    ...section,
    id: `${prefix}-${section.key}`,
    title: sectionTitle(section, own),
  }));
  return (
    <div className="record-form-columns">
      <SectionNav label={t('form.sections')} sections={sections} />
      <RecordForm
        namespace={kind.namespace}
        label={title}
        schema={schema}
        stored={initialValues(kind, row)}
        {...(copied ? { filledIn: copyValues(kind, copied) } : {})}
        draft={`${kind.namespace}.form.${row?.id ?? (copied ? `copy.${copied.id}` : 'add')}`}
        readOnly={!mayEdit}
        onSubmit={(request, { idempotencyKey }) =>
          call(endpoint, request as never, { idempotencyKey, notices: 'none' })
        }
        savedValues={(answer) => {
          const saved = answer as unknown as Row;
          if (!row) {
            noteAdded(kind.namespace);
            goTo(options.pageOf(saved.id));
          }
          void queryClient.invalidateQueries({ queryKey: [kind.namespace] });
          return initialValues(kind, row ? saved : undefined);
        }}
        {...(row ? { onSaveNext: goToNext } : {})}
      >
        {!mayEdit && <p className="quiet">{t('form.readOnly')}</p>}
        <Editable by={endpoint}>
          {sections.map(({ key, id, title: head, fields }) => (
            <div key={key} id={id} className="record-section" tabIndex={-1}>
              <Card title={head}>
                {fields.map((field) => (
                  <SectionField key={String(field)} kind={kind} options={options} field={field} id={row?.id} />
                ))}
              </Card>
            </div>
          ))}
        </Editable>
      </RecordForm>
    </div>
  );
}

/** A field alone, or several that stand in one line. */
function SectionField({
  kind,
  options,
  field,
  id,
}: PageProps & { field: string | readonly string[]; id: string | undefined }) {
  if (typeof field !== 'string')
    return (
      <div className="form-row">
        {field.map((one) => (
          <SectionField key={one} kind={kind} options={options} field={one} id={id} />
        ))}
      </div>
    );
  return options.inputs?.[field]?.() ?? <RecordInput kind={kind} name={field} id={id} />;
}

/** Leaves for another page in the same tab once the form has reported that nothing is unsaved any more. */
function useGoTo(): (path: string) => void {
  const [path, setPath] = useState<string>();
  const navigate = useNavigate();
  const tab = useTab();
  useEffect(() => {
    if (path === undefined) return;
    setPath(undefined);
    tab ? tab.moveTo(path) : void navigate(path, { replace: true });
  }, [path, tab, navigate]);
  return setPath;
}
