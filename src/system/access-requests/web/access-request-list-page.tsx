import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { rightName } from '#platform/viewer/web/right-name.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { DateTimeField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { type AccessRequest, accessRequests } from '../contract/access-requests.ts';
import { accessRequestEndpoints, GrantRequest, RefuseRequest } from '../contract/endpoints.ts';

const VIEWS: readonly ListView[] = [{ key: 'open', request: { state: 'open' } }, { key: 'all' }];

interface Asked {
  readonly row: AccessRequest;
  readonly grants: boolean;
}
/** Which request is answered, and how. */
const useAnswering = create<{ asked?: Asked | undefined }>(() => ({}));
const close = () => useAnswering.setState({ asked: undefined });

const Requests = recordsPage(accessRequests, {
  icon: 'key',
  views: VIEWS,
  shown: ['userName', 'action', 'reason', 'state', 'createdAt', 'roleName', 'endsAt', 'answeredBy'],
  widths: { action: 240, reason: 240 },
  cells: { action: ({ action }) => rightName(action) ?? action },
  rowActions: (row, t) =>
    row.state === 'open'
      ? [
          {
            key: 'grant',
            label: t('grant.button'),
            icon: 'check',
            by: accessRequestEndpoints.grant,
            onSelect: () => useAnswering.setState({ asked: { row: row as unknown as AccessRequest, grants: true } }),
          },
          {
            key: 'refuse',
            label: t('refuse.button'),
            icon: 'close',
            by: accessRequestEndpoints.refuse,
            onSelect: () => useAnswering.setState({ asked: { row: row as unknown as AccessRequest, grants: false } }),
          },
        ]
      : [],
});

export default function AccessRequestListPage() {
  const asked = useAnswering((answering) => answering.asked);
  return (
    <>
      <Requests />
      {asked && (asked.grants ? <GrantDialog row={asked.row} /> : <RefuseDialog row={asked.row} />)}
    </>
  );
}

/** The smallest role that gives it, for good or until a moment. */
function GrantDialog({ row }: { row: AccessRequest }) {
  const { t } = useTranslation('access-requests');
  const { data } = useQuery({
    queryKey: ['access-requests', 'roles', row.id],
    queryFn: ({ signal }) => call(accessRequestEndpoints.roles, { id: row.id }, { signal }),
  });
  if (!data) return null;
  const first = data.find(({ mayGive }) => mayGive);
  const right = rightName(row.action) ?? row.action;
  return (
    <FormDialog
      namespace="access-requests"
      title={t('grant.title', { name: row.userName, right })}
      schema={GrantRequest}
      initialValues={{ id: row.id, ...(first ? { roleId: first.id } : {}) }}
      verb={t('grant.button')}
      intro={
        <>
          <p>{row.reason}</p>
          {data.length === 0 && <p role="alert">{t('grant.none')}</p>}
        </>
      }
      onSubmit={(request) => call(accessRequestEndpoints.grant, request, { notices: 'none' })}
      onSaved={() => toast.success(t('grant.done', { name: row.userName }))}
      onClose={close}
    >
      <SelectField
        name="roleId"
        options={data.map(({ id, name, rights, mayGive }) => ({
          value: id,
          label: name,
          hint: mayGive ? t('grant.rights', { count: rights }) : t('grant.beyond'),
          disabled: !mayGive,
        }))}
      />
      <DateTimeField name="endsAt" />
    </FormDialog>
  );
}

function RefuseDialog({ row }: { row: AccessRequest }) {
  const { t } = useTranslation('access-requests');
  return (
    <FormDialog
      namespace="access-requests"
      title={t('refuse.title', { name: row.userName })}
      schema={RefuseRequest}
      initialValues={{ id: row.id }}
      verb={t('refuse.button')}
      onSubmit={(request) => call(accessRequestEndpoints.refuse, request, { notices: 'none' })}
      onSaved={() => toast.success(t('refuse.done'))}
      onClose={close}
    >
      <TextAreaField name="answer" />
    </FormDialog>
  );
}
